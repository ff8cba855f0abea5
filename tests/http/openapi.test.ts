import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, { content: Record<string, Record<string, unknown>> }>
  security: unknown[]
  'x-access': { kind: string }
}
type Document = { openapi: string; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

async function read() {
  const response = await fetch(`${server.url}/openapi.json`)
  expect(response.headers.get('content-type')).toContain('application/json')
  return (await response.json()) as Document
}

test('/openapi.json is valid OpenAPI 3.1 and holds every call', async () => {
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

test('the validator refuses what is not OpenAPI', async () => {
  const document = await read()
  document.paths['/reports/new']!.post!.parameters.push({ name: 'x' } as never)
  expect((await new Validator().validate(document as never)).valid).toBe(false)
})

test('parameters, bodies, streams, files and access are told as they are', async () => {
  const { paths } = await read()
  const get = paths['/reports/get/{id}']!.get!
  expect(get.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['id', 'path', true],
    ['sections', 'query', false],
  ])
  expect(get.requestBody).toBeUndefined()
  expect(get['x-access']).toEqual({ kind: 'workspace', role: 'viewer', by: 'resource', scope: 'reports:read' })
  const events = paths['/reports/events/{id}']!.get!.responses['200']!.content['text/event-stream']!
  expect(Object.keys(events['x-events'] as object)).toEqual(['source', 'rows', 'stage', 'done', 'failed'])
  const { schema } = paths['/imports/add']!.post!.requestBody!.content['multipart/form-data']!
  expect(schema.properties.file).toMatchObject({ type: 'string', contentMediaType: 'application/octet-stream' })
  const headers = (path: string) => paths[path]!.post!.parameters.map(({ name }) => name)
  expect(headers('/reports/new')).toEqual(['Idempotency-Key'])
  expect(headers('/reports/find')).toEqual([])
  expect(paths['/user/login']!.post!.security).toEqual([])
})
