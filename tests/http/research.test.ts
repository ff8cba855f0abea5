import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { type SearchVendors, startSearchVendors } from '../doubles/search-vendors.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

// One server with API keys, one without keys and network.
const nowhere = 'http://127.0.0.1:9'
const offline = Object.fromEntries(
  [
    'GOOGLE_SUGGEST',
    'BING_SUGGEST',
    'DUCKDUCKGO_SUGGEST',
    'YOUTUBE_SUGGEST',
    'WIKIPEDIA',
    'STACKEXCHANGE',
    'REDDIT',
  ].map((name) => [`${name}_URL`, nowhere]),
)

let vendors: SearchVendors
let keyed: TestServer
let keyless: TestServer
let wikipediaOnly: TestServer
beforeAll(async () => {
  vendors = await startSearchVendors()
  keyed = await startTestServer(vendors.settings)
  keyless = await startTestServer(offline)
  const { WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } = vendors.settings
  wikipediaOnly = await startTestServer({ ...offline, WIKIPEDIA_URL, WIKIMEDIA_METRICS_URL, OUTBOUND_ALLOW } as never)
}, 60_000)
afterAll(async () => {
  await Promise.all([keyed, keyless, wikipediaOnly].map((server) => server.close()))
  await vendors.close()
})

const us = { country: 'US', language: 'en' } as const
const used = async (call: Call) => (await call(authContract.userdata, {})).user.usage
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It was not refused.'),
    (error) => error,
  )

describe('trends', () => {
  test('five keywords share one scale, the incomplete week is marked, and each has related searches', async () => {
    const { call, workspaceId } = await keyed.signUp('pro')
    const keywords = ['cold brew', 'espresso', 'matcha', 'iced tea', 'chai']
    vendors.log.clear()
    const answer = await call(researchContract.trends, { workspace_id: workspaceId, keywords, ...us, range: '5y' })
    expect(answer).toMatchObject({ provider: 'google_trends', scale: 'relative', measure: 'interest', notes: [] })
    expect(answer.series.map(({ keyword }) => keyword)).toEqual(keywords)
    expect(answer.series.every(({ points }) => points.length === 260)).toBe(true)
    const { points } = answer.series[2]!
    expect(points.map(({ partial }) => partial)).toEqual(points.map((_, at) => at === points.length - 1))
    expect(answer.related.by_keyword.map(({ keyword }) => keyword)).toEqual(keywords)
    expect(answer.related.top.length).toBeGreaterThan(5)
    expect(answer.related.rising.length).toBeGreaterThan(5)
    // One task for all five lines, since separate tasks have separate scales. Related searches take one task per keyword.
    expect(answer.estimate.cost_usd).toBe(0.054)
    expect(answer.cost_usd).toBe(0.054)
    expect(vendors.log.costUsd()).toBe(0.054)
    const tasks = vendors.log.requests.map(({ body }) => JSON.parse(body)[0])
    expect(tasks.filter(({ item_types }) => item_types.includes('google_trends_graph'))).toMatchObject([
      { keywords, time_range: 'past_5_years' },
    ])
    expect((await used(call)).trends).toBe(1)
  })

  test('after a paid source fails only free ones are requested; SerpApi is requested only if selected', async () => {
    const { call, workspaceId } = await keyed.signUp('pro')
    vendors.setFault('dataforseo', { kind: 'status', status: 401 })
    const question = { workspace_id: workspaceId, keywords: ['cold brew', 'drip, slow'], ...us }
    vendors.log.clear()
    const free = await call(researchContract.trends, question).catch((error) => error)
    vendors.setFault('dataforseo', null)
    expect([vendors.log.count('serpapi'), vendors.log.costUsd()]).toEqual([0, 0])
    expect(free.notes?.[0] ?? free.message).toContain('DataForSEO')
    expect(free.notes?.join(' ') ?? free.message).toContain('SerpApi was skipped')
    const answer = await call(researchContract.trends, { ...question, source: 'serpapi' })
    expect(answer.estimate.cost_usd).toBe(0.045)
    expect(vendors.log.costUsd()).toBe(0.045)
    expect(answer.provider).toBe('google_trends')
    expect(answer.series.map(({ points }) => points.length)).toEqual([52, 52])
    expect(answer.related.by_keyword.map(({ keyword }) => keyword)).toEqual(['cold brew', 'drip, slow'])
    const { lookup } = await call(researchContract.get, { _id: answer.lookup_id! })
    expect(lookup).toMatchObject({ units: 1, range: '12m', keyword_count: 2 })
  })

  test('without keys, the trend is page views of Wikipedia articles and labeled as such', async () => {
    const { call, workspaceId } = await wikipediaOnly.signUp('free')
    const answer = await call(researchContract.trends, {
      workspace_id: workspaceId,
      keywords: ['coffee', 'unknown thing'],
      range: '3m',
    })
    expect(answer).toMatchObject({
      provider: 'wikipedia_pageviews',
      scale: 'absolute',
      measure: 'page_views',
      related: { top: [], rising: [] },
    })
    expect(answer.series[0]!.about).toBe('Coffee')
    expect(answer.series[0]!.points.at(-1)!.partial).toBe(true)
    expect(answer.series[0]!.points[0]!.v).toBeGreaterThan(100)
    expect(answer.series[1]!.points).toEqual([])
    expect(answer.notes).toEqual(['No data for “unknown thing”.'])
    expect(answer.note_reasons).toEqual([
      { code: 'not_found', reason: 'keywords_without_data', params: { keywords: ['unknown thing'] } },
    ])
  })

  test('without keys and network, the trend is the imported impressions, labeled as such', async () => {
    const { call, workspaceId } = await keyless.signUp('free')
    for (const [day, impressions] of [
      [40, 900],
      [10, 1200],
    ] as const) {
      const date = new Date(Date.now() - day * 86_400_000).toISOString().slice(0, 10)
      await call(importsContract.add, {
        workspace_id: workspaceId,
        file: new File(
          [`Top queries,Clicks,Impressions,CTR,Position\ncold brew,12,${impressions},0.35%,8.2\n`],
          `Queries-${date}.csv`,
        ),
      })
    }
    const answer = await call(researchContract.trends, { workspace_id: workspaceId, keywords: ['Cold  Brew'], ...us })
    expect(answer).toMatchObject({ provider: 'imported', scale: 'absolute', measure: 'impressions' })
    expect(answer.series[0]!.points.map(({ v }) => v)).toEqual([900, 1200])
    expect(answer.notes[0]).toContain('Wikipedia')
  })

  test('without any data, it is an error, costs nothing and stores no lookup', async () => {
    const { call, workspaceId } = await keyless.signUp('free')
    const error = await refusal(call(researchContract.trends, { workspace_id: workspaceId, keywords: ['cold brew'] }))
    expect(error).toMatchObject({ code: 'upstream_failed', retryable: true })
    expect((await used(call)).trends).toBe(0)
    const { total } = await call(researchContract.history, { workspace_id: workspaceId, kind: 'trends' })
    expect(total).toBe(0)
  })

  test('a dry run returns the cost, the plan’s limit applies, and an equal lookup of today is named', async () => {
    const { call, workspaceId } = await keyed.signUp('free')
    const question = { workspace_id: workspaceId, keywords: ['cold brew', 'COLD BREW'], ...us }
    const before = await call(researchContract.trends, { ...question, dry_run: true })
    expect(before).toMatchObject({ lookup_id: null, series: [] })
    expect(before.estimate).toEqual({ units: 1, cost_usd: 0.009, provider: 'dataforseo', known_id: null })
    expect((await used(call)).trends).toBe(0)
    const answer = await call(researchContract.trends, question)
    expect(answer.series).toHaveLength(1)
    expect((await call(researchContract.trends, { ...question, dry_run: true })).estimate.known_id).toBe(
      answer.lookup_id,
    )
    for (let n = 1; n < 10; n++) await call(researchContract.trends, { ...question, keywords: [`cold brew ${n}`] })
    const error = await refusal(call(researchContract.trends, question))
    expect(error).toMatchObject({ code: 'limit_used_up' })
    expect(error.toBody().details).toMatchObject({ tool: 'trends', available: 0, requested: 1 })
  })

  test('a source that isn’t set up is rejected by name, and six keywords are an error at their field', async () => {
    const { call, token, workspaceId } = await keyless.signUp('free')
    const named = await refusal(
      call(researchContract.trends, { workspace_id: workspaceId, keywords: ['a'], source: 'serpapi' }),
    )
    expect(named).toMatchObject({ code: 'unavailable', message: 'SerpApi isn’t set up on this server.' })
    const { status, body } = await post(
      `${keyless.url}/extra/trends`,
      { workspace_id: workspaceId, keywords: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { Authorization: `Bearer ${token}` },
    )
    expect([status, body.error!.field]).toEqual([400, 'keywords'])
  })
})

describe('volumes', () => {
  test('each keyword has its months, CPC and provider, and credits of unknown ones are refunded', async () => {
    const { call, workspaceId } = await keyed.signUp('pro')
    const keywords = Array.from({ length: 60 }, (_, n) => `cold brew ${n}`)
    const given = [...keywords, 'COLD BREW 1', 'cold  brew 2']
    const before = await call(researchContract.volumes, {
      workspace_id: workspaceId,
      keywords: given,
      ...us,
      dry_run: true,
    })
    expect(before.estimate).toMatchObject({ units: 60, provider: 'dataforseo' })
    expect(before.estimate.cost_usd).toBeGreaterThan(0.07)
    const answer = await call(researchContract.volumes, { workspace_id: workspaceId, keywords: given, ...us })
    expect(answer.items.length + answer.missing.length).toBe(60)
    expect(answer.missing.length).toBeGreaterThan(0)
    expect(new Set([...answer.items.map(({ text }) => text), ...answer.missing])).toEqual(new Set(keywords))
    const [row] = answer.items
    expect(row!.volume).toMatchObject({ provider: 'dataforseo' })
    expect(row!.volume!.as_of).toMatch(/^\d{4}-\d\d/)
    expect(row!.monthly).toHaveLength(12)
    expect(row!.cpc!.currency).toBe('USD')
    expect(row!.competition).toBeLessThanOrEqual(1)
    expect(answer.cost_usd).toBeGreaterThan(0.07)
    expect((await used(call)).sv).toBe(answer.items.length)
    const kept = await call(researchContract.get, { _id: answer.lookup_id! })
    expect(kept.volumes!.items).toEqual(answer.items)
    expect(kept.keywords).toEqual(keywords)
    expect(kept.lookup).toMatchObject({ known: answer.items.length, missing: answer.missing.length })
  })

  test('a thousand keywords are one task', async () => {
    const { call, workspaceId } = await keyed.signUp('pro')
    vendors.log.clear()
    const keywords = Array.from({ length: 1000 }, (_, n) => `brew ${n}`)
    const answer = await call(researchContract.volumes, { workspace_id: workspaceId, keywords, ...us })
    expect(answer.items.length + answer.missing.length).toBe(1000)
    const tasks = vendors.log.requests.filter(({ path }) => path.endsWith('search_volume/live'))
    expect(tasks).toHaveLength(1)
    const more = await refusal(
      call(researchContract.volumes, { workspace_id: workspaceId, keywords: [...keywords, 'one more'], ...us }),
    )
    expect(more.toBody()).toMatchObject({ code: 'invalid_input', field: 'keywords' })
  })

  test('without keys, imported numbers are used: ranges stay ranges, impressions stay impressions', async () => {
    const { call, workspaceId } = await keyless.signUp('starter')
    const planner = 'Keyword,Min search volume,Max search volume\ncold brew ratio,1000,10000\n'
    await call(importsContract.add, { workspace_id: workspaceId, file: new File([planner], 'planner 2026-05-01.csv') })
    const console_ = 'Top queries,Clicks,Impressions,CTR,Position\ncold brew at home,12,3400,0.35%,8.2\n'
    await call(importsContract.add, { workspace_id: workspaceId, file: new File([console_], 'Queries.csv') })
    const keywords = ['cold brew ratio', 'cold brew at home', 'nobody imported this']
    const answer = await call(researchContract.volumes, { workspace_id: workspaceId, keywords, ...us })
    expect(answer.provider).toBe('imported')
    expect(answer.items.map(({ text, volume, impressions }) => [text, volume, impressions])).toEqual([
      ['cold brew ratio', expect.objectContaining({ low: 1000, high: 10000, provider: 'imported' }), null],
      ['cold brew at home', null, 3400],
    ])
    expect(answer.items[0]!.volume!.as_of).not.toBeNull()
    expect(answer.missing).toEqual(['nobody imported this'])
    expect((await used(call)).sv).toBe(2)
  })

  test('a failing vendor costs nothing, and imported numbers are used instead', async () => {
    const { call, workspaceId } = await keyed.signUp('starter')
    vendors.setFault('dataforseo', { kind: 'status', status: 401 })
    try {
      const question = { workspace_id: workspaceId, keywords: ['cold brew ratio', 'cold brew'], ...us }
      const error = await refusal(call(researchContract.volumes, question))
      expect(error).toMatchObject({ code: 'upstream_failed' })
      expect(error.message).toContain('can’t be used on this server')
      expect(error.message).not.toContain('DATAFORSEO_LOGIN')
      expect((await used(call)).sv).toBe(0)
      await call(importsContract.add, {
        workspace_id: workspaceId,
        file: new File(['Keyword,Volume\ncold brew ratio,9900\n'], 'numbers.csv'),
      })
      const answer = await call(researchContract.volumes, question)
      expect(answer).toMatchObject({ provider: 'imported', missing: ['cold brew'], cost_usd: 0 })
      expect(answer.items[0]!.volume).toMatchObject({ value: 9900, provider: 'imported' })
      expect(answer.notes[0]).toContain('DataForSEO')
    } finally {
      vendors.setFault('dataforseo', null)
    }
  })

  test('the same Idempotency-Key is charged once, and a plan without volumes gets an error', async () => {
    const { call, workspaceId } = await keyed.signUp('starter')
    const question = { workspace_id: workspaceId, keywords: ['cold brew 1', 'cold brew 2'], ...us }
    const once = await call(researchContract.volumes, question, { idempotencyKey: 'volumes-1' })
    const again = await call(researchContract.volumes, question, { idempotencyKey: 'volumes-1' })
    expect(again).toEqual(once)
    const { total } = await call(researchContract.history, { workspace_id: workspaceId, kind: 'sv' })
    expect(total).toBe(1)
    const free = await keyed.signUp('free')
    const error = await refusal(free.call(researchContract.volumes, { ...question, workspace_id: free.workspaceId }))
    expect(error).toMatchObject({ code: 'limit_no_access' })
  })

  test('credits of a lookup whose process died are refunded by the next start', async () => {
    const { call, workspaceId, user } = await keyed.signUp('starter')
    const answer = await call(researchContract.volumes, { workspace_id: workspaceId, keywords: ['cold brew 1'], ...us })
    const { sv } = await used(call)
    // What kill -9 leaves behind: reserved credits, and a lookup that never ends.
    await keyed.database.pool.query(
      `insert into lookups (workspace_id, id, kind, status, question, units, units_period, payer_id)
       select workspace_id, gen_random_uuid(), kind, 'running', question, 30, units_period, payer_id from lookups where id = $1`,
      [answer.lookup_id],
    )
    await keyed.database.pool.query(`update usage set used = used + 30 where user_id = $1 and tool = 'sv'`, [user.id])
    expect((await used(call)).sv).toBe(sv + 30)
    const stop = await keyed.app.start({ alone: true })
    stop()
    expect((await used(call)).sv).toBe(sv)
  })
})

describe('lookups', () => {
  test('are listed, read, exported and deleted, and not found in another workspace', async () => {
    const { call, token, workspaceId } = await keyed.signUp('pro')
    const trend = await call(researchContract.trends, {
      workspace_id: workspaceId,
      keywords: ['=cold brew', 'chai'],
      ...us,
    })
    const volumes = await call(researchContract.volumes, {
      workspace_id: workspaceId,
      keywords: ['cold brew 1', '\u0000'.concat('x')],
      ...us,
    })
    const listed = await call(researchContract.history, { workspace_id: workspaceId, kind: 'trends' })
    expect(listed.items.map(({ _id, provider }) => [_id, provider])).toEqual([[trend.lookup_id, 'google_trends']])
    const file = async (id: string | null, format: string) =>
      fetch(`${keyed.url}/extra/export/${id}?format=${format}`, { headers: { Authorization: `Bearer ${token}` } })
    const csv = await (await file(trend.lookup_id, 'csv')).text()
    expect(csv.split(/\r?\n/)[0]).toMatch(/Date,"?'?=cold brew"?,chai,Incomplete/)
    expect(csv.trim().split(/\r?\n/)).toHaveLength(53)
    const table = await (await file(volumes.lookup_id, 'csv')).text()
    expect(table).toContain('DataForSEO')
    const workbook = await file(volumes.lookup_id, 'xlsx')
    expect(new TextDecoder().decode((await workbook.bytes()).slice(0, 2))).toBe('PK')
    const other = await keyed.signUp('pro')
    expect(await refusal(other.call(researchContract.get, { _id: trend.lookup_id! }))).toMatchObject({
      code: 'not_found',
    })
    await call(researchContract.remove, { _id: trend.lookup_id! })
    expect(await refusal(call(researchContract.get, { _id: trend.lookup_id! }))).toMatchObject({ code: 'not_found' })
  })

  test('customers see what isn’t set up, without names of settings', async () => {
    const { call, workspaceId } = await keyless.signUp()
    const { items, has_imports } = await call(researchContract.sources, { workspace_id: workspaceId })
    expect(items.map(({ id, unavailable, volumes }) => [id, unavailable, volumes])).toEqual([
      ['dataforseo', 'DataForSEO isn’t set up on this server.', true],
      ['serpapi', 'SerpApi isn’t set up on this server.', false],
      ['wikipedia', null, false],
    ])
    expect(JSON.stringify(items)).not.toMatch(/unavailable_details|SERPAPI_KEY/)
    expect(has_imports).toBe(false)
  })
})

describe('lists', () => {
  test('have each keyword once with its source, and are filtered, sorted and paginated', async () => {
    const { call, workspaceId } = await keyless.signUp()
    const { list, added } = await call(listsContract.add, {
      workspace_id: workspaceId,
      name: 'Autumn  plan',
      items: [
        { text: 'How to make cold brew?', from: { kind: 'report', id: workspaceId, label: 'cold brew' } },
        { text: 'how to make cold brew' },
        { text: 'c++ coffee' },
      ],
    })
    expect(added).toBe(2)
    expect(list).toMatchObject({ name: 'Autumn plan', items: 2 })
    const more = await call(listsContract.addItems, {
      _id: list._id,
      items: [{ text: 'C++ Coffee' }, { text: 'c coffee' }, { text: 'espresso' }],
    })
    expect(more).toMatchObject({ added: 2, known: 1, list: { items: 4 } })
    const sorted = await call(listsContract.get, { _id: list._id, sort: 'text', limit: 3 })
    expect(sorted.items.map(({ text }) => text)).toEqual(['c coffee', 'c++ coffee', 'espresso'])
    expect(sorted.total).toBe(4)
    const found = await call(listsContract.get, { _id: list._id, q: 'make' })
    expect(found.items[0]).toMatchObject({
      text: 'How to make cold brew?',
      from: { kind: 'report', id: workspaceId, label: 'cold brew' },
    })
    const removed = await call(listsContract.removeItems, { _id: list._id, item_ids: [found.items[0]!._id] })
    expect(removed).toMatchObject({ removed: 1, list: { items: 3 } })
    const { texts } = await call(listsContract.texts, { _id: list._id })
    expect(texts).toEqual(['c++ coffee', 'c coffee', 'espresso'])
  })

  test('names are unique, and a deleted list can be restored for a day, renamed if needed', async () => {
    const { call, workspaceId } = await keyless.signUp()
    const name = 'Plan'
    const { list } = await call(listsContract.add, { workspace_id: workspaceId, name, items: [{ text: 'tea' }] })
    const taken = await refusal(call(listsContract.add, { workspace_id: workspaceId, name: 'PLAN' }))
    expect(taken.toBody()).toMatchObject({ code: 'conflict', field: 'name' })
    await call(listsContract.remove, { _id: list._id })
    expect((await call(listsContract.list, { workspace_id: workspaceId })).total).toBe(0)
    expect(await refusal(call(listsContract.get, { _id: list._id }))).toMatchObject({ code: 'not_found' })
    const second = await call(listsContract.add, { workspace_id: workspaceId, name })
    const { list: back } = await call(listsContract.restore, { _id: list._id })
    expect(back).toMatchObject({ name: 'Plan (2)', items: 1 })
    expect(await refusal(call(listsContract.rename, { _id: back._id, name: 'plan' }))).toMatchObject({
      code: 'conflict',
    })
    expect((await call(listsContract.rename, { _id: second.list._id, name: 'plan' })).list.name).toBe('plan')
  })

  test('have up to 100,000 keywords', async () => {
    const { call, workspaceId } = await keyless.signUp()
    const { list } = await call(listsContract.add, { workspace_id: workspaceId, name: 'Large' })
    const items = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ text: `keyword ${from + n}` }))
    for (let at = 0; at < 100_000; at += 10_000)
      await call(listsContract.addItems, { _id: list._id, items: items(at, 10_000) })
    const error = await refusal(call(listsContract.addItems, { _id: list._id, items: items(99_999, 2) }))
    expect(error).toMatchObject({ code: 'too_large' })
    const { list: after, total } = await call(listsContract.get, {
      _id: list._id,
      sort: 'text',
      page: 1000,
      limit: 100,
    })
    expect([after.items, total]).toEqual([100_000, 100_000])
    // A cluster report uses all of them.
    const { texts } = await call(listsContract.texts, { _id: list._id })
    const { estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      queries: texts,
      ...us,
      dry_run: true,
    })
    expect(estimate.units).toBe(100_000)
  }, 60_000)
})
