import { z } from 'zod'
import type { Access, Endpoint } from '#kit/endpoint.ts'
import { statusOfCode } from '#kit/errors.ts'
import type { Route } from './http.ts'

type Json = { [name: string]: unknown }

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: Json
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** The OpenAPI 3.1 document of these routes. Everything in it is read from their contracts. */
export function openApiDocument(routes: Route[], about: { publicUrl: string; version: string }): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const tags = [...new Set(routes.map(({ endpoint }) => tagOf(endpoint)))]
  return {
    openapi: '3.1.0',
    info: { title: 'Earshot', version: about.version, description },
    servers: [{ url: about.publicUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session’s token, or an API key (ek_…).' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'app_token',
          description: 'The browser’s own. A POST with it needs an Origin header of this site.',
        },
      },
      schemas: { Error: errorSchema },
      responses: {
        Failed: {
          description: 'Refused or failed; `error.code` says why.',
          headers: { 'Retry-After': { description: 'Seconds, with rate_limited.', schema: { type: 'integer' } } },
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

const description = [
  'JSON in and out. A success answers `success: true`, a failure `success: false` with an `error`.',
  'Unknown fields of a body are refused. Something in another workspace is answered as if it were not there (404).',
].join('\n\n')

/** `success` and `error`, with every code there is. */
const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable'],
      properties: {
        code: { type: 'string', enum: Object.keys(statusOfCode) },
        message: { type: 'string', description: 'A sentence for a person.' },
        field: { type: 'string', description: 'The field of the input that is wrong.' },
        retryable: { type: 'boolean' },
        details: { type: 'object' },
        request_id: { type: 'string' },
      },
    },
  },
}

function operation(endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input, 'input')
  return {
    operationId: operationId(endpoint),
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `Access: ${accessInWords(endpoint.access)}${endpoint.support ? '' : ' Not in support access.'}`,
    'x-access': endpoint.access,
    ...(endpoint.access.kind === 'public' || endpoint.access.kind === 'loopback'
      ? { security: [] }
      : { security: [{ bearer: [] }, { cookie: [] }] }),
    parameters: parameters(endpoint, input),
    ...(endpoint.method === 'POST' ? { requestBody: requestBody(endpoint, input) } : {}),
    responses: { 200: success(endpoint), default: { $ref: '#/components/responses/Failed' } },
  }
}

const operationId = ({ method, path }: Endpoint) =>
  [method.toLowerCase(), ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('_')

/** The first part of the path: what a call is about. */
const tagOf = ({ path }: Endpoint) => path.split('/')[1]!.replace(/^_+/, '') || 'pages'

/** Who may call, as a sentence. */
export function accessInWords(access: Access): string {
  if (access.kind === 'public') return 'public.'
  if (access.kind === 'user') return 'anyone signed in; API keys may not.'
  if (access.kind === 'staff') return 'staff of the installation; API keys may not.'
  if (access.kind === 'loopback') return 'from the same machine only, without a forwarding header.'
  const scope = access.scope ? `API keys need the scope ${access.scope}.` : 'API keys may not.'
  return `a member of the workspace, ${access.role} or higher. ${scope}`
}

const pathNames = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function parameters(endpoint: Endpoint, input: Json): Json[] {
  const properties = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const inPath = pathNames(endpoint)
  const given = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  const inQuery = endpoint.method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const asked = inQuery.map((name) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: properties[name],
  }))
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'For 24 hours the same key and body replay the first answer; the same key with another body is 409.',
    schema: { type: 'string', maxLength: 255 },
  }
  return [...given, ...asked, ...(endpoint.idempotent ? [key] : [])]
}

function requestBody(endpoint: Endpoint, input: Json): Json {
  const type = endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  const inPath = pathNames(endpoint)
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = ((input.required ?? []) as string[]).filter((name) => !inPath.includes(name))
  const { required: _all, ...rest } = input
  const schema = {
    ...rest,
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  }
  return { required: true, content: { [type]: { schema } } }
}

function success(endpoint: Endpoint): Json {
  const output = schemaOf(endpoint.output, 'output')
  if (endpoint.kind === 'file') return { description: 'The file.', content: { '*/*': {} } }
  if (endpoint.kind === 'events')
    return {
      description: 'Server-Sent Events: each event’s name, and the schema of its one-line JSON data.',
      content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': output.properties ?? {} } },
    }
  const required = ['success', ...((output.required ?? []) as string[])]
  const properties = { success: { const: true }, ...((output.properties ?? {}) as Json) }
  return {
    description: 'Done.',
    content: { 'application/json': { schema: { ...output, type: 'object', properties, required } } },
  }
}

/** What JSON Schema has no word for (transforms, files) stands as anything; files as binary. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (isFile(zodSchema)) Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
    },
  }) as Json
  return rest
}

const isFile = (schema: z.core.$ZodTypes) =>
  schema._zod.def.type === 'custom' && z.safeParse(schema, new File([], 'a')).success
