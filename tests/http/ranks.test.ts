import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { ranksContract } from '../../src/features/ranks/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { fillSites } from '../support/fill-sites.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
let stopWorker: () => Promise<void>
beforeAll(async () => {
  vendors = await startSearchVendors()
  server = await startTestServer(vendors.settings)
  stopWorker = await server.app.start({ alone: true })
})
afterAll(async () => {
  await stopWorker()
  await server.close()
  await vendors.close()
})
beforeEach(() => {
  vendors.setFault('dataforseo', null)
  vendors.setQueueLatency(0)
  vendors.log.clear()
})

const us = { country: 'US', language: 'en', source: 'dataforseo', frequency: 'daily' } as const

async function finished(call: Call, _id: string, runs = 1) {
  await until(`run ${runs}`, async () => {
    const { tracker } = await call(ranksContract.single, { _id })
    return tracker.run_count >= runs && !tracker.running
  })
  return call(ranksContract.single, { _id })
}

async function runAgain(call: Call, _id: string, runs: number) {
  await call(ranksContract.run, { _id })
  return finished(call, _id, runs)
}

/** A results page with a site at a position; 0: it isn't there. */
function plan(keyword: string, url: string, position: number, aiOverview?: string[]) {
  const urls = Array.from({ length: 30 }, (_, at) => `https://site-${at + 1}.example/${encodeURIComponent(keyword)}`)
  if (position > 0) urls[position - 1] = url
  vendors.setSerp(keyword, {
    urls,
    features: ['people_also_ask'],
    ...(aiOverview ? { aiOverview: { urls: aiOverview, text: 'In short.' } } : {}),
  })
}

const find = <Item extends { keyword: string }>(items: Item[], keyword: string) =>
  items.find((item) => item.keyword === keyword)

test('planted moves are found, and failed checks are gaps: never a position, never lost', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  plan('riser', 'https://shop.mine.example/a', 9, ['https://mine.example/guide'])
  plan('faller', 'https://mine.example/b', 3, ['https://other.example/'])
  plan('leaver', 'https://mine.example/c', 5)
  plan('comer', 'https://mine.example/d', 0)
  const { tracker, estimate } = await call(ranksContract.add, {
    workspace_id: workspaceId,
    domain: 'https://www.mine.example/',
    competitors: ['site-1.example', 'nobody.example'],
    keywords: ['riser', 'faller', 'leaver', 'comer', 'Riser '],
    depth: 20,
    ...us,
  })
  expect(estimate).toMatchObject({ keywords: 4, requests: 8, cost_usd: 0.014, month_cost_usd: 31 * 0.014 })
  const _id = tracker!._id
  const first = await finished(call, _id)
  expect(first.tracker).toMatchObject({
    domain: 'mine.example',
    spent_usd: 0.014,
    last_run: { measured: 4, gaps: 0, spent_usd: 0.014 },
    summary: { measured: 4, ranked: 3, top3: 1, top10: 3, gaps: 0, cited: 1 },
  })
  expect(vendors.log.costUsd()).toBe(0.014)
  expect(find(first.items, 'riser')).toMatchObject({
    position: 9,
    url: 'https://shop.mine.example/a',
    change: 'unknown',
    best: 9,
    features: ['ai_overview', 'people_also_ask', 'related_searches'],
    ai_overview: { present: true, cited: true },
    competitors: [
      { domain: 'site-1.example', position: 1 },
      { domain: 'nobody.example', position: null },
    ],
  })
  expect(find(first.items, 'faller')).toMatchObject({ ai_overview: { present: true, cited: false } })
  expect(find(first.items, 'comer')).toMatchObject({ position: null, reason: 'not_in_depth', best: null })
  const shares = Object.fromEntries(first.share_of_voice.map(({ domain, share }) => [domain, share]))
  expect(shares['mine.example']).toBeCloseTo((0.027 + 0.11 + 0.063) / (4 * 0.863), 6)
  expect(shares['site-1.example']).toBeCloseTo(0.276 / 0.863, 6)
  expect(shares['nobody.example']).toBe(0)

  // Every request fails: nothing is known, so nothing moved.
  vendors.setFault('dataforseo', { kind: 'status', status: 500 })
  const failed = await runAgain(call, _id, 2)
  expect(failed.tracker).toMatchObject({ last_run: { measured: 0, gaps: 4 }, summary: { measured: 0, gaps: 4 } })
  for (const item of failed.items) {
    expect(item).toMatchObject({ position: null, reason: 'failed', change: 'unknown', url_changed: false })
    expect(item.failure).toMatchObject({ reason: expect.stringMatching(/^source_/) })
    expect(item.history.at(-1)).toMatchObject({ position: null, reason: 'failed' })
  }
  expect(failed.movers).toEqual([])
  expect(failed.share_of_voice.map(({ share }) => share)).toEqual([null, null, null])

  // What moves is compared with the last measurement, over the gap.
  vendors.setFault('dataforseo', null)
  plan('riser', 'https://mine.example/other', 2)
  plan('faller', 'https://mine.example/b', 14)
  plan('leaver', 'https://mine.example/c', 0)
  plan('comer', 'https://mine.example/d', 7)
  const moved = await runAgain(call, _id, 3)
  expect(Object.fromEntries(moved.movers.map(({ keyword, change }) => [keyword, change]))).toEqual({
    riser: 'up',
    faller: 'down',
    leaver: 'lost',
    comer: 'new',
  })
  expect(find(moved.items, 'riser')).toMatchObject({ position: 2, previous: 9, best: 2, url_changed: true })
  expect(find(moved.items, 'faller')).toMatchObject({ position: 14, previous: 3, best: 3, url_changed: false })
  expect(find(moved.items, 'leaver')).toMatchObject({ position: null, reason: 'not_in_depth', previous: 5, best: 5 })
  expect(find(moved.items, 'riser')).toMatchObject({
    history: [{ position: 9 }, { position: null, reason: 'failed' }, { position: 2 }],
  })
  expect(moved.runs.map(({ measured, gaps }) => [measured, gaps])).toEqual([
    [4, 0],
    [0, 4],
    [4, 0],
  ])
})

test('three trackers and a report share each results page: it is asked for once', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const other = await server.signUp('self_hosted')
  const keywords = ['shared one', 'shared two', 'shared three']
  const add = (by: Call, workspace_id: string, domain: string, depth = 10) =>
    by(ranksContract.add, { workspace_id, domain, keywords, depth, ...us })
  // The deepest page serves the others.
  const deep = await add(call, workspaceId, 'a.example', 20)
  await finished(call, deep.tracker!._id)
  const two = await Promise.all([add(call, workspaceId, 'b.example'), add(other.call, other.workspaceId, 'c.example')])
  expect(two.map(({ estimate }) => estimate.known)).toEqual([3, 3])
  await finished(call, two[0].tracker!._id)
  const last = await finished(other.call, two[1].tracker!._id)
  expect(last.tracker).toMatchObject({ spent_usd: 0, last_run: { measured: 3, spent_usd: 0 } })
  expect(keywords.map((keyword) => vendors.log.count('dataforseo', keyword))).toEqual([1, 1, 1])
  const { report } = await call(reportsContract.new, {
    ...{ workspace_id: workspaceId, type: 'topic', query: 'shared one', country: 'US', language: 'en' },
    sources: ['dataforseo_serp'],
  })
  await until('the report', async () =>
    ['done', 'failed'].includes((await call(reportsContract.checkstatus, { _id: report!._id })).status!),
  )
  expect(vendors.log.count('dataforseo', 'shared one')).toBe(1)
  // A manual run asks again.
  await runAgain(call, deep.tracker!._id, 2)
  expect(vendors.log.count('dataforseo', 'shared one')).toBe(2)
})

test('the month’s limit is kept: what it doesn’t pay for is a gap with that reason', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const keywords = Array.from({ length: 9 }, (_, at) => `budget ${at}`)
  const input = { workspace_id: workspaceId, domain: 'mine.example', keywords, max_cost_usd: 0.011, ...us }
  const dry = await call(ranksContract.add, { ...input, dry_run: true })
  expect(dry).toMatchObject({ tracker: null, estimate: { cost_usd: 0.018 } })
  expect((await call(ranksContract.list, { workspace_id: workspaceId })).total).toBe(0)
  const { tracker } = await call(ranksContract.add, input)
  const { tracker: done, items } = await finished(call, tracker!._id)
  expect(done).toMatchObject({ spent_usd: 0.01, last_run: { measured: 5, gaps: 4, spent_usd: 0.01 } })
  expect(items.filter(({ reason }) => reason === 'budget')).toHaveLength(4)
  expect(vendors.log.costUsd()).toBe(0.01)
  const again = await runAgain(call, tracker!._id, 2)
  expect(again.tracker).toMatchObject({ spent_usd: 0.01, last_run: { measured: 0, gaps: 9, spent_usd: 0 } })
  expect(vendors.log.costUsd()).toBe(0.01)
})

test('a keyword asked by a worker that died is not asked again', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  await stopWorker()
  const { tracker } = await call(ranksContract.add, {
    ...{ workspace_id: workspaceId, domain: 'mine.example', keywords: ['asked before', 'not yet asked'], ...us },
  })
  const _id = tracker!._id
  // As a worker leaves it that is killed between its request and the answer.
  await server.database.pool.query(
    `insert into rank_runs (workspace_id, tracker_id, no, by_hand, total) values ($1, $2, 1, false, 2)`,
    [workspaceId, _id],
  )
  await server.database.pool.query(
    `insert into rank_checks (workspace_id, tracker_id, keyword_no, run_no, state) values ($1, $2, 1, 1, 'asking')`,
    [workspaceId, _id],
  )
  await server.database.pool.query(
    `update rank_trackers set running = true, attempt = 1, spent_usd = 0.002, take_at = now() + interval '1 hour' where id = $1`,
    [_id],
  )
  stopWorker = await server.app.start({ alone: true })
  const { items, tracker: done } = await finished(call, _id)
  expect(find(items, 'asked before')).toMatchObject({
    position: null,
    reason: 'failed',
    failure: { reason: 'source_charge_uncertain' },
  })
  expect(find(items, 'not yet asked')).toMatchObject({ reason: 'not_in_depth' })
  expect(vendors.log.requests.map(({ term }) => term)).toEqual(['not yet asked'])
  expect(done.spent_usd).toBe(0.004)
})

test('Search Console’s average is beside each keyword of a domain that is a site; elsewhere null says why', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  await fillSites(server, workspaceId)
  await server.database.pool.query(
    `insert into sites (workspace_id, id, url) values ($1, gen_random_uuid(), 'bare.example')`,
    [workspaceId],
  )
  const track = async (domain: string, keywords: string[]) => {
    const input = { workspace_id: workspaceId, domain, keywords, ...us }
    const { tracker } = await call(ranksContract.add, input)
    return (await finished(call, tracker!._id)).items
  }
  const items = await track('www.hollowoak.example', ['Cold brew ratio', 'cold brew cups'])
  expect(find(items, 'Cold brew ratio')!.own).toEqual({
    site: 'https://hollowoak.example/',
    ...{ position: 5.5, clicks: 9, impressions: 210, from: '2026-11-20', to: '2026-11-20' },
    upload: null,
  })
  expect(find(items, 'Cold brew ratio')).not.toHaveProperty('own_reason')
  expect(find(items, 'cold brew cups')).toMatchObject({ own: null, own_reason: 'not_shown' })
  expect(await track('bare.example', ['cold brew ratio'])).toMatchObject([{ own: null, own_reason: 'no_data' }])
  expect(await track('elsewhere.example', ['cold brew ratio'])).toMatchObject([{ own: null, own_reason: 'no_site' }])
  // Another workspace has its own sites.
  const other = await server.signUp('self_hosted')
  const { tracker } = await other.call(ranksContract.add, {
    ...{ workspace_id: other.workspaceId, domain: 'hollowoak.example', keywords: ['cold brew ratio'], ...us },
  })
  expect((await finished(other.call, tracker!._id)).items).toMatchObject([{ own: null, own_reason: 'no_site' }])
})

test('where no days were read, the average is that of an uploaded export with its period', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { site } = await call(sitesContract.add, { workspace_id: workspaceId, url: 'hollowoak.example' })
  const upload = async (name: string, lines: string[]) => {
    const file = new File([lines.join('\n')], name)
    return (await call(importsContract.add, { workspace_id: workspaceId, site_id: site._id, file })).site_upload!
  }
  const table = ['Query,Clicks,Impressions,CTR,Position', 'cold brew ratio,9,210,4.29%,5.5']
  await upload('undated.csv', table)
  const keywords = ['Cold brew ratio', 'cold brew cups']
  const { tracker } = await call(ranksContract.add, {
    ...{ workspace_id: workspaceId, domain: 'hollowoak.example', keywords, ...us },
  })
  const { items } = await finished(call, tracker!._id)
  expect(items.map(({ own, own_reason }) => [own, own_reason])).toEqual([
    [null, 'period_unknown'],
    [null, 'period_unknown'],
  ])
  const { _id } = await upload('dated.csv', ['"May 1, 2026 - May 31, 2026"', '', ...table])
  const dated = await call(ranksContract.single, { _id: tracker!._id })
  expect(find(dated.items, 'Cold brew ratio')!.own).toMatchObject({
    ...{ site: 'hollowoak.example', position: 5.5, clicks: 9, impressions: 210 },
    ...{ from: '2026-05-01', to: '2026-05-31', upload: { _id, file_name: 'dated.csv' } },
  })
  expect(find(dated.items, 'cold brew cups')).toMatchObject({ own: null, own_reason: 'not_shown' })
})

test('pausing stops the schedule; a phone’s page needs a source that has it', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const input = { workspace_id: workspaceId, domain: 'mine.example', keywords: ['paused'] }
  const { tracker } = await call(ranksContract.add, { ...input, ...us, device: 'mobile' })
  await finished(call, tracker!._id)
  expect(vendors.log.requests.map(({ body }) => JSON.parse(body)[0])).toMatchObject([{ device: 'mobile', depth: 10 }])
  const { tracker: paused } = await call(ranksContract.status, { _id: tracker!._id, status: 'paused' })
  expect(paused).toMatchObject({ status: 'paused', next_run_at: null })
  await expect(call(ranksContract.run, { _id: tracker!._id })).rejects.toMatchObject({ code: 'conflict' })
  const { tracker: resumed } = await call(ranksContract.status, { _id: tracker!._id, status: 'active' })
  expect(resumed.next_run_at).not.toBeNull()
  await expect(call(ranksContract.add, { ...input, ...us, source: 'serper', device: 'mobile' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'device', reason: 'device_unsupported' },
  })
  for (const domain of ['localhost', 'no domain', 'http://mine.example:8080', '192.168.0.1'])
    await expect(call(ranksContract.add, { ...input, ...us, domain })).rejects.toMatchObject({ code: 'invalid_input' })
  await call(ranksContract.delete, { _id: tracker!._id })
  expect((await call(ranksContract.list, { workspace_id: workspaceId })).items).toEqual([])
})

test('every source reads pages of twenty results; SearXNG and Serper don’t say whether there is an AI overview', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const spent: Record<string, number> = {}
  for (const source of ['serpapi', 'serper', 'searxng'] as const) {
    vendors.log.clear()
    const { tracker } = await call(ranksContract.add, {
      ...{ workspace_id: workspaceId, domain: 'mine.example', keywords: [`deep in ${source}`], depth: 20 },
      ...{ ...us, source },
    })
    const { items, tracker: done } = await finished(call, tracker!._id)
    expect(items[0]).toMatchObject({ position: null, reason: 'not_in_depth' })
    expect(items[0]!.ai_overview.present).toBe(source === 'serpapi' ? false : null)
    expect(vendors.log.count(source)).toBe(2)
    spent[source] = done.spent_usd
  }
  expect(spent).toEqual({ serpapi: 0.03, serper: 0.002, searxng: 0 })
})

test('a tracker can measure pixels from the top, at the price it states; others pay nothing more', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const domain = 'mine.example'
  const shown = ['https://mine.example/p', 'https://mine.example/unmeasured']
  plan('pixel one', shown[0]!, 3, ['https://other.example/'])
  const urls = ['https://site-1.example/', shown[1]!]
  vendors.setSerp('pixel two', { urls, features: [], unmeasured: [shown[1]!] })
  plan('pixel three', shown[0]!, 0)
  const keywords = ['pixel one', 'pixel two', 'pixel three']
  const input = { workspace_id: workspaceId, domain, keywords, depth: 20, ...us, pixels: true }
  const { sources } = await call(ranksContract.list, { workspace_id: workspaceId })
  expect(sources.filter(({ pixels }) => pixels).map(({ _id }) => _id)).toEqual(['dataforseo'])
  // Ten results, ten more for three quarters of their price, and as much as the first ten again.
  const { estimate } = await call(ranksContract.add, { ...input, dry_run: true })
  expect(estimate).toMatchObject({ cost_usd: 0.0165, pixels_usd: 0.006, month_cost_usd: 0.5115 })

  const plain = await call(ranksContract.add, { ...input, keywords: ['pixel three'], pixels: false })
  expect(plain.estimate).toMatchObject({ cost_usd: 0.0035, pixels_usd: 0 })
  await finished(call, plain.tracker!._id)
  vendors.log.clear()
  // A page without pixels is known, and doesn't serve.
  const added = await call(ranksContract.add, input)
  expect(added.estimate.known).toBe(0)
  const { items, tracker } = await finished(call, added.tracker!._id)
  expect(tracker).toMatchObject({ pixels: true, spent_usd: 0.0165, last_run: { measured: 3 } })
  expect(vendors.log.costUsd()).toBe(0.0165)
  expect(vendors.log.requests.map(({ body }) => JSON.parse(body)[0].calculate_rectangles)).toEqual([true, true, true])
  // Below an AI overview, a box of questions and two results.
  const one = find(items, 'pixel one')!
  expect(one).toMatchObject({ position: 3, pixels: 160 + 320 + 240 + 2 * 110, history: [{ pixels: 940 }] })
  expect(one).not.toHaveProperty('pixels_reason')
  expect(find(items, 'pixel two')).toMatchObject({ position: 2, pixels: null, pixels_reason: 'not_given' })
  expect(find(items, 'pixel three')).toMatchObject({ position: null, pixels: null, pixels_reason: 'no_position' })

  // A page with pixels serves a tracker that doesn't measure them, and a shallower one.
  const later = await call(ranksContract.add, { ...input, domain: 'mine.example', depth: 10, pixels: false })
  expect(later.estimate.known).toBe(3)
  const shared = await finished(call, later.tracker!._id)
  expect(shared.tracker).toMatchObject({ pixels: false, spent_usd: 0 })
  expect(find(shared.items, 'pixel one')).toMatchObject({ position: 3, pixels: null, pixels_reason: 'not_measured' })
  expect(find(shared.items, 'pixel one')!.history).toMatchObject([{ pixels: null, pixels_reason: 'not_measured' }])
  expect(vendors.log.count('dataforseo')).toBe(3)

  // A check that fails has no pixels, and the history keeps those before.
  vendors.setFault('dataforseo', { kind: 'status', status: 500 })
  const failed = await runAgain(call, tracker._id, 2)
  expect(find(failed.items, 'pixel one')).toMatchObject({ position: null, pixels: null, pixels_reason: 'no_position' })
  expect(find(failed.items, 'pixel one')!.history).toMatchObject([{ pixels: 940 }, { pixels: null }])

  await expect(call(ranksContract.add, { ...input, source: 'serper' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'pixels', reason: 'pixels_unsupported' },
  })
})

test('pixels count towards the month’s limit, and double the price of the queue for ten results', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const few = Array.from({ length: 4 }, (_, at) => `pixel limit ${at}`)
  const input = { workspace_id: workspaceId, domain: 'mine.example', ...us, pixels: true }
  const limited = await call(ranksContract.add, { ...input, keywords: few, max_cost_usd: 0.011 })
  const { tracker: stopped, items } = await finished(call, limited.tracker!._id)
  expect(stopped).toMatchObject({ spent_usd: 0.008, last_run: { measured: 2, gaps: 2 } })
  expect(items.filter(({ reason }) => reason === 'budget')).toHaveLength(2)
  vendors.log.clear()

  const keywords = many('pixel queue')
  for (const keyword of keywords) plan(keyword, 'https://mine.example/q', 1)
  const { tracker, estimate } = await call(ranksContract.add, { ...input, keywords })
  expect(estimate).toMatchObject({ queued: true, cost_usd: 0.066, pixels_usd: 0.033 })
  const done = await finished(call, tracker!._id)
  expect(done.tracker.last_run).toMatchObject({ measured: 55, gaps: 0, spent_usd: 0.066 })
  expect(done.items.every(({ pixels }) => pixels === 160 + 240)).toBe(true)
  expect(posts()).toHaveLength(55)
  expect(posts()[0]).toMatchObject({ calculate_rectangles: true })
  expect(vendors.log.costUsd()).toBeCloseTo(0.066, 6)
})

const many = (name: string) => Array.from({ length: 55 }, (_, at) => `${name} ${at}`)
const posts = () =>
  vendors.log.requests
    .filter(({ path }) => path.endsWith('/task_post'))
    .flatMap(({ body }) => JSON.parse(body) as object[])

test('scheduled runs of 50 keywords or more go through the queue, once for all trackers; a run by hand doesn’t', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const other = await server.signUp('self_hosted')
  const keywords = many('queued')
  for (const [at, keyword] of keywords.entries()) plan(keyword, 'https://mine.example/q', (at % 9) + 1)
  vendors.setQueueLatency(300)
  const input = { keywords, domain: 'mine.example', depth: 20, ...us }
  const dry = await call(ranksContract.add, { ...input, workspace_id: workspaceId, dry_run: true })
  // 0.0006 for the first ten results, three quarters of that for the next.
  expect(dry.estimate).toMatchObject({ queued: true, cost_usd: 0.05775 })
  const added = await Promise.all([
    call(ranksContract.add, { ...input, workspace_id: workspaceId }),
    other.call(ranksContract.add, { ...input, workspace_id: other.workspaceId }),
  ])
  const [mine, theirs] = [
    await finished(call, added[0].tracker!._id),
    await finished(other.call, added[1].tracker!._id),
  ]
  for (const { items, tracker } of [mine, theirs]) {
    expect(tracker.last_run).toMatchObject({ measured: 55, gaps: 0 })
    expect(find(items, 'queued 3')).toMatchObject({ position: 4, url: 'https://mine.example/q' })
  }
  expect(posts()).toHaveLength(55)
  expect(posts()[0]).toMatchObject({ depth: 20, priority: 1 })
  expect(mine.tracker.spent_usd + theirs.tracker.spent_usd).toBeCloseTo(0.05775, 6)
  expect(vendors.log.costUsd()).toBeCloseTo(0.05775, 6)
  const { rows } = await server.database.pool.query('select from rank_tasks')
  expect(rows).toEqual([])
  vendors.log.clear()
  const again = await runAgain(call, added[0].tracker!._id, 2)
  expect(again.tracker.last_run).toMatchObject({ measured: 55, spent_usd: 55 * 0.0035 })
  expect(posts()).toEqual([])
})

test('a queued run that another worker takes over collects what was posted, and posts nothing twice', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const keywords = many('taken over')
  for (const keyword of keywords) plan(keyword, 'https://mine.example/t', 2)
  vendors.setQueueLatency(60_000)
  const input = { keywords, domain: 'mine.example', workspace_id: workspaceId, ...us }
  const { tracker } = await call(ranksContract.add, input)
  const _id = tracker!._id
  await until('the tasks to be posted', async () => {
    const { rows } = await server.database.pool.query(
      'select from rank_tasks where tracker_id = $1 and task_id is not null',
      [_id],
    )
    return rows.length === 55
  })
  await stopWorker()
  // The answer to posting this one was lost.
  await server.database.pool.query('update rank_tasks set task_id = null where tracker_id = $1 and keyword_no = 7', [
    _id,
  ])
  vendors.makeQueueReady()
  stopWorker = await server.app.start({ alone: true })
  const { tracker: done, items } = await finished(call, _id)
  expect(done.last_run).toMatchObject({ measured: 55, gaps: 0, spent_usd: 0.033 })
  expect(items.every(({ position }) => position === 2)).toBe(true)
  expect(posts()).toHaveLength(55)
})

test('the month’s limit pays for a part of the queue; the rest are gaps with that reason', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  vendors.setQueueLatency(0)
  const input = { keywords: many('limited'), domain: 'mine.example', workspace_id: workspaceId, ...us }
  const { tracker } = await call(ranksContract.add, { ...input, max_cost_usd: 0.02 })
  const _id = tracker!._id
  const { tracker: done } = await finished(call, _id)
  const { items } = await call(ranksContract.single, { _id, limit: 100 })
  expect(done.last_run).toMatchObject({ measured: 33, gaps: 22, spent_usd: 0.0198 })
  expect(items.filter(({ reason }) => reason === 'budget')).toHaveLength(22)
  expect(vendors.log.costUsd()).toBeCloseTo(0.0198, 6)
})
