import type { z } from 'zod'
import type { Access, Endpoint } from '#kit/endpoint.ts'
import type { Route } from './http.ts'
import { errorResponses, errorSchema, errorStatuses } from './openapi-errors.ts'
import { createSchemas, type FieldNote, type Json, type Schemas } from './openapi-schemas.ts'

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; [extension: `x-${string}`]: unknown }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** A chapter of the introduction: paragraphs with back-ticks for code, an example, and what follows it. */
export type ApiChapter = { title: string; paragraphs: string[]; code?: string; after?: string[] }
export type ApiGroup = { name: string; about: string; paths: RegExp }

/** What contracts do not say. `examples`, `rates` and `files` are by method and path: "POST /reports/new". */
export type ApiWords = {
  introduction: ApiChapter[]
  groups: ApiGroup[]
  otherCalls: { name: string; about: string }
  shapes: Record<string, z.ZodType>
  fields: Record<string, FieldNote>
  examples: Record<string, object>
  rates: Record<string, string>
  files: Record<string, string[]>
}

/** The OpenAPI 3.1 document of these routes: read from their contracts, with the words beside them. */
export function openApiDocument(
  routes: Route[],
  about: { publicUrl: string; version: string; words: ApiWords },
): OpenApiDocument {
  const { words, publicUrl, version } = about
  const schemas = createSchemas(words)
  const describe = describeOperation(words, schemas)
  const paths: OpenApiDocument['paths'] = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint) }
  }
  const used = new Set(routes.map(({ endpoint }) => getGroup(words, endpoint).name))
  const introduction = words.introduction.map((chapter) => addressed(chapter, publicUrl))
  return {
    openapi: '3.1.0',
    info: { title: 'Earshot', version, description: asMarkdown(introduction), 'x-introduction': introduction },
    servers: [{ url: publicUrl }],
    tags: [...words.groups, words.otherCalls]
      .filter(({ name }) => used.has(name))
      .map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes,
      schemas: { ...schemas.components, Error: errorSchema },
      responses: errorResponses(),
      parameters: { IdempotencyKey: idempotencyKey },
    },
  }
}

const securitySchemes = {
  session: { type: 'http', scheme: 'bearer', description: 'A session token, returned by sign-in.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ek_…',
    description: 'An API key. The value is the scope it needs.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'app_token',
    description: 'The browser’s session cookie. A POST with it needs an Origin header of this site.',
  },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'For 24 hours, the same key and body replay the first response. The same key with another body returns 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '2026-03-02-cold-brew',
}

const addressed = ({ code, after, ...chapter }: ApiChapter, url: string): ApiChapter => ({
  ...chapter,
  ...(code ? { code: code.replaceAll('{url}', url) } : {}),
  ...(after ? { after: after.map((text) => text.replaceAll('{url}', url)) } : {}),
})

const asMarkdown = (chapters: ApiChapter[]) =>
  chapters
    .flatMap(({ title, paragraphs, code, after = [] }) => [
      `# ${title}`,
      ...paragraphs,
      ...(code ? [`\`\`\`sh\n${code}\n\`\`\``] : []),
      ...after,
    ])
    .join('\n\n')

const toName = ({ method, path }: Endpoint) => `${method} ${path}`
const getGroup = (words: ApiWords, { path }: Endpoint) =>
  words.groups.find(({ paths }) => paths.test(path)) ?? words.otherCalls

const describeOperation = (words: ApiWords, schemas: Schemas) => (endpoint: Endpoint) => {
  const { access, idempotent, maxBytes, method } = endpoint
  const name = toName(endpoint)
  const rate = words.rates[name]
  const input = schemas.of(endpoint.input, 'input')
  return {
    operationId: operationId(endpoint),
    tags: [getGroup(words, endpoint).name],
    summary: endpoint.summary,
    description: `Access: ${accessInWords(access)}${rate ? `\n\nRate: ${rate}` : ''}`,
    'x-access': access,
    ...(access.kind === 'workspace' ? { 'x-required-role': access.role } : {}),
    ...(access.kind === 'workspace' && access.scope ? { 'x-required-scope': access.scope } : {}),
    ...(rate ? { 'x-rate': rate } : {}),
    ...(method === 'POST' ? { 'x-max-bytes': maxBytes } : {}),
    'x-idempotent': idempotent,
    security: security(access),
    parameters: parameters(endpoint, input, schemas),
    ...(method === 'POST' ? { requestBody: requestBody(endpoint, input, words.examples[name], schemas) } : {}),
    responses: {
      [endpoint.successStatus]: success(endpoint, schemas, words.files[name]),
      ...Object.fromEntries(
        errorStatuses(endpoint, rate !== undefined).map((status) => [
          status,
          { $ref: `#/components/responses/Error${status}` },
        ]),
      ),
      default: { $ref: '#/components/responses/Failed' },
    },
  }
}

function security(access: Access): Record<string, string[]>[] {
  if (access.kind === 'public' || access.kind === 'loopback') return []
  if (access.kind === 'key') return [{ apiKey: [access.scope] }]
  const scoped = access.kind === 'workspace' && access.scope ? [{ apiKey: [access.scope] }] : []
  return [...scoped, { session: [] }, { cookie: [] }]
}

const operationId = ({ method, path }: Endpoint) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_')

/** Who may call, as a sentence. */
export function accessInWords(access: Access): string {
  if (access.kind === 'public') return 'public.'
  if (access.kind === 'user') return 'signed-in users. API keys aren’t accepted.'
  if (access.kind === 'staff') return 'staff. API keys aren’t accepted.'
  if (access.kind === 'loopback') return 'the same machine only, by its own name and without a forwarding header.'
  if (access.kind === 'key') return `an API key with the scope ${access.scope}.`
  const scope = access.scope ? `API keys need the scope ${access.scope}.` : 'API keys aren’t accepted.'
  return `workspace members, ${access.role} or higher. ${scope}`
}

const pathNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function parameters(endpoint: Endpoint, input: Json, schemas: Schemas): Json[] {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const inPath = pathNames(endpoint)
  const parameter = (name: string, location: 'path' | 'query') => {
    const { description, ...schema } = properties[name] ?? { type: 'string' }
    return {
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema,
      ...(location === 'path' || required.includes(name) ? { example: schemas.example(schema, 'input', name) } : {}),
    }
  }
  const inQuery = endpoint.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  return [
    ...inPath.map((name) => parameter(name, 'path')),
    ...inQuery.map((name) => parameter(name, 'query')),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function requestBody(endpoint: Endpoint, input: Json, example: object | undefined, schemas: Schemas): Json {
  const multipart = endpoint.body === 'multipart'
  if (endpoint.body === 'stream')
    return { required: true, content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } }
  if (endpoint.body === 'raw')
    return { required: true, content: { 'application/json': { schema: { type: 'object' }, example: example ?? {} } } }
  const inPath = pathNames(endpoint)
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = ((input.required ?? []) as string[]).filter((name) => !inPath.includes(name))
  const { required: _all, ...rest } = input
  const schema = {
    ...rest,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  }
  const content = multipart ? { schema } : { schema, example: example ?? schemas.example(schema, 'input') }
  return { required: true, content: { [multipart ? 'multipart/form-data' : 'application/json']: content } }
}

function success(endpoint: Endpoint, schemas: Schemas, files = ['application/octet-stream']): Json {
  if (endpoint.kind === 'file')
    return { description: 'The file.', content: Object.fromEntries(files.map((type) => [type, {}])) }
  const output = schemas.of(endpoint.output, 'output')
  if (endpoint.kind === 'events') {
    const events = (output.properties ?? {}) as Record<string, Json>
    return {
      description: 'Server-Sent Events: each event’s name and the schema of its one-line JSON data.',
      content: {
        'text/event-stream': {
          schema: { type: 'string' },
          example: eventsExample(events, schemas),
          'x-events': events,
        },
      },
    }
  }
  const required = ['success', ...((output.required ?? []) as string[])]
  const properties = { success: { const: true }, ...((output.properties ?? {}) as Json) }
  const schema = { ...output, type: 'object', properties, required }
  const headers = endpoint.idempotent
    ? {
        'Idempotency-Replayed': {
          description: 'true if this is a replay of the first response.',
          schema: { type: 'string', enum: ['true'] },
        },
      }
    : null
  return {
    description: 'Done.',
    ...(headers ? { headers } : {}),
    content: { 'application/json': { schema, example: schemas.example(schema, 'output') } },
  }
}

const eventsExample = (events: Record<string, Json>, schemas: Schemas) =>
  Object.entries(events)
    .map(([name, schema]) => `event: ${name}\ndata: ${JSON.stringify(schemas.example(schema, 'output', name, 2))}\n\n`)
    .join('')
