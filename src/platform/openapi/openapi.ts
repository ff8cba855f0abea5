import type { z } from 'zod'
import { type Access, apiAreas, type Endpoint, type EndpointGroup } from '#kit/endpoint.ts'
import { getEffect, getOperationId, isSpending } from '#kit/endpoint-facts.ts'
import type { OpenApiDocument } from '#kit/openapi-document.ts'
import type { Route } from '../http/route.ts'
import { errorResponses, errorSchema, errorStatuses } from './openapi-errors.ts'
import { createSchemas, type Json, type Schemas } from './openapi-schemas.ts'

/** A chapter of the introduction: paragraphs with back-ticks for code, an example, and what follows it. */
export type ApiChapter = { title: string; paragraphs: string[]; code?: string; after?: string[] }
/** A request that this server sends to others. */
export type ApiWebhook = { name: string; summary: string; body: z.ZodType }

/** The OpenAPI 3.1 document of these routes, read from their contracts. */
export function openApiDocument(
  routes: Pick<Route, 'endpoint'>[],
  about: { publicUrl: string; version: string; introduction: ApiChapter[]; webhooks?: ApiWebhook[] },
): OpenApiDocument {
  const { publicUrl, version } = about
  const schemas = createSchemas()
  const paths: OpenApiDocument['paths'] = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas) }
  }
  const introduction = about.introduction.map((chapter) => addressed(chapter, publicUrl))
  return {
    openapi: '3.1.0',
    info: { title: 'Earshot', version, description: asMarkdown(introduction), 'x-introduction': introduction },
    servers: [{ url: publicUrl }],
    tags: getGroups(routes.map(({ endpoint }) => endpoint)).map(({ name, area, about }) => ({
      name,
      description: about,
      'x-area': area,
    })),
    paths,
    webhooks: Object.fromEntries(
      (about.webhooks ?? []).map((webhook) => [webhook.name, { post: describeWebhook(webhook, schemas) }]),
    ),
    components: {
      securitySchemes,
      schemas: { ...schemas.components, Error: errorSchema },
      responses: errorResponses(),
      parameters: { IdempotencyKey: idempotencyKey },
    },
  }
}

function describeWebhook({ name, summary, body }: ApiWebhook, schemas: Schemas) {
  const schema = schemas.of(body, 'output')
  return {
    operationId: `receive_${name.replaceAll('.', '_')}`,
    summary,
    description:
      'Earshot-Signature is t=…,v1=…: the Unix time in seconds, and the HMAC-SHA256 of the time, a period and the body with the endpoint’s secret, as hex.',
    parameters: [
      { name: 'Earshot-Signature', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'Earshot-Delivery', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: schemas.example(schema, 'output') } },
    },
    responses: { '2XX': { description: 'Received. Anything else is retried for a day.' } },
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

function getGroupName({ method, path, group }: Endpoint): string {
  if (group === null) throw new Error(`${method} ${path} belongs to no group of the API reference`)
  return typeof group === 'string' ? group : group.name
}

/** By area, and within one in the order of the routes. */
function getGroups(endpoints: Endpoint[]): EndpointGroup[] {
  const groups = new Map<string, EndpointGroup>()
  for (const { group } of endpoints)
    if (group !== null && typeof group !== 'string' && !groups.has(group.name)) groups.set(group.name, group)
  const unknown = endpoints.find((endpoint) => !groups.has(getGroupName(endpoint)))
  if (unknown) throw new Error(`No contract describes the group ${getGroupName(unknown)}`)
  return apiAreas.flatMap((area) => [...groups.values()].filter((group) => group.area === area))
}

function describeOperation(endpoint: Endpoint, schemas: Schemas) {
  const { access, example, idempotent, maxBytes, method, rate } = endpoint
  const input = schemas.of(endpoint.input, 'input')
  return {
    operationId: getOperationId(endpoint),
    tags: [getGroupName(endpoint)],
    summary: endpoint.summary,
    description: `Access: ${accessInWords(access)}${rate ? `\n\nRate: ${rate}` : ''}`,
    'x-access': access,
    ...(access.kind === 'workspace' ? { 'x-required-role': access.role } : {}),
    ...(access.kind === 'workspace' && access.scope ? { 'x-required-scope': access.scope } : {}),
    ...(rate ? { 'x-rate': rate } : {}),
    ...(method === 'POST' ? { 'x-max-bytes': maxBytes } : {}),
    'x-idempotent': idempotent,
    'x-effect': getEffect(endpoint),
    'x-spends': isSpending(endpoint),
    security: security(access),
    parameters: parameters(endpoint, input, schemas),
    ...(method === 'POST' ? { requestBody: requestBody(endpoint, input, example, schemas) } : {}),
    responses: {
      [endpoint.successStatus]: success(endpoint, schemas),
      ...Object.fromEntries(
        errorStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
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

/** Who may call, as a sentence. */
export function accessInWords(access: Access): string {
  if (access.kind === 'public') return 'public.'
  if (access.kind === 'user') return 'signed-in users. API keys aren’t accepted.'
  if (access.kind === 'staff') return 'staff. API keys aren’t accepted.'
  if (access.kind === 'loopback') return 'the same machine only, by its own name and without a forwarding header.'
  if (access.kind === 'key') return `an API key with the scope ${access.scope}.`
  const scope = access.scope ? `API keys need the scope ${access.scope}.` : 'API keys aren’t accepted.'
  const guests = access.guest ? `, and guests of a review link that allows to ${access.guest}` : ''
  return `workspace members, ${access.role} or higher${guests}. ${scope}`
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
      ...(location === 'path' || required.includes(name) ? { example: schemas.example(schema, 'input') } : {}),
    }
  }
  const inQuery = endpoint.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  return [
    ...inPath.map((name) => parameter(name, 'path')),
    ...inQuery.map((name) => parameter(name, 'query')),
    ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function requestBody(endpoint: Endpoint, input: Json, example: object | null, schemas: Schemas): Json {
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

function success(endpoint: Endpoint, schemas: Schemas): Json {
  if (endpoint.kind === 'file')
    return { description: 'The file.', content: Object.fromEntries(endpoint.files.map((type) => [type, {}])) }
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
    .map(([name, schema]) => `event: ${name}\ndata: ${JSON.stringify(schemas.example(schema, 'output', 2))}\n\n`)
    .join('')
