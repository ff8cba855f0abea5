import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { type Progress, type ReportHead, reportsContract, reportTypes } from '../../src/features/reports/contract.ts'
import { patternSource } from '../../src/features/reports/rules/questions/pattern-source.ts'
import type { Call } from '../../src/kit/client.ts'
import type { SourceId } from '../../src/providers/search-data/port.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
beforeAll(async () => {
  vendors = await startSearchVendors()
  server = await startTestServer(vendors.settings)
})
afterAll(async () => {
  await server.close()
  await vendors.close()
})
beforeEach(() => {
  vendors.setFault('dataforseo', null)
  vendors.log.clear()
})

const us = { country: 'US', language: 'en' } as const
const products = ['dataforseo_serp', 'dataforseo_ideas', 'dataforseo_volumes', 'dataforseo_trends'] as const

async function finished(call: Call, report: Pick<ReportHead, '_id'>) {
  return until(
    'the report to finish',
    async () => {
      const progress = await call(reportsContract.checkstatus, { _id: report._id })
      return ['done', 'failed', 'cancelled'].includes(progress.status!) ? (progress as Progress) : null
    },
    230_000,
  )
}

const importFile = async (call: Call, workspaceId: string, keywords: string[]) =>
  (
    await call(importsContract.add, {
      workspace_id: workspaceId,
      file: new File([`Keyword\n${keywords.join('\n')}\n`], 'keywords.csv'),
    })
  ).import

const paidPaths = () => vendors.log.requests.filter(({ costUsd }) => costUsd > 0).map(({ path }) => path)
const getState = (progress: Progress, id: string) => progress.sources.find((source) => source.id === id)
const usedReports = async (call: Call, workspaceId: string) =>
  (await call(reportsContract.overview, { workspace_id: workspaceId })).usage

test('an imported file of 5,000 keywords uses 5,000 queued result pages and no other paid request', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const keywords = Array.from({ length: 5000 }, (_, at) => `kettle ${at} ${['price', 'review', 'repair'][at % 3]}`)
  const file = await importFile(call, workspaceId, keywords)
  const { report, estimate } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: file._id,
    sources: ['dataforseo'],
    ...us,
  })
  expect(estimate).toMatchObject({ units: 5000, cost_usd: 3 })
  const progress = await finished(call, report!)
  expect(progress).toMatchObject({ status: 'done', rows: 5000, spent_usd: 3 })
  expect(getState(progress, 'dataforseo_serp')).toMatchObject({ state: 'done', count: 5000, spent_usd: 3, error: null })
  const posts = vendors.log.requests.filter(({ path }) => path.endsWith('/task_post'))
  const tasks = posts.flatMap(({ body }) => JSON.parse(body) as { keyword: string; tag: string }[])
  expect(tasks).toHaveLength(5000)
  expect(new Set(tasks.map(({ keyword }) => keyword)).size).toBe(5000)
  expect(Math.max(...posts.map(({ body }) => JSON.parse(body).length))).toBe(100)
  expect(new Set(paidPaths())).toEqual(new Set(['/v3/serp/google/organic/task_post']))
  expect(vendors.log.costUsd()).toBe(3)
  const { rows } = await server.database.pool.query(
    `select count(*) as rows, count(cluster_id) as clustered, count(distinct cluster_id) as clusters from report_rows where report_id = $1`,
    [report!._id],
  )
  const { rows: topics } = await server.database.pool.query(
    `select sum(keywords) as keywords, count(*) as listed from report_clusters where report_id = $1 and kind <> 'parent'`,
    [report!._id],
  )
  expect(rows[0]).toMatchObject({ rows: 5000, clustered: 5000 })
  expect(topics[0]).toEqual({ keywords: 5000, listed: rows[0].clusters })
  const { rows: left } = await server.database.pool.query('select from report_tasks where report_id = $1', [
    report!._id,
  ])
  expect(left).toHaveLength(0)

  // Stored results aren't paid for again.
  vendors.log.clear()
  const again = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    import_id: file._id,
    sources: ['dataforseo_serp'],
    ...us,
  })
  expect(await finished(call, again.report!)).toMatchObject({ status: 'done', spent_usd: 0 })
  expect(vendors.log.count('dataforseo')).toBe(0)
}, 240_000)

describe('a list of keywords', () => {
  test('that is short uses one live result page per keyword, and adds no rows', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const queries = ['green tea', 'black tea', 'white tea', 'oolong tea']
    const { report, estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      queries,
      sources: ['dataforseo', 'serper'],
      ...us,
    })
    expect(estimate.cost_usd).toBe(4 * 0.002 + 4 * 0.001)
    const progress = await finished(call, report!)
    expect(progress).toMatchObject({ status: 'done', rows: 4, spent_usd: 0.012 })
    const { sections } = (await call(reportsContract.get, { id: report!._id })).report
    expect(sections.keywords!.map(({ text }) => text).sort()).toEqual([...queries].sort())
    expect(sections.keywords!.every(({ cluster_id }) => cluster_id !== null)).toBe(true)
    expect(sections.clusters!.reduce((sum, { keywords }) => sum + keywords, 0)).toBe(4)
    expect(vendors.log.count('dataforseo')).toBe(4)
  })

  test('without a source sends no request', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const { report, estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      queries: ['green tea', 'black tea', 'white tea', 'oolong tea'],
      ...us,
    })
    expect(estimate.cost_usd).toBe(0)
    expect(await finished(call, report!)).toMatchObject({ status: 'done', spent_usd: 0 })
    expect(vendors.log.count()).toBe(0)
  })
})

describe('DataForSEO products', () => {
  test('are selected one by one: others aren’t called, and volumes need the plan', async () => {
    const { call, workspaceId } = await server.signUp('pro')
    const start = async (query: string, sources: SourceId[]) => {
      vendors.log.clear()
      const { report, estimate } = await call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'questions',
        query,
        sources,
        ...us,
      })
      const progress = await finished(call, report!)
      expect(vendors.log.costUsd()).toBeLessThanOrEqual(estimate.cost_usd)
      expect(progress.spent_usd).toBe(vendors.log.costUsd())
      return { estimate, progress, paths: new Set(paidPaths().map((path) => path.split('/').slice(2, 4).join('/'))) }
    }
    expect((await start('tea one', ['dataforseo_serp'])).paths).toEqual(new Set(['serp/google']))
    expect((await start('tea two', ['dataforseo_ideas'])).paths).toEqual(new Set(['dataforseo_labs/google']))
    const free = await start('tea three', ['google_suggest'])
    expect([free.estimate.cost_usd, free.progress.spent_usd, free.paths.size]).toEqual([0, 0, 0])
    const all = await start('tea four', ['dataforseo'])
    expect(all.progress.sources.map(({ id, state }) => [id, state])).toEqual(products.map((id) => [id, 'done']))
    expect(all.progress.sources.every(({ spent_usd }) => spent_usd! > 0)).toBe(true)
    const free_plan = await server.signUp('starter')
    const { report, estimate } = await free_plan.call(reportsContract.new, {
      workspace_id: free_plan.workspaceId,
      type: 'questions',
      query: 'tea five',
      sources: ['google_suggest', 'dataforseo_volumes'],
      ...us,
    })
    expect(estimate.cost_usd).toBe(0)
    expect(getState(await finished(free_plan.call, report!), 'dataforseo_volumes')).toMatchObject({
      state: 'skipped',
      error: expect.stringContaining('Pro plan'),
    })
    await expect(
      call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'topic',
        query: 'tea',
        sources: ['dataforseo_volumes', 'dataforseo_trends'],
        ...us,
      }),
    ).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'sources' } })
  })

  test('fail one by one, without failing the report', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    vendors.setFault('dataforseo', { kind: 'status', status: 404, path: '/serp/' })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'questions',
      query: 'oat milk',
      sources: ['bing_suggest', 'dataforseo'],
      ...us,
    })
    const progress = await finished(call, report!)
    expect(progress.status).toBe('done')
    expect(progress.sources.map(({ id, state }) => [id, state])).toEqual([
      ['bing_suggest', 'done'],
      ['dataforseo_serp', 'failed'],
      ['dataforseo_ideas', 'done'],
      ['dataforseo_volumes', 'done'],
      ['dataforseo_trends', 'done'],
    ])
    expect(vendors.log.requests.filter(({ path }) => path.includes('keyword_suggestions'))).toHaveLength(1)
    expect(getState(progress, 'dataforseo_serp')!.spent_usd).toBe(0)
    expect(progress.spent_usd).toBe(vendors.log.costUsd())
  })

  test('with an unexpected error fail alone, and no request is repeated or paid twice', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const ask = vi.spyOn(patternSource, 'ask').mockRejectedValue(new TypeError('pages is not iterable'))
    try {
      const { report } = await call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'questions',
        query: 'barley bread',
        sources: ['bing_suggest', 'patterns', 'dataforseo_ideas'],
        ...us,
      })
      const progress = await finished(call, report!)
      expect(progress.status).toBe('done')
      expect(progress.rows).toBeGreaterThan(0)
      expect(progress.sources.map(({ id, state }) => [id, state])).toEqual([
        ['bing_suggest', 'done'],
        ['patterns', 'failed'],
        ['dataforseo_ideas', 'done'],
      ])
      expect(getState(progress, 'patterns')!.error).toContain('sent a response Earshot couldn’t read')
      expect(ask).toHaveBeenCalledTimes(1)
      expect(vendors.log.requests.filter(({ path }) => path.includes('keyword_suggestions'))).toHaveLength(1)
    } finally {
      ask.mockRestore()
    }
  })
})

describe('max_cost_usd', () => {
  test('0: paid sources stop with a reason, and the others continue', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const { report, estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'rye bread',
      sources: ['google_suggest', 'dataforseo', 'serpapi'],
      max_cost_usd: 0,
      ...us,
    })
    expect(estimate.cost_usd).toBe(0)
    const progress = await finished(call, report!)
    expect(progress).toMatchObject({ status: 'done', spent_usd: 0 })
    expect(progress.rows).toBeGreaterThan(10)
    for (const id of [...products, 'serpapi'])
      expect(getState(progress, id), id).toMatchObject({ state: 'skipped', reason: 'budget', spent_usd: 0 })
    expect(getState(progress, 'serpapi')!.error).toBe('Stopped at this report’s spending limit of $0.00.')
    expect(vendors.log.costUsd()).toBe(0)
    expect(vendors.log.count('dataforseo') + vendors.log.count('serpapi')).toBe(0)
  })

  test('the queue is filled up to the limit', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const queries = Array.from({ length: 130 }, (_, at) => `limit ${at}`)
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      queries,
      sources: ['dataforseo_serp'],
      max_cost_usd: 0.0666,
      ...us,
    })
    const progress = await finished(call, report!)
    expect(progress).toMatchObject({ status: 'done', rows: 130, spent_usd: 0.0666 })
    const { report: head } = await call(reportsContract.get, { id: report!._id })
    expect(head).toMatchObject({ max_cost_usd: 0.0666, spent_usd: 0.0666 })
    expect(getState(progress, 'dataforseo_serp')).toMatchObject({ state: 'done', reason: 'budget', count: 111 })
    expect(vendors.log.costUsd()).toBe(0.0666)
  })

  test('several reports share the limit', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const { reports } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'questions',
      queries: ['shared a', 'shared b', 'shared c'],
      sources: ['google_suggest', 'dataforseo_ideas'],
      max_cost_usd: 0.1,
      ...us,
    })
    for (const report of reports!) expect((await finished(call, report)).status).toBe('done')
    expect(vendors.log.costUsd()).toBeLessThanOrEqual(0.1)
    expect(vendors.log.requests.filter(({ path }) => path.includes('keyword_suggestions'))).toHaveLength(0)
  })
})

describe('an interrupted request', () => {
  test('counts as spent, isn’t repeated automatically, and a retry plans it again', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    vendors.setFault('dataforseo', { kind: 'truncated', path: '/live' })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'questions',
      query: 'spelt flour',
      sources: ['google_suggest', 'dataforseo_ideas'],
      ...us,
    })
    const progress = await finished(call, report!)
    expect(getState(progress, 'dataforseo_ideas')).toMatchObject({ state: 'failed', spent_usd: 0.04 })
    expect(vendors.log.requests.filter(({ path }) => path.includes('keyword_suggestions'))).toHaveLength(1)
    vendors.setFault('dataforseo', null)
    await call(reportsContract.retry, { _id: report!._id })
    const again = await finished(call, report!)
    expect(getState(again, 'dataforseo_ideas')).toMatchObject({ state: 'done', error: null })
    expect(again.spent_usd).toBeGreaterThan(0.04)
    expect(again.spent_usd).toBeGreaterThanOrEqual(vendors.log.costUsd())
  })

  test('finds interrupted queued tasks by their tags', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    vendors.setFault('dataforseo', { kind: 'truncated', path: '/task_post', times: 1 })
    const queries = Array.from({ length: 150 }, (_, at) => `cut off ${at}`)
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'clusters',
      queries,
      sources: ['dataforseo_serp'],
      ...us,
    })
    const progress = await finished(call, report!)
    expect(getState(progress, 'dataforseo_serp')).toMatchObject({ state: 'done', count: 150, error: null })
    expect(vendors.log.requests.filter(({ path }) => path.endsWith('/task_post'))).toHaveLength(2)
    expect(progress.spent_usd).toBe(0.09)
    expect(vendors.log.costUsd()).toBe(0.09)
  })
})

test('if live sources find nothing, the credit is refunded and the report is done and empty', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const body = {
    status_code: 20000,
    tasks: [{ status_code: 40102, status_message: 'No Search Results.', cost: 0, result: null }],
  }
  vendors.setFault('dataforseo', { kind: 'status', status: 200, body })
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'qqzzy',
    sources: ['dataforseo', 'patterns'],
    ...us,
  })
  const progress = await finished(call, report!)
  expect(progress).toMatchObject({ status: 'done', empty: true })
  expect(getState(progress, 'dataforseo_volumes')).toMatchObject({ state: 'skipped' })
  expect((await usedReports(call, workspaceId)).reports).toBe(0)
  const { report: whole } = await call(reportsContract.get, { id: report!._id })
  expect(whole).toMatchObject({ empty: true, spent_usd: 0 })
})

test('a listener’s run reports the cost of its paid sources', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const stop = await server.app.start({ alone: false })
  try {
    const { listener } = await call(listenersContract.add, {
      workspace_id: workspaceId,
      keyword: 'sourdough',
      frequency: 'daily',
      sources: ['google_suggest', 'dataforseo_ideas', 'serpapi'],
      ...us,
    })
    const [run] = await until('the first run', async () => {
      const { runs } = await call(listenersContract.single, { _id: listener._id })
      return runs.length > 0 ? runs : null
    })
    expect(run!.source_errors).toEqual([])
    expect(run!.spent_usd).toBeGreaterThan(0)
    expect(run!.spent_usd).toBe(vendors.log.costUsd())
  } finally {
    await stop()
  }
})

test('no report ever spends more than its estimate', async () => {
  const account = await server.signUp('self_hosted')
  const pro = await server.signUp('pro')
  await server.database.pool.query(
    `update plans set allowances = allowances || '{"reports": 1000, "clusters": 100000}' where name = 'pro'`,
  )
  const sources: SourceId[] = [
    'bing_suggest',
    'searxng',
    'dataforseo',
    ...products,
    'serpapi',
    'serper',
    'patterns',
    'wikipedia',
  ]
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        type: fc.constantFrom(...reportTypes),
        from: fc.constantFrom('query', 'queries', 'import', 'import and query'),
        keywords: fc.integer({ min: 1, max: 70 }),
        sources: fc.uniqueArray(fc.constantFrom(...sources), { minLength: 1, maxLength: 5 }),
        depth: fc.integer({ min: 1, max: 2 }),
        fresh: fc.boolean(),
        limit: fc.option(fc.constantFrom(0, 0.001, 0.02, 0.05, 0.3), { nil: undefined }),
        fault: fc.option(fc.constantFrom('/live', '/task_post', '/search_volume', '/google_trends'), { nil: null }),
        faultKind: fc.constantFrom('truncated', 'status'),
        isPro: fc.boolean(),
      }),
      async ({ type, from, keywords, limit, fault, faultKind, isPro, ...rest }) => {
        const { call, workspaceId } = isPro ? pro : account
        const texts = Array.from(
          { length: type === 'clusters' ? keywords : Math.min(keywords, 2) },
          (_, at) => `word ${run} ${at}`,
        )
        run++
        const file = from.startsWith('import') ? await importFile(call, workspaceId, texts) : null
        const what = {
          query: { query: texts[0] },
          queries: { queries: texts },
          import: { import_id: file?._id },
          'import and query': { import_id: file?._id, query: texts[0] },
        }[from]
        vendors.log.clear()
        if (fault)
          vendors.setFault(
            'dataforseo',
            faultKind === 'status'
              ? { kind: 'status', status: 503, path: fault, times: 1 }
              : { kind: 'truncated', path: fault, times: 1 },
          )
        const answer = await call(reportsContract.new, {
          workspace_id: workspaceId,
          type,
          ...what,
          ...us,
          ...rest,
          max_cost_usd: limit,
        }).catch((error) => {
          expect(error).toMatchObject({ code: 'invalid_input', options: { field: 'sources' } })
          return null
        })
        const reports = answer?.reports ?? (answer?.report ? [answer.report] : [])
        let spent = 0
        for (const report of reports) {
          const progress = await finished(call, report)
          spent += progress.spent_usd
          expect(progress.sources.reduce((sum, { spent_usd }) => sum + spent_usd!, 0)).toBeCloseTo(
            progress.spent_usd,
            6,
          )
        }
        vendors.setFault('dataforseo', null)
        const charged = vendors.log.costUsd()
        const estimate = answer?.estimate.cost_usd ?? 0
        expect(spent).toBeLessThanOrEqual(estimate + 1e-9)
        expect(charged).toBeLessThanOrEqual(spent + 1e-9)
        if (limit !== undefined) expect(charged).toBeLessThanOrEqual(limit)
      },
    ),
    { numRuns: Number(process.env.SPENDING_RUNS ?? 15), endOnFailure: true },
  )
}, 300_000)
