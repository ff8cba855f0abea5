type Json = { [name: string]: unknown }

/** TypeScript of JSON Schema, as OpenAPI describes calls. */
export function toType(schema: Json, indent = ''): string {
  if (typeof schema.$ref === 'string') return toName(schema.$ref)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)))
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (branches) return union(branches.map((branch) => toType(branch, indent)))
  if (Array.isArray(schema.allOf)) return (schema.allOf as Json[]).map((part) => toType(part, indent)).join(' & ')
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => toType({ ...schema, type }, indent)))
  if (schema.contentMediaType) return 'Blob'
  if (schema.type === 'array') {
    if (Array.isArray(schema.prefixItems))
      return `[${(schema.prefixItems as Json[]).map((item) => toType(item, indent)).join(', ')}]`
    const items = toType((schema.items as Json | undefined) ?? {}, indent)
    return /[|&{]/.test(items) ? `Array<${items}>` : `${items}[]`
  }
  if (schema.type === 'object') return toObject(schema, indent)
  if (schema.type === 'integer') return 'number'
  if (schema.not && Object.keys(schema.not as Json).length === 0) return 'never'
  return ['string', 'number', 'boolean', 'null'].includes(schema.type as string) ? (schema.type as string) : 'unknown'
}

const union = (types: string[]) => [...new Set(types)].join(' | ')
export const toName = (reference: string) => reference.split('/').at(-1)!

function toObject(schema: Json, indent: string): string {
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const fields = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {})
  const more = schema.additionalProperties
  if (fields.length === 0) {
    const value = typeof more === 'object' && more !== null ? toType(more as Json, indent) : 'unknown'
    return more === false ? 'Record<string, never>' : `Record<string, ${value}>`
  }
  const inner = `${indent}  `
  const lines = fields.map(([name, field]) => {
    const about = comment(field.description as string | undefined, inner)
    return `${about}${inner}${toKey(name)}${required.has(name) ? '' : '?'}: ${toType(field, inner)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

export const toKey = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
export const comment = (text: string | undefined, indent: string) =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''
