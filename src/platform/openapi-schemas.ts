import { z } from 'zod'

export type Json = { [name: string]: unknown }

/** Descriptions of a field by name: `given` for requests, `answered` for responses, `about` for both. */
export type FieldNote = { about?: string; given?: string; answered?: string; example?: unknown }

export type Direction = 'input' | 'output'

export type Schemas = ReturnType<typeof createSchemas>

/** JSON Schema of contracts: named shapes are referred to, fields carry what their names mean. */
export function createSchemas({
  shapes,
  fields,
}: {
  shapes: Record<string, z.ZodType>
  fields: Record<string, FieldNote>
}) {
  const names = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(shapes)) names.add(schema, { id: name })
  const components: Record<string, Json> = {}

  return {
    /** Every shape that was referred to so far. */
    components,

    /** What JSON Schema can't express (transforms) becomes any value; files become binary. */
    of(schema: z.ZodType, io: Direction): Json {
      const {
        $schema: _,
        $defs = {},
        ...own
      } = z.toJSONSchema(schema, {
        io,
        metadata: names,
        unrepresentable: 'any',
        override({ zodSchema, jsonSchema }) {
          const { description } = z.globalRegistry.get(zodSchema) ?? {}
          if (description) jsonSchema.description = description
          if (jsonSchema.format === 'uuid' || jsonSchema.format === 'email') delete jsonSchema.pattern
          if (isFile(zodSchema))
            Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
        },
      }) as Json
      for (const [name, shape] of Object.entries($defs as Record<string, Json>))
        components[name] ??= this.noted(shape, io)
      return this.noted(own, io)
    },

    /** The same with references to components, and what each field means. */
    noted(schema: Json, io: Direction): Json {
      const { id: _, ...kept } = schema
      return Object.fromEntries(
        Object.entries(kept).map(([word, value]) => {
          if (word === '$ref') return [word, String(value).replace('#/$defs/', '#/components/schemas/')]
          if (word === 'properties') return [word, this.notedFields(value as Record<string, Json>, io)]
          if (Array.isArray(value)) return [word, value.map((each) => (isJson(each) ? this.noted(each, io) : each))]
          return [word, isJson(value) && word !== 'default' ? this.noted(value, io) : value]
        }),
      )
    },

    notedFields(properties: Record<string, Json>, io: Direction): Record<string, Json> {
      return Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => {
          const noted = this.noted(schema, io)
          const note = fields[name]
          const description = noted.description ?? note?.[io === 'input' ? 'given' : 'answered'] ?? note?.about
          return [name, description === undefined ? noted : { ...noted, description }]
        }),
      )
    },

    /** A value of this schema: what is required, and at the top of an answer also what may be missing. */
    example(schema: Json, io: Direction, name = '', depth = 0): unknown {
      const given = fields[name]?.example
      if (typeof schema.$ref === 'string')
        return this.example(components[schema.$ref.split('/').at(-1)!] ?? {}, io, name, depth)
      if ('const' in schema) return schema.const
      if (given !== undefined && fits(given, schema)) return given
      if ('default' in schema) return schema.default
      if (Array.isArray(schema.enum)) return schema.enum[0]
      const branch = ((schema.anyOf ?? schema.oneOf) as Json[] | undefined)?.find(({ type }) => type !== 'null')
      if (branch) return this.example(branch, io, name, depth)
      if (schema.type === 'array') {
        if (isNever(schema.items)) return []
        const least = Number(schema.minItems ?? 0)
        return depth > 3 && least === 0 ? [] : [this.example(schema.items as Json, io, name, depth + 1)]
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
      return Object.fromEntries(shown.map(([name, each]) => [name, this.example(each, io, name, depth + 1)]))
    },
  }
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

/** Whether a value kept for a field's name is of this field's type, and within its limits. */
function fits(value: unknown, schema: Json): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (branches) return branches.some((branch) => fits(value, branch))
  if (schema.type === 'array') return Array.isArray(value) && value.every((each) => fits(each, schema.items as Json))
  if (schema.type === 'object') return isJson(value) && schema.properties === undefined
  if (typeof value === 'number' && (value > Number(schema.maximum ?? value) || value < Number(schema.minimum ?? value)))
    return false
  if (typeof value === 'string' && value.length > Number(schema.maxLength ?? value.length)) return false
  if (schema.type === 'integer') return Number.isInteger(value)
  return typeof value === schema.type
}

/** Of a list that is always empty. */
const isNever = (schema: unknown) => isJson(schema) && isJson(schema.not) && Object.keys(schema.not).length === 0

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isFile = (schema: z.core.$ZodTypes) =>
  schema._zod.def.type === 'custom' && z.safeParse(schema, new File([], 'a')).success
