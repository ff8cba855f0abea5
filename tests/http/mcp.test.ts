import { Client, type Progress, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeysContract } from '../../src/features/api-keys/contract.ts'
import { type Scope, scopes } from '../../src/kit/endpoint.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The official MCP client over the network, as an assistant uses it. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const topic = {
  confirm: true,
  type: 'topic',
  query: 'cold brew coffee',
  country: 'US',
  language: 'en',
  sources: ['sample'],
}

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

test('lists tools, runs a report, reports progress and reads rows, with the cost in every result', async () => {
  const { client, use } = await connect()
  const { tools } = await client.listTools()
  const newReport = tools.find(({ name }) => name === 'post_reports_new')!
  expect(newReport.inputSchema.properties).not.toHaveProperty('workspace_id')
  expect(newReport.inputSchema.required).toEqual(expect.arrayContaining(['type', 'country', 'language']))

  const dry = await use('post_reports_new', { ...topic, dry_run: true })
  expect(dry.answer.cost).toMatchObject({ units: { reports: 0 }, remaining: { reports: 5 } })

  const seen: Progress[] = []
  const made = await use('post_reports_new', topic, (progress) => seen.push(progress))
  expect(made.answer).toMatchObject({
    report: { status: 'done', query: 'cold brew coffee' },
    cost: { units: { reports: 1 }, remaining: { reports: 4 } },
  })
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.map(({ progress }) => progress)).toEqual(seen.map(({ progress }) => progress).toSorted((a, b) => a - b))

  const rows = await use('post_reports_rows', { _id: made.answer.report._id, section: 'questions', limit: 5 })
  expect(rows.answer.items).toHaveLength(5)
  expect(rows.answer).toMatchObject({ total: expect.any(Number), cost: { units: {}, remaining: { reports: 4 } } })
})

test('the same idempotency key creates one report', async () => {
  const { use } = await connect()
  const once = { ...topic, idempotency_key: 'a-report', wait_seconds: 0 }
  const first = await use('post_reports_new', once)
  const second = await use('post_reports_new', once)
  expect(second.answer.report._id).toBe(first.answer.report._id)
  expect(second.answer.cost.remaining.reports).toBe(4)
})

test('writes a document with its sources, humanizes and checks a text', async () => {
  const { client, use } = await connect()
  const { answer: report } = await use('post_reports_new', topic)
  const { answer: made } = await use('post_ai_new', {
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
  const written = await use('post_stream', { _id: made.item._id, confirm: true }, (progress) => seen.push(progress))
  expect(written.answer).toMatchObject({ item: { status: 'done' }, cost: { units: { ai: 1 }, remaining: { ai: 9 } } })
  expect(written.answer.item.citations.length).toBeGreaterThan(0)
  expect(seen.length).toBeGreaterThan(0)

  const text =
    'It is important to note that cold brew, which steeps for 12 hours, plays a crucial role in summer menus.'
  const humanized = await use('post_humanize', { text, strength: 'balanced', confirm: true })
  expect(humanized.answer).toMatchObject({
    text: expect.stringContaining('12 hours'),
    cost: { units: { humanizer: 1 } },
  })

  const checked = await use('post_ai_check', { text, report_id: report.report._id })
  expect(checked.answer.score.total).toBeGreaterThanOrEqual(0)

  await use('post_plan_new', { name: 'Coffee pages', report_id: report.report._id })
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri.replace(/[^/]+$/, '')).sort()).toEqual([
    'earshot://documents/',
    'earshot://plans/',
    'earshot://reports/',
  ])
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri })
    expect((contents[0] as { text: string }).text).toMatch(/coffee/i)
  }
  await expect(client.readResource({ uri: `earshot://documents/${report.report._id}` })).rejects.toThrow()
})

test('creates and pauses a listener and looks up volumes', async () => {
  const { use } = await connect()
  const added = await use('post_search_listener_add', {
    keyword: 'coffee',
    country: 'US',
    language: 'en',
    frequency: 'weekly',
    sources: ['sample'],
    confirm: true,
  })
  expect(added.answer.cost).toMatchObject({ units: { search_listener: 1 }, remaining: { search_listener: 0 } })
  const paused = await use('post_search_listener_status', {
    _id: added.answer.listener._id,
    status: 'paused',
    confirm: true,
  })
  expect(paused.answer.cost.remaining.search_listener).toBe(1)
  // No provider has volumes here, and the free plan doesn't include them: the error is the API's.
  const refused = await use('post_extra_sv', { keywords: ['tea'], country: 'US', language: 'en', confirm: true })
  expect(refused).toMatchObject({
    failed: true,
    answer: {
      error: { code: 'limit_no_access', message: "You don't have access to this feature. Please upgrade your plan" },
    },
  })
})

test('is limited to the key’s scopes and workspace', async () => {
  await expect(connect(['reports:read', 'reports:write'])).rejects.toThrow(/mcp|403|forbidden/i)

  const { client, use } = await connect(['mcp', 'reports:read'])
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('post_reports_new')
  const refused = await use('post_reports_new', topic)
  expect(refused).toMatchObject({
    failed: true,
    answer: { error: { code: 'forbidden', message: 'This API key lacks the scope reports:write.' } },
  })

  const other = await connect()
  const { answer } = await other.use('post_reports_new', { ...topic, wait_seconds: 0 })
  expect(await use('post_reports_checkstatus', { _id: answer.report._id })).toMatchObject({
    failed: true,
    answer: { error: { code: 'not_found' } },
  })
  expect(await use('post_reports_find', { workspace_id: other.account.workspaceId })).toMatchObject({
    failed: true,
    answer: { error: { code: 'invalid_input', field: 'workspace_id' } },
  })
  await expect(use('no_such_tool')).rejects.toThrow(/Unknown tool: no_such_tool/)
})

test('an invalid field is named like in the API', async () => {
  const { use } = await connect()
  expect(await use('post_reports_new', { ...topic, country: 'Narnia' })).toMatchObject({
    failed: true,
    answer: { error: { code: 'invalid_input', field: 'country' } },
  })
  expect(await use('post_reports_new', { ...topic, wait_seconds: 1e9 })).toMatchObject({
    failed: true,
    answer: { error: { field: 'wait_seconds' } },
  })
})

test('the tools are exactly the calls of the API that a key can make, with what they do', async () => {
  const { client } = await connect()
  const { tools } = await client.listTools()
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>
  }
  const operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => operation['x-required-scope'])
  expect(tools.map(({ name }) => name).sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  for (const operation of operations) {
    const { annotations, _meta, inputSchema, description } = tools.find(({ name }) => name === operation.operationId)!
    expect(description).toContain((operation.summary as string).slice(0, 40))
    expect(annotations).toMatchObject({
      readOnlyHint: operation['x-effect'] === 'read',
      destructiveHint: operation['x-effect'] === 'delete',
    })
    expect(_meta).toEqual({ 'earshot/spends': operation['x-spends'], 'earshot/scope': operation['x-required-scope'] })
    expect('confirm' in inputSchema.properties!).toBe(operation['x-spends'])
    expect(JSON.stringify(inputSchema)).not.toContain('$ref')
    expect(inputSchema.properties).not.toHaveProperty('workspace_id')
  }
  const names = (test: (tool: (typeof tools)[number]) => boolean | undefined) =>
    tools.filter(test).map(({ name }) => name)
  expect(names(({ annotations }) => annotations?.destructiveHint)).toEqual(
    expect.arrayContaining(['post_reports_delete', 'post_ai_delete', 'post_lists_remove', 'post_blog_posts_unpublish']),
  )
  expect(names(({ _meta }) => _meta?.['earshot/spends'] === true)).toEqual(
    expect.arrayContaining(['post_reports_new', 'post_stream', 'post_humanize', 'post_extra_sv', 'post_ai_batch']),
  )
  expect(names(({ annotations }) => annotations?.readOnlyHint)).toEqual(
    expect.arrayContaining(['post_reports_find', 'get_plan_export_id', 'post_events_out_list', 'post_images_list']),
  )
})

test('nothing is spent before someone agreed', async () => {
  const { use } = await connect()
  const { confirm: _, ...asked } = topic
  const refused = await use('post_reports_new', asked)
  expect(refused).toMatchObject({
    failed: true,
    answer: {
      error: { field: 'confirm', reason: 'confirmation_required', details: { estimate: { units: 1, cost_usd: 0 } } },
    },
  })
  expect(await use('post_reports_new', { ...asked, confirm: false })).toMatchObject({ failed: true })
  const { answer: found } = await use('post_reports_find')
  expect(found.items).toEqual([])
  const limited = await use('post_reports_new', { ...asked, max_cost_usd: 0, wait_seconds: 0 })
  expect(limited.answer.report._id).toEqual(expect.any(String))
  const document = await use('post_ai_new', { template: 'social_post', title: 'Coffee', model: 'builtin' })
  const _id = document.answer.item._id
  expect(await use('post_stream', { _id })).toMatchObject({
    failed: true,
    answer: { error: { reason: 'confirmation_required' } },
  })
  expect(await use('post_stream', { _id, max_cost_usd: 1 })).toMatchObject({
    failed: true,
    answer: { error: { field: 'max_cost_usd' } },
  })
  const { answer: left } = await use('post_ai_find')
  expect(left.cost.remaining.ai).toBe(10)
})

test('files come in and out, and progress is read', async () => {
  const { client, use } = await connect()
  const added = await client.callTool({
    name: 'post_imports_add',
    arguments: { file: { name: 'keywords.csv', text: 'Keyword,Volume\ncold brew,900\n' } },
  })
  expect(added.structuredContent).toMatchObject({ import: { accepted: 1 } })
  expect(await use('post_imports_add', { file: 'keywords.csv' })).toMatchObject({
    failed: true,
    answer: { error: { field: 'file' } },
  })
  const { answer } = await use('post_reports_new', { ...topic, wait_seconds: 0 })
  const followed = await client.callTool({ name: 'get_reports_events_id', arguments: { id: answer.report._id } })
  expect(followed.structuredContent).toMatchObject({ ended: true, events: expect.arrayContaining([]) })
  const { events } = followed.structuredContent as { events: { event: string }[] }
  expect(events.at(-1)!.event).toBe('done')
  const csv = await client.callTool({ name: 'get_reports_export_id', arguments: { id: answer.report._id } })
  expect(csv.structuredContent).toMatchObject({
    file: { mime_type: 'text/csv', name: expect.stringMatching(/\.csv$/) },
  })
  expect((csv.content[0] as { text: string }).text).toMatch(/keyword/i)
  const xlsx = await client.callTool({
    name: 'get_reports_export_id',
    arguments: { id: answer.report._id, format: 'xlsx' },
  })
  const { resource } = xlsx.content[0] as { resource: { blob: string; mimeType: string } }
  expect(Buffer.from(resource.blob, 'base64').subarray(0, 2).toString()).toBe('PK')
})
