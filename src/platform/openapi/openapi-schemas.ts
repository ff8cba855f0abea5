import { z } from 'zod'

export type Json = { [name: string]: unknown }

export type Direction = 'input' | 'output'

export type Schemas = ReturnType<typeof createSchemas>

/** JSON Schema of contracts. Schemas with an id in their metadata become components and are referred to. */
export function createSchemas() {
  const components: Record<string, Json> = {}

  return {
    /** Every component that was referred to so far. */
    components,

    /** What JSON Schema can't express (transforms) becomes any value; files become binary. */
    of(schema: z.ZodType, io: Direction): Json {
      const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override })
      const { $schema: _, $defs = {}, ...own } = inComponents(made as Json)
      for (const [name, shape] of Object.entries($defs as Record<string, Json>)) components[name] ??= shape
      return own
    },

    /** A value of this schema: what is required, and at the top of an answer also what may be missing. */
    example(schema: Json, io: Direction, depth = 0): unknown {
      if ('const' in schema) return schema.const
      if (Array.isArray(schema.examples)) return schema.examples[0]
      if (typeof schema.$ref === 'string')
        return this.example(components[schema.$ref.split('/').at(-1)!] ?? {}, io, depth)
      if ('default' in schema) return schema.default
      if (Array.isArray(schema.enum)) return schema.enum[0]
      const branch = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined)?.find(({ type }) => type !== 'null')
      if (branch) return this.example(branch, io, depth)
      if (schema.type === 'array') {
        if (isNever(schema.items)) return []
        const minItems = Number(schema.minItems ?? 0)
        return depth > 3 && minItems === 0 ? [] : [this.example(schema.items as Json, io, depth + 1)]
      }
      if (schema.type === 'object') return this.exampleObject(schema, io, depth)
      return schema.type === 'string' && io === 'output' && !schema.format ? '…' : plainExample(schema)
    },

    exampleObject(schema: Json, io: Direction, depth: number): Json {
      const required = new Set((schema.required as string[] | undefined) ?? [])
      const properties = { ...(schema.properties as Record<string, Json> | undefined) }
      for (const name of required) properties[name] ??= (schema.additionalProperties as Json | undefined) ?? {}
      const shown = Object.entries(properties).filter(
        ([name]) => required.has(name) || (io === 'output' && depth === 0),
      )
      return Object.fromEntries(shown.map(([name, each]) => [name, this.example(each, io, depth + 1)]))
    },
  }
}

function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) {
  const { description, examples } = z.globalRegistry.get(zodSchema) ?? {}
  if (description) jsonSchema.description = description
  // Zod leaves the examples of transformed input out, since they might be of the output. Ours are what is sent.
  if (examples) jsonSchema.examples = examples
  delete jsonSchema.id
  if (jsonSchema.format === 'uuid' || jsonSchema.format === 'email') delete jsonSchema.pattern
  if (isFile(zodSchema)) Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
}

const inComponents = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref'
      ? String(value).replace('#/$defs/', '#/components/schemas/')
      : isNullable(value)
        ? nullable(value)
        : value,
  )

const isNullable = (value: unknown): value is { anyOf: [Json, Json] } =>
  isJson(value) && Array.isArray(value.anyOf) && value.anyOf.length === 2 && value.anyOf[1]?.type === 'null'

/** A nullable schema says once what it is, and a plain type with null is one list of types, as Zod writes it. */
function nullable({ anyOf: [{ description, examples, ...branch }, none], ...own }: { anyOf: [Json, Json] }): Json {
  const words = { ...(description ? { description } : {}), ...(examples ? { examples } : {}), ...own }
  const isPlain = typeof branch.type === 'string' && Object.keys(branch).length === 1
  return isPlain ? { type: [branch.type, 'null'], ...words } : { anyOf: [branch, none], ...words }
}

function plainExample(schema: Json): unknown {
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Number(schema.minimum ?? 0)
  if (schema.type === 'null') return null
  if (schema.format === 'uuid') return '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c42'
  if (schema.format === 'date-time') return '2026-03-02T09:30:00.000Z'
  if (schema.format === 'date') return '2026-03-02'
  if (schema.format === 'uri') return 'https://example.com/'
  return schema.type === 'string' ? 'text'.padEnd(Number(schema.minLength ?? 0), '.') : null
}

/** Of a list that is always empty. */
const isNever = (schema: unknown) => isJson(schema) && isJson(schema.not) && Object.keys(schema.not).length === 0

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isFile = (schema: z.core.$ZodTypes) =>
  schema._zod.def.type === 'custom' && z.safeParse(schema, new File([], 'a')).success
