import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { statusOfCode } from '../../src/kit/errors.ts'
import { defaultPools } from '../../src/platform/threads/worker-threads.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; $ref?: string; description?: string; example?: unknown }[]
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, unknown> }; example: Record<string, unknown> }>
  }
  responses: Record<string, { content: Record<string, Record<string, unknown>>; $ref?: string }>
  security: unknown[]
  'x-access': { kind: string }
}
type Schema = {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Document = {
  openapi: string
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, unknown>
    responses: Record<string, { content: { 'application/json': { examples: Record<string, { value: object }> } } }>
    securitySchemes: Record<string, unknown>
  }
}

async function read() {
  const response = await fetch(`${server.url}/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as Document
}

test('/openapi.json is valid OpenAPI 3.1 and has every call', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.servers).toEqual([{ url: 'http://earshot.test' }])
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = server.app.routes.map(
    ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.sort()).toEqual(served.sort())
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map((o) => o.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('the validator rejects invalid OpenAPI', async () => {
  const document = await read()
  document.paths['/reports/new']!.post!.parameters.push({ name: 'x' } as never)
  expect((await new Validator().validate(document as never)).valid).toBe(false)
})

test('parameters, bodies, streams, files and access are described', async () => {
  const { paths } = await read()
  const get = paths['/reports/get/{id}']!.get!
  expect(get.parameters.map(({ name, in: location, required }) => [name, location, required])).toEqual([
    ['id', 'path', true],
    ['sections', 'query', false],
  ])
  expect(get.requestBody).toBeUndefined()
  expect(get['x-access']).toEqual({ kind: 'workspace', role: 'viewer', by: 'resource', scope: 'reports:read' })
  expect(get).toMatchObject({
    'x-required-role': 'viewer',
    'x-required-scope': 'reports:read',
    security: [{ apiKey: ['reports:read'] }, { session: [] }, { cookie: [] }],
  })
  const events = paths['/reports/events/{id}']!.get!.responses['200']!.content['text/event-stream']!
  expect(Object.keys(events['x-events'] as object)).toEqual(['source', 'rows', 'stage', 'done', 'failed'])
  expect(events.example).toMatch(/^event: source\ndata: \{.+\}\n\nevent: rows\n/)
  const { schema } = paths['/imports/add']!.post!.requestBody!.content['multipart/form-data']!
  expect(schema.properties.file).toMatchObject({ type: 'string', contentMediaType: 'application/octet-stream' })
  const replays = (path: string) =>
    paths[path]!.post!.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
  expect(replays('/reports/new')).toBe(true)
  expect(replays('/user/keys/add')).toBe(true)
  expect(replays('/reports/find')).toBe(false)
  expect(paths['/user/login']!.post!.security).toEqual([])
  expect(paths['/user/login']!.post!.responses['429']).toEqual({ $ref: '#/components/responses/Error429' })
  expect(Object.keys(paths['/reports/export/{id}']!.get!.responses['200']!.content)).toContain('text/markdown')
})

test('pagination is described with limits and defaults', async () => {
  const { paths } = await read()
  const { properties } = paths['/reports/find']!.post!.requestBody!.content['application/json']!.schema
  expect(properties.page).toMatchObject({
    default: 1,
    minimum: 1,
    description: expect.stringContaining('starting at 1'),
  })
  expect(properties.limit).toMatchObject({ default: 25, maximum: 100, description: expect.stringContaining('100') })
})

test('every error code has its status and an example', async () => {
  const { components } = await read()
  const described = Object.entries(components.responses).flatMap(([name, { content }]) =>
    Object.keys(content['application/json'].examples).map((code) => [code, name]),
  )
  for (const [code, status] of Object.entries(statusOfCode)) {
    expect(described).toContainEqual([code, `Error${status}`])
    const { value } = components.responses[`Error${status}`]!.content['application/json'].examples[code]!
    expect(value).toMatchObject({ success: false, error: { code, message: expect.stringMatching(/\.$/) } })
  }
})

test('examples match the contracts', async () => {
  const { paths } = await read()
  const wrong: string[] = []
  let checked = 0
  for (const { endpoint } of server.app.routes) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
    const needed = Object.fromEntries(
      operation.parameters
        .filter(({ in: location, required }) => location === 'path' || (location === 'query' && required))
        .map((p) => [p.name, p.example]),
    )
    const body = operation.requestBody?.content['application/json']?.example
    if (body !== undefined || (endpoint.method === 'GET' && endpoint.kind === 'json')) {
      const fields = endpoint.body === 'raw' ? { raw: JSON.stringify(body) } : body
      const given = endpoint.input.safeParse({ ...needed, ...fields })
      checked += 1
      if (!given.success) wrong.push(`${endpoint.path} given: ${given.error.message}`)
    }
    const answer = operation.responses[endpoint.successStatus]!.content['application/json']?.example
    if (endpoint.kind !== 'json') continue
    const answered = endpoint.output.safeParse(answer)
    if (!answered.success) wrong.push(`${endpoint.path} answered: ${answered.error.message}`)
  }
  // A call whose required fields alone make no valid example has its own in its contract.
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(50)
})

test('every call, field and group has a description', async () => {
  const { tags, paths, components } = await read()
  const missing: string[] = []
  const isSentence = (text: unknown) => typeof text === 'string' && /^[A-Z0-9`].*[.]$/s.test(text)
  const check = (schema: Schema, path: string) => {
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      if (!isSentence(field.description) && name !== 'success') missing.push(`${path}.${name}`)
      else check(field, `${path}.${name}`)
    const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? schema.oneOf ?? [])]
    for (const each of inner) if (typeof each === 'object') check(each, path)
  }
  let fields = 0
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method} ${path}`
      if (!isSentence(operation.summary)) missing.push(name)
      for (const parameter of operation.parameters)
        if (!parameter.$ref && !isSentence(parameter.description)) missing.push(`${name} ${parameter.name}`)
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
        Object.values(each?.content ?? {}),
      )
      for (const { schema, 'x-events': events } of contents as {
        schema?: Schema
        'x-events'?: Schema['properties']
      }[]) {
        check(schema ?? {}, name)
        check({ properties: events ?? {} }, name)
        fields += Object.keys(schema?.properties ?? {}).length
      }
    }
  for (const [name, schema] of Object.entries(components.schemas)) check(schema as Schema, name)
  expect(missing).toEqual([])
  expect(fields).toBeGreaterThan(400)
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Report', 'Row', 'User', 'Error']))
  expect(tags.filter(({ description }) => !isSentence(description))).toEqual([])
  const grouped = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((o) => o.tags)))
  expect([...grouped].sort()).toEqual(tags.map(({ name }) => name).sort())
})

test('exported reports have the documented content types', async () => {
  const { call, token, workspaceId } = await server.signUp()
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'coffee',
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  const types = await Promise.all(
    ['csv', 'xlsx', 'json', 'md'].map(async (format) => {
      const answer = await fetch(`${server.url}/reports/export/${report!._id}?format=${format}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      await answer.arrayBuffer()
      return answer.headers.get('content-type')!.split(';')[0]
    }),
  )
  expect(types).toEqual(reportsContract.export.files)
})

test('the limits of keyword files are documented at the call', async () => {
  const document = await read()
  const { responses, description } = document.paths['/imports/add']!.post!
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '429']))
  expect(description).toContain('One file per account is read at a time')
  const { imports } = defaultPools
  const info = JSON.stringify(document.info)
  for (const limit of [`${imports.timeoutMs / 1000} seconds`, `${imports.memoryMb} MB`, `${imports.maxWaiting} files`])
    expect(info).toContain(limit)
})
