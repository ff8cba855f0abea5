import type { OpenApiDocument } from '#kit/openapi-document.ts'

/** Turns the OpenAPI document into plain data for the API reference page. The document is the only source. */

type Json = { [name: string]: unknown }

export type Field = {
  name: string
  /** Type in words, such as "text" or "list of Row". */
  type: string
  shape: string | null
  required: boolean
  /** Limits in words, such as "1 to 100" or "up to 200 characters". */
  limits: string | null
  values: string[]
  default: string | null
  about: string | null
  /** Fields of an inline object. Empty if the type is a named shape. */
  fields: Field[]
}

export type ApiCall = {
  id: string
  method: string
  path: string
  summary: string
  access: string
  scope: string | null
  /** Its name among assistants' tools. Null if it isn't one. */
  tool: string | null
  rate: string | null
  idempotent: boolean
  maxBytes: number | null
  /** Parameters by where they're sent: path, query or body. */
  given: { title: string; fields: Field[] }[]
  answer: Field[]
  events: { name: string; shape: string | null; fields: Field[] }[]
  files: string[]
  statuses: string[]
  curl: string
  example: string | null
}

export type Reference = {
  version: string
  url: string
  introduction: { title: string; paragraphs: string[]; code?: string; after?: string[] }[]
  groups: { id: string; name: string; area: string; about: string; calls: ApiCall[] }[]
  shapes: { name: string; fields: Field[] }[]
  errors: { status: number; code: string; meaning: string; message: string }[]
}

export function getReference(document: OpenApiDocument): Reference {
  const url = document.servers[0]!.url
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: (operation.tags as string[])[0]!,
      call: getCall(url, method.toUpperCase(), path, operation),
    })),
  )
  const { schemas, responses } = document.components as {
    schemas: Record<string, Json>
    responses: Record<string, Json>
  }
  return {
    version: document.info.version,
    url,
    introduction: document.info['x-introduction'] as Reference['introduction'],
    groups: document.tags.map(({ name, description, 'x-area': area }) => ({
      id: slug(name),
      name,
      area,
      about: description,
      calls: calls.filter(({ group }) => group === name).map(({ call }) => call),
    })),
    shapes: Object.entries(schemas)
      .filter(([name]) => name !== 'Error')
      .map(([name, schema]) => ({ name, fields: getFields(schema) }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    errors: Object.entries(responses).flatMap(([name, response]) => getErrors(name, response)),
  }
}

export const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function getErrors(name: string, response: Json): Reference['errors'] {
  const status = Number(/^Error(\d+)$/.exec(name)?.[1])
  if (!status) return []
  const { examples } = (response.content as Json)['application/json'] as {
    examples: Record<string, { summary: string; value: { error: { message: string } } }>
  }
  return Object.entries(examples).map(([code, { summary, value }]) => ({
    status,
    code,
    meaning: summary,
    message: value.error.message,
  }))
}

function getCall(url: string, method: string, path: string, operation: Json): ApiCall {
  const responses = operation.responses as Record<string, Json>
  const [status, response] = Object.entries(responses)[0]!
  const content = response.content as Record<string, Json>
  const json = content['application/json']
  const events = (content['text/event-stream']?.['x-events'] ?? {}) as Record<string, Json>
  const isFile = !json?.schema && !content['text/event-stream']
  const answered = (json?.schema ?? {}) as Json
  const example = json?.example ?? content['text/event-stream']?.example
  return {
    id: slug(`${method} ${path}`),
    method,
    path,
    summary: operation.summary as string,
    access: (operation.description as string).split('\n')[0]!.replace('Access: ', ''),
    scope: (operation['x-required-scope'] as string | undefined) ?? null,
    tool: operation['x-required-scope'] ? (operation.operationId as string) : null,
    rate: (operation['x-rate'] as string | undefined) ?? null,
    idempotent: operation['x-idempotent'] === true,
    maxBytes: (operation['x-max-bytes'] as number | undefined) ?? null,
    given: getGiven(operation),
    answer: getFields(answered).filter(({ name }) => name !== 'success'),
    events: Object.entries(events).map(([name, schema]) => ({ name, ...shapeOrFields(schema) })),
    files: isFile ? Object.keys(content) : [],
    statuses: [status, ...Object.keys(responses).filter((each) => each !== status && each !== 'default')],
    curl: toCurl(url, method, path, operation, content['text/event-stream'] !== undefined),
    example:
      example === undefined ? null : typeof example === 'string' ? example.trim() : JSON.stringify(example, null, 2),
  }
}

type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Json; example?: unknown }

const getParameters = (operation: Json) =>
  (operation.parameters as (Parameter | { $ref: string })[]).filter((each): each is Parameter => !('$ref' in each))

function toBody(operation: Json): { type: string; schema: Json; example?: Json } | null {
  const content = (operation.requestBody as Json | undefined)?.content as Record<string, Json> | undefined
  const [type, media] = Object.entries(content ?? {})[0] ?? []
  return type ? { type, schema: media!.schema as Json, example: media!.example as Json | undefined } : null
}

function getGiven(operation: Json): ApiCall['given'] {
  const body = toBody(operation)
  const parameters = getParameters(operation)
  const getParameterFields = (title: string) =>
    parameters
      .filter((parameter) => parameter.in === title)
      .map(({ name, required, schema, description }) => getField(name, { ...schema, description }, required))
  return [
    { title: 'In the path', fields: getParameterFields('path') },
    { title: 'In the query', fields: getParameterFields('query') },
    {
      title: body?.type === 'multipart/form-data' ? 'As multipart/form-data' : 'In the body',
      fields: body ? getFields(body.schema) : [],
    },
  ].filter(({ fields }) => fields.length > 0)
}

/** Returns the name of the shape that a schema references directly, as a list item or as a nullable type. */
function getShape(schema: Json): string | null {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!
  const within = (schema.items as Json | undefined) ?? getBranches(schema).find((each) => getShape(each))
  return within ? getShape(within) : null
}

const getBranches = (schema: Json) => (schema.anyOf ?? schema.oneOf ?? []) as Json[]

function shapeOrFields(schema: Json) {
  const shape = getShape(schema)
  return { shape, fields: shape ? [] : getFields(schema) }
}

function getFields(schema: Json): Field[] {
  const required = (schema.required ?? []) as string[]
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, each]) =>
    getField(name, each, required.includes(name)),
  )
}

function getField(name: string, schema: Json, required: boolean): Field {
  const own = getBranches(schema).find(({ type }) => type !== 'null') ?? schema
  const inside = own.type === 'array' ? (own.items as Json) : own
  const shape = getShape(schema)
  return {
    name,
    type: typeInWords(schema),
    shape,
    required,
    limits: limitsInWords(own) ?? (own === inside ? null : limitsInWords(inside)),
    values: (inside.enum as unknown[] | undefined)?.map(String) ?? [],
    default: 'default' in schema ? JSON.stringify(schema.default) : null,
    about: (schema.description as string | undefined) ?? null,
    fields: shape ? [] : getFields(inside),
  }
}

function typeInWords(schema: Json): string {
  const branches = getBranches(schema)
  if (branches.length > 0) return [...new Set(branches.map(typeInWords))].join(' or ')
  if (typeof schema.$ref === 'string') return getShape(schema)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.contentMediaType) return 'file'
  if (schema.type === 'array') return `list of ${typeInWords(schema.items as Json)}`
  if (schema.type === 'object') return schema.properties ? 'object' : 'object by name'
  if (schema.type === 'string')
    return { uuid: 'id', 'date-time': 'time', date: 'day', email: 'email', uri: 'URL' }[String(schema.format)] ?? 'text'
  if (schema.type === 'integer') return 'whole number'
  if (schema.type === 'boolean') return 'true or false'
  return typeof schema.type === 'string' ? schema.type : 'anything'
}

/** JSON Schema generated from integers uses the largest safe integer where there is no limit. */
const isBound = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function limitsInWords(schema: Json): string | null {
  const range = (min: unknown, max: unknown, what: string) => {
    const [low, high] = [isBound(min), isBound(max)]
    if (low && high) return `${figure(min)} to ${figure(max)}${what}`
    if (high) return `up to ${figure(max)}${what}`
    return low ? `at least ${figure(min)}${what}` : null
  }
  if (schema.type === 'string')
    return schema.format ? null : range(schema.minLength || undefined, schema.maxLength, ' characters')
  if (schema.type === 'array') return range(schema.minItems, schema.maxItems, ' items')
  return range(schema.minimum, schema.maximum, '')
}

const figure = (n: unknown) => Number(n).toLocaleString('en-US')

/** Builds an example curl command. `ek_…` stands for an API key, `$TOKEN` for a session token. */
function toCurl(url: string, method: string, path: string, operation: Json, streams: boolean) {
  const parameters = getParameters(operation)
  const address = path.replace(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? `{${name}}`),
  )
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  const quoted = query.length > 0 ? `'${url}${address}?${query.join('&')}'` : url + address
  const security = operation.security as Record<string, string[]>[]
  const token = security.length === 0 ? null : security.some((way) => 'apiKey' in way) ? 'ek_…' : '$TOKEN'
  const body = toBody(operation)
  const lines = [
    `curl ${streams ? '-N ' : ''}${quoted}`,
    // The shell expands $TOKEN only in double quotes.
    ...(token ? [token === 'ek_…' ? `-H 'Authorization: Bearer ek_…'` : `-H "Authorization: Bearer $TOKEN"`] : []),
  ]
  if (body?.type === 'multipart/form-data')
    lines.push(
      ...getFields(body.schema)
        .filter(({ required }) => required)
        .map(({ name, type }) => `-F '${name}=${type === 'file' ? '@your-file' : '…'}'`),
    )
  else if (body?.type === 'application/zip')
    lines.push(`-H 'Content-Type: application/zip'`, `--data-binary '@your-file'`)
  else if (body)
    lines.push(`-H 'Content-Type: application/json'`, `-d '${asPasted(body.example ?? {}).replaceAll("'", "'\\''")}'`)
  else if (method === 'POST') lines.push(`-X POST`)
  return lines.join(' \\\n  ')
}

/** Returns compact JSON if it fits on one line, otherwise indented JSON. */
function asPasted(body: Json) {
  const line = JSON.stringify(body)
  return line.length <= 56 ? line : JSON.stringify(body, null, 2)
}
