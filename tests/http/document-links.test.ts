import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let site: string
const asked: string[] = []
const statuses: Record<string, number> = { '/ok': 200, '/gone': 404, '/retired': 410, '/broken': 500, '/members': 403 }
const pages = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (request.url === '/no-head') return void response.writeHead(request.method === 'HEAD' ? 405 : 200).end('here')
  if (request.url === '/moved') return void response.writeHead(301, { location: '/gone' }).end()
  if (request.url === '/silent') return
  response.writeHead(statuses[request.url!] ?? 200).end()
})

beforeAll(async () => {
  await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done))
  site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  server = await startTestServer({ OUTBOUND_ALLOW: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  pages.closeAllConnections()
  pages.close()
})

async function newDocument(markdown: string) {
  const { call, workspaceId } = await server.signUp('pro')
  const { item } = await call(aiContentContract.new, {
    workspace_id: workspaceId,
    template: 'blog_post',
    title: 'Links',
  } as never)
  await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: markdown })
  return { call, id: item._id }
}

test('each link is opened once, and only missing pages are broken', async () => {
  const paths = ['/ok', '/gone', '/retired', '/broken', '/members', '/no-head', '/moved', '/silent', '/ok']
  const text = paths.map((path, at) => `See [link ${at}](${site}${path}).`).join('\n\n')
  const { call, id } = await newDocument(
    `${text}\n\n![picture](${site}/picture.png) [mail](mailto:a@b.example) [private](http://10.1.2.3/admin)`,
  )
  asked.length = 0
  const { items, unchecked } = await call(aiContentContract.links, { _id: id })
  const states = Object.fromEntries(items.map(({ url, state }) => [url.replace(site, ''), state]))
  expect(states).toEqual({
    '/ok': 'ok',
    '/gone': 'broken',
    '/retired': 'broken',
    '/broken': 'unknown',
    '/members': 'unknown',
    '/no-head': 'ok',
    '/moved': 'broken',
    '/silent': 'unknown',
    'http://10.1.2.3/admin': 'unknown',
  })
  expect(unchecked).toBe(0)
  expect(asked.filter((call) => call.endsWith(' /ok'))).toEqual(['HEAD /ok'])
  expect(asked.some((call) => call.includes('picture'))).toBe(false)
})

test('of very many links, 40 are opened and the rest is counted', async () => {
  const { call, id } = await newDocument(Array.from({ length: 55 }, (_, at) => `[${at}](${site}/page-${at})`).join(' '))
  const { items, unchecked } = await call(aiContentContract.links, { _id: id })
  expect(items.length).toBe(40)
  expect(unchecked).toBe(15)
})

test('a text without links needs no request', async () => {
  const { call, id } = await newDocument('No links at all.')
  asked.length = 0
  expect(await call(aiContentContract.links, { _id: id })).toEqual({ items: [], unchecked: 0 })
  expect(asked).toEqual([])
})
