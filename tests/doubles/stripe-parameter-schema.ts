import {
  type CompletedConfig,
  type Context,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  NeverType,
  SchemaGenerator,
  type SubNodeParser,
} from 'ts-json-schema-generator'

/** One object schema with a property per call. */
export function makeSchema(source: string, tsconfig: string): Record<string, unknown> {
  const config: CompletedConfig = {
    ...DEFAULT_CONFIG,
    path: source,
    tsconfig,
    type: 'StripeRequests',
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
    expose: 'all',
  }
  const program = createProgram(config)
  const parser = createParser(program, config, (parsers) => parsers.addNodeParser(closedEnums))
  return new SchemaGenerator(program, parser, createFormatter(config), config).createSchema(config.type) as Record<
    string,
    unknown
  >
}

/** The library's enums are open for future values, but only documented values may be sent. */
const closedEnums: SubNodeParser = {
  supportsNode: (node) => node.getText?.() === 'OtherString',
  createType: (_node, _context: Context) => new NeverType(),
}
