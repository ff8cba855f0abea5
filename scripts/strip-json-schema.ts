import { type Plugin, parseSync } from 'vite'

const files = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/** What makes JSON Schema. The same files hold `aggregateChecks`, which finds the limits of a schema. */
const makers =
  /Processor$|^(allProcessors|toJSONSchema|initializeContext|processSchema|extractDefs|finalize|create\w+Method)$/

/**
 * Leaves Zod's conversion to JSON Schema out of the scripts for the browser: only OpenAPI and MCP use it, but each schema brings it
 * along.
 */
export const stripJsonSchema: Plugin = {
  name: 'strip-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    return this.environment.name === 'client' && files.test(id) ? { code: withoutJsonSchema(code), map: null } : null
  },
}

/** The module with the same exports, of which those that make JSON Schema are functions that return nothing. */
export function withoutJsonSchema(code: string): string {
  const cuts = parseSync('zod.js', code).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    const id = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : declaration.id
    const name = id?.type === 'Identifier' ? id.name : ''
    return makers.test(name) ? [{ name, start: statement.start, end: statement.end }] : []
  })
  return cuts.reduceRight(
    (text, { name, start, end }) => `${text.slice(0, start)}export const ${name} = () => undefined${text.slice(end)}`,
    code,
  )
}
