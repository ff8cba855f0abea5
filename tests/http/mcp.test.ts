import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { type Scope, scopes } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The official client of the protocol, over the network, as an assistant has it. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const topic = { type: 'topic', query: 'cold brew coffee', country: 'US', language: 'en', sources: ['sample'] }

type Answer = {
  report: { _id: string; status: string }
  item: { _id: string; citations: unknown[] }
  items: unknown[]
  listener: { _id: string }
  score: { total: number }
  cost: { remaining: Record<string, number> }
}

async function connect(given: Scope[] = [...scopes], plan?: string) {
  const account = await server.signUp(plan)
  const { key } = await account.call(apiKeysContract.add, {
    workspace_id: account.workspaceId,
    name: 'Assistant',
    scopes: given,
  })
  const client = new Client({ name: 'a test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.url), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  const use = async (name: string, given: Record<string, unknown> = {}, onprogress?: (progress: Progress) => void) => {
    const answer = await client.callTool({ name, arguments: given }, { onprogress })
    return { failed: answer.isError === true, answer: answer.structuredContent as Answer }
  }
  return { account, key, client, use }
}

test('lists tools, makes a report, follows its progress and reads its rows, with the cost in every answer', async () => {
  const { client, use } = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'new_report',
      'report_rows',
      'search_volumes',
      'trends',
      'add_listener',
      'write_content',
      'humanize',
      'check_text',
    ]),
  )
  const newReport = tools.find(({ name }) => name === 'new_report')!
  expect(newReport.inputSchema.properties).not.toHaveProperty('workspace_id')
  expect(newReport.inputSchema.required).toEqual(expect.arrayContaining(['type', 'country', 'language']))

  const dry = await use('new_report', { ...topic, dry_run: true })
  expect(dry.answer.cost).toMatchObject({ units: { reports: 0 }, remaining: { reports: 5 } })

  const seen: Progress[] = []
  const made = await use('new_report', topic, (progress) => seen.push(progress))
  expect(made.answer).toMatchObject({
    report: { status: 'done', query: 'cold brew coffee' },
    cost: { units: { reports: 1 }, remaining: { reports: 4 } },
  })
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((a, b) => a - b))

  const rows = await use('report_rows', { _id: made.answer.report._id, section: 'questions', limit: 5 })
  expect(rows.answer.items).toHaveLength(5)
  expect(rows.answer).toMatchObject({ total: expect.any(Number), cost: { units: {}, remaining: { reports: 4 } } })
})

test('the same idempotency key makes one report', async () => {
  const { use } = await connect()
  const once = { ...topic, idempotency_key: 'a-report', wait_seconds: 0 }
  const first = await use('new_report', once)
  const second = await use('new_report', once)
  expect(second.answer.report._id).toBe(first.answer.report._id)
  expect(second.answer.cost.remaining.reports).toBe(4)
})

test('writes a document with its sources, humanizes and checks a text', async () => {
  const { client, use } = await connect()
  const { answer: report } = await use('new_report', topic)
  const { answer: made } = await use('new_content', {
    template: 'blog_post',
    title: 'Coffee',
    report_id: report.report._id,
    outline: [
      { type: 'h1', text: 'Coffee' },
      { type: 'h2', text: 'How to make cold brew coffee' },
    ],
    words: 300,
    model: 'builtin',
  })
  const seen: Progress[] = []
  const written = await use('write_content', { _id: made.item._id }, (progress) => seen.push(progress))
  expect(written.answer).toMatchObject({ item: { status: 'done' }, cost: { units: { ai: 1 }, remaining: { ai: 9 } } })
  expect(written.answer.item.citations.length).toBeGreaterThan(0)
  expect(seen.length).toBeGreaterThan(0)

  const text =
    'It is important to note that cold brew, which steeps for 12 hours, plays a crucial role in summer menus.'
  const humanized = await use('humanize', { text, strength: 'balanced' })
  expect(humanized.answer).toMatchObject({
    text: expect.stringContaining('12 hours'),
    cost: { units: { humanizer: 1 } },
  })

  const checked = await use('check_text', { text, report_id: report.report._id })
  expect(checked.answer.score.total).toBeGreaterThanOrEqual(0)

  const { resources } = await client.listResources()
  expect(resources).toHaveLength(2)
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri })
    expect((contents[0] as { text: string }).text).toMatch(/coffee/i)
  }
  await expect(client.readResource({ uri: `earshot://documents/${report.report._id}` })).rejects.toThrow()
})

test('listens, pauses and looks volumes up', async () => {
  const { use } = await connect()
  const added = await use('add_listener', {
    keyword: 'coffee',
    country: 'US',
    language: 'en',
    frequency: 'weekly',
    sources: ['sample'],
  })
  expect(added.answer.cost).toMatchObject({ units: { search_listener: 1 }, remaining: { search_listener: 0 } })
  const paused = await use('set_listener_status', { _id: added.answer.listener._id, status: 'paused' })
  expect(paused.answer.cost.remaining.search_listener).toBe(1)
  // Nobody here knows a volume, and the free plan has none: the refusal is the interface's own.
  const refused = await use('search_volumes', { keywords: ['tea'], country: 'US', language: 'en' })
  expect(refused).toMatchObject({
    failed: true,
    answer: {
      error: { code: 'limit_no_access', message: "You don't have access to this feature. Please upgrade your plan" },
    },
  })
})

test('is refused what its key lacks: the door without mcp, a tool without its scope, another workspace’s things', async () => {
  await expect(connect(['reports:read', 'reports:write'])).rejects.toThrow(/mcp|403|forbidden/i)

  const { client, use } = await connect(['mcp', 'reports:read'])
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('new_report')
  const refused = await use('new_report', topic)
  expect(refused).toMatchObject({
    failed: true,
    answer: { error: { code: 'forbidden', message: 'This API key lacks the scope reports:write.' } },
  })

  const other = await connect()
  const { answer } = await other.use('new_report', { ...topic, wait_seconds: 0 })
  expect(await use('report_status', { _id: answer.report._id })).toMatchObject({
    failed: true,
    answer: { error: { code: 'not_found' } },
  })
  expect(await use('find_reports', { workspace_id: other.account.workspaceId })).toMatchObject({
    failed: true,
    answer: { error: { code: 'invalid_input', field: 'workspace_id' } },
  })
  await expect(use('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/)
})

test('a bad field is named as everywhere', async () => {
  const { use } = await connect()
  expect(await use('new_report', { ...topic, country: 'Narnia' })).toMatchObject({
    failed: true,
    answer: { error: { code: 'invalid_input', field: 'country' } },
  })
  expect(await use('new_report', { ...topic, wait_seconds: 1e9 })).toMatchObject({
    failed: true,
    answer: { error: { field: 'wait_seconds' } },
  })
})
