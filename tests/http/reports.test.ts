import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReportHead, type Row, reportsContract } from '../../src/features/reports/contract.ts'
import { reportErrorTexts } from '../../src/features/reports/web/error-texts.ts'
import type { Call } from '../../src/kit/client.ts'
import { guardFormula } from '../../src/kit/formula-guard.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { hasSentence } from '../support/stored-errors.ts'
import { until } from '../support/wait-until.ts'

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
beforeAll(async () => {
  vendors = await startSearchVendors({ latencyMs: 5 })
  server = await startTestServer(vendors.settings)
})
afterAll(async () => {
  await server.close()
  await vendors.close()
})

const us = { country: 'US', language: 'en' } as const

async function finished(call: Call, report: Pick<ReportHead, '_id'>) {
  return until('the report to finish', async () => {
    const progress = await call(reportsContract.checkstatus, { _id: report._id })
    return ['done', 'failed', 'cancelled'].includes(progress.status!) ? progress : null
  })
}

describe('a report in a language without word lists', () => {
  test('names the missing lists', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const getGaps = async (language: string) => {
      const { report } = await call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'topic',
        query: 'kahvi',
        country: 'FI',
        language,
        sources: ['google_suggest'],
      })
      return report!.language_gaps
    }
    expect(await getGaps('fi')).toEqual(['question_words', 'intent_words', 'template_phrases'])
    expect(await getGaps('ko')).toEqual([])
  })
})

describe('a topic report', () => {
  test('uses every configured source, fills its sections, and names the provider of each number', async () => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const { report, estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'cold brew  coffee',
      ...us,
    })
    expect(report).toMatchObject({ query: 'cold brew coffee', status: 'queued', progress: 0, units: 1 })
    expect(estimate.units).toBe(1)
    const progress = await finished(call, report!)
    expect(progress).toMatchObject({ status: 'done', progress: 1, stage: 'done', error: null })
    expect(progress.rows).toBeGreaterThan(1000)
    const byId = Object.fromEntries(progress.sources!.map((source) => [source.id, source]))
    for (const id of [
      'google_suggest',
      'bing_suggest',
      'duckduckgo_suggest',
      'youtube_suggest',
      'wikipedia',
      'stackexchange',
      'reddit',
      'searxng',
      'serpapi',
      'serper',
      'dataforseo_serp',
      'dataforseo_ideas',
      'dataforseo_volumes',
      'dataforseo_trends',
    ]) {
      expect(byId[id], id).toMatchObject({ state: 'done', error: null })
    }
    expect(byId.google_suggest!.arrivals.reduce((sum, count) => sum + count, 0)).toBe(byId.google_suggest!.count)

    const full = (await call(reportsContract.get, { id: report!._id })).report
    const { sections } = full
    const keywords = sections.keywords!
    expect(keywords).toHaveLength(progress.rows!)
    expect(new Set(keywords.map(({ text }) => text.toLowerCase())).size).toBe(keywords.length)
    const ids = new Set(keywords.map(({ _id }) => _id))
    for (const name of ['questions', 'comparisons', 'prepositions', 'alphabeticals', 'related'] as const) {
      expect(sections[name]!.every(({ _id }) => ids.has(_id))).toBe(true)
    }
    expect(sections.questions!.length).toBeGreaterThan(50)
    expect(sections.questions!.every(({ type }) => type === 'question')).toBe(true)
    expect(keywords.every(({ sources }) => sources.length > 0)).toBe(true)
    const measured = keywords.filter(({ volume }) => volume !== null)
    expect(measured.length).toBeGreaterThan(0)
    expect(measured.every(({ volume }) => volume!.provider === 'dataforseo' && volume!.as_of !== null)).toBe(true)
    // The topic's row and the overview have the same difficulty, from the same provider.
    const seed = keywords.find(({ type }) => type === 'seed')!
    expect(sections.overview!.difficulty).toEqual({ value: seed.difficulty, basis: 'Measured by DataForSEO' })
    expect(sections.serp).toHaveLength(10)
    expect(sections.serp!.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const read = sections.serp!.filter(({ fetched }) => fetched === 'ok')
    expect(read.length).toBeGreaterThan(5)
    expect(read.every(({ words, headings }) => words! > 20 && headings.length > 0)).toBe(true)
    expect(sections.clusters!.length).toBeGreaterThan(3)
    expect(sections.terms!.length).toBeGreaterThan(3)
    expect(sections.discussions!.length).toBeGreaterThan(3)
    expect(sections.overview!.counts.keywords).toBe(keywords.length)
    expect(sections.provenance!.map(({ source }) => source)).toContain('google_suggest')
    expect(sections.trend!.points.length).toBeGreaterThan(3)
  })

  test('sends identical requests to a source only once', async () => {
    const { call, workspaceId } = await server.signUp()
    const run = async () =>
      finished(
        call,
        (
          await call(reportsContract.new, {
            workspace_id: workspaceId,
            type: 'questions',
            query: 'green tea',
            sources: ['bing_suggest'],
            ...us,
          })
        ).report!,
      )
    await run()
    const asked = vendors.log.count('bing_suggest')
    const again = await run()
    expect(again.status).toBe('done')
    expect(vendors.log.count('bing_suggest')).toBe(asked)
  })

  test('depth 2 expands found questions and nests the results', async () => {
    const { call, workspaceId } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'questions',
      query: 'rye bread',
      depth: 2,
      sources: ['google_suggest'],
      ...us,
    })
    await finished(call, report!)
    const { items } = await call(reportsContract.rows, {
      _id: report!._id,
      section: 'keywords',
      filters: { depth: 2 },
      limit: 100,
    })
    expect(items.length).toBeGreaterThan(10)
    expect(items.some((row) => (row as Row).parent_id !== null)).toBe(true)
  })

  test('a failing source doesn’t affect the others, and retry calls only that one', async () => {
    const { call, workspaceId, user } = await server.signUp()
    vendors.setFault('reddit', { kind: 'status', status: 403 })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'oat milk',
      sources: ['google_suggest', 'reddit'],
      fresh: true,
      ...us,
    })
    const first = await finished(call, report!)
    expect(first.status).toBe('done')
    const failed = first.sources!.find(({ id }) => id === 'reddit')!
    expect(failed.state).toBe('failed')
    expect(failed.error).toMatch(/^Reddit can’t be used on this server right now\./)
    expect(failed.failure).toEqual({
      code: 'unavailable',
      reason: 'source_unauthorized',
      params: { source: 'Reddit' },
    })
    const stored = { id: report!._id }
    const seenBy = async () => {
      const { report: whole } = await call(reportsContract.get, stored)
      return whole.sources.find(({ id }) => id === 'reddit')!
    }
    expect(await seenBy()).not.toHaveProperty('error_details')
    const setStaff = (staff: boolean) =>
      server.database.pool.query('update users set staff = $2 where id = $1', [user.id, staff])
    await setStaff(true)
    expect((await seenBy()).error_details).toMatch(/REDDIT_CLIENT_ID/)
    await setStaff(false)
    // No response about this report shows setting or host names to customers.
    const answers = [
      await call(reportsContract.get, stored),
      await call(reportsContract.checkstatus, { _id: report!._id }),
      await call(reportsContract.find, { workspace_id: workspaceId }),
      await call(reportsContract.overview, { workspace_id: workspaceId }),
      await call(reportsContract.sources, {}),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/error_details|REDDIT_|_KEY|_URL/)
    vendors.setFault('reddit', null)
    const asked = vendors.log.count('google_suggest')
    // The circuit of a failing source stays open for a while, so a retry may have to wait.
    const second = await until(
      'reddit to answer',
      async () => {
        await call(reportsContract.retry, { _id: report!._id })
        const progress = await finished(call, report!)
        return progress.sources!.find(({ id }) => id === 'reddit')!.state === 'done' ? progress : null
      },
      50_000,
    )
    expect(second.status).toBe('done')
    expect(vendors.log.count('google_suggest')).toBe(asked)
    await expect(call(reportsContract.retry, { _id: report!._id })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('fails with a reason and a refund if no source responded', async () => {
    const { call, workspaceId } = await server.signUp()
    vendors.setFault('duckduckgo_suggest', { kind: 'status', status: 500 })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'barley tea',
      sources: ['duckduckgo_suggest', 'patterns'],
      ...us,
    })
    const progress = await finished(call, report!)
    vendors.setFault('duckduckgo_suggest', null)
    expect(progress.status).toBe('failed')
    expect(progress.error).toMatch(/None of the sources responded/)
    expect(progress.failure).toEqual({ code: 'upstream_failed', reason: 'no_source_responded' })
    const { report: ended } = await call(reportsContract.get, { id: report!._id })
    expect(ended.failure).toEqual(progress.failure)
    expect(hasSentence(ended, reportErrorTexts)).toBe(true)
    expect((await call(reportsContract.overview, { workspace_id: workspaceId })).usage.reports).toBe(0)
  })

  test('template phrases are enough if only they were requested', async () => {
    const { call, workspaceId } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'heat pumps',
      sources: ['patterns'],
      ...us,
    })
    expect((await finished(call, report!)).status).toBe('done')
  })

  test('can be canceled, and is refunded if it found nothing', async () => {
    const { call, workspaceId } = await server.signUp()
    vendors.setFault('youtube_suggest', { kind: 'hang' })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'slow loris',
      sources: ['youtube_suggest'],
      ...us,
    })
    await until(
      'it to run',
      async () => (await call(reportsContract.checkstatus, { _id: report!._id })).status === 'running',
    )
    const cancelled = await call(reportsContract.cancel, { _id: report!._id })
    vendors.setFault('youtube_suggest', null)
    expect(cancelled.report.status).toBe('cancelled')
    expect(cancelled.report.sources).toMatchObject([
      {
        id: 'youtube_suggest',
        state: 'skipped',
        error: 'Stopped before it finished.',
        failure: { reason: 'source_stopped' },
      },
    ])
    expect((await call(reportsContract.overview, { workspace_id: workspaceId })).usage.reports).toBe(0)
    await expect(call(reportsContract.cancel, { _id: report!._id })).rejects.toMatchObject({ code: 'conflict' })
    await call(reportsContract.retry, { _id: report!._id })
    const again = await finished(call, report!)
    expect(again.sources).toMatchObject([{ id: 'youtube_suggest', state: 'done' }])
  })

  test('progress streams sources, rows, stages and done, and a late subscriber gets the end immediately', async () => {
    const { call, token, workspaceId } = await server.signUp()
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'iced matcha',
      sources: ['google_suggest', 'searxng'],
      ...us,
    })
    const events = await readEvents(`${server.url}/reports/events/${report!._id}`, token)
    const names = events.map(({ event }) => event)
    expect(new Set(names)).toEqual(new Set(['source', 'rows', 'stage', 'done']))
    expect(names.at(-1)).toBe('done')
    const progresses = events.flatMap(({ data }) => (typeof data.progress === 'number' ? [data.progress] : []))
    expect(progresses).toEqual([...progresses].sort((a, b) => a - b))
    const late = await readEvents(`${server.url}/reports/events/${report!._id}`, token)
    expect(late.at(-1)!.event).toBe('done')
  })

  test('the progress of a report is read once for all of its subscribers', async () => {
    const { call, token, workspaceId } = await server.signUp()
    vendors.setFault('youtube_suggest', { kind: 'hang' })
    const { report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'watched matcha',
      sources: ['youtube_suggest'],
      ...us,
    })
    let before = 0
    const countBefore = () => {
      before++
    }
    server.database.pool.on('acquire', countBefore)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    server.database.pool.off('acquire', countBefore)
    const leaving = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 60 }, () =>
        fetch(`${server.url}/reports/events/${report!._id}`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: leaving.signal,
        }),
      ),
    )
    const readers = streams.map(({ body }) => body!.getReader())
    for (const reader of readers) await reader.read()
    // Each subscriber alone would read every two seconds and at each signal, more than sixty reads in total. Other
    // queries of the server were counted before.
    let queries = 0
    const count = () => {
      queries++
    }
    server.database.pool.on('acquire', count)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    server.database.pool.off('acquire', count)
    expect(queries - before).toBeLessThan(40)
    await call(reportsContract.cancel, { _id: report!._id })
    vendors.setFault('youtube_suggest', null)
    const ends = await Promise.all(
      readers.map(async (reader) => {
        let message = ''
        for (let read = await reader.read(); !read.done; read = await reader.read()) message += Buffer.from(read.value)
        return message.includes('event: done') && message.includes('"status":"cancelled"')
      }),
    )
    expect(ends).toEqual(ends.map(() => true))
    leaving.abort()
  })
})

describe('several at once', () => {
  test('each query creates a report and costs a credit, and too many are rejected before any starts', async () => {
    const { call, workspaceId } = await server.signUp()
    const { reports, estimate } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'questions',
      queries: ['one tea', 'two tea', 'One  tea'],
      sources: ['patterns'],
      ...us,
    })
    expect(reports).toHaveLength(2)
    expect(estimate.units).toBe(2)
    const { items } = await call(reportsContract.checkstatus, { ids: reports!.map(({ _id }) => _id) })
    expect(items).toHaveLength(2)
    const queries = ['a', 'b', 'c', 'd'].map((letter) => `${letter} coffee`)
    await expect(
      call(reportsContract.new, { workspace_id: workspaceId, type: 'topic', queries, ...us }),
    ).rejects.toMatchObject({
      code: 'limit_insufficient',
      message: 'You have used up all your limits for this tool.\nYour available limit : 3\nYour requested query : 4',
      options: { details: { tool: 'reports', available: 3, requested: 4 } },
    })
    expect((await call(reportsContract.find, { workspace_id: workspaceId })).total).toBe(2)
  })

  test('a dry run only estimates', async () => {
    const { call, workspaceId } = await server.signUp()
    const answer = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query: 'tea',
      dry_run: true,
      sources: ['dataforseo', 'google_suggest'],
      ...us,
    })
    expect(answer.report).toBeUndefined()
    expect(answer.estimate).toMatchObject({ units: 1 })
    expect(answer.estimate.cost_usd).toBeGreaterThan(0)
    expect((await call(reportsContract.find, { workspace_id: workspaceId })).total).toBe(0)
  })

  test('the same Idempotency-Key starts one report', async () => {
    const { call, workspaceId } = await server.signUp()
    const start = () =>
      call(
        reportsContract.new,
        { workspace_id: workspaceId, type: 'topic', query: 'chai', sources: ['patterns'], ...us },
        { idempotencyKey: 'chai-1' },
      )
    const [a, b] = [await start(), await start()]
    expect(a.report!._id).toBe(b.report!._id)
    expect((await call(reportsContract.find, { workspace_id: workspaceId })).total).toBe(1)
  })
})

describe('clusters', () => {
  test('pasted keywords become named topics for one credit each', async () => {
    const { call, workspaceId } = await server.signUp()
    const queries = [
      'cold brew ratio',
      'cold brew coffee ratio',
      'ratio for cold brew',
      'french press cleaning',
      'how to clean a french press',
      'clean french press',
      'espresso grind size',
      'best grind size for espresso',
      'grind for espresso',
    ]
    const { report } = await call(reportsContract.new, { workspace_id: workspaceId, type: 'clusters', queries, ...us })
    expect(report!.units).toBe(9)
    expect((await finished(call, report!)).status).toBe('done')
    const { sections } = (await call(reportsContract.get, { id: report!._id })).report
    expect(sections.keywords).toHaveLength(9)
    expect(sections.clusters!.length).toBeGreaterThanOrEqual(3)
    const getCluster = (text: string) => sections.keywords!.find((row) => row.text === text)!.cluster_id
    expect(getCluster('cold brew ratio')).toBe(getCluster('ratio for cold brew'))
    expect(getCluster('cold brew ratio')).not.toBe(getCluster('espresso grind size'))
    expect((await call(reportsContract.overview, { workspace_id: workspaceId })).usage.clusters).toBe(9)
  })
})

describe('rows', () => {
  let call: Call
  let id: string
  beforeAll(async () => {
    const account = await server.signUp('self_hosted')
    call = account.call
    const { report } = await call(reportsContract.new, {
      workspace_id: account.workspaceId,
      type: 'topic',
      query: 'espresso',
      sources: ['google_suggest', 'bing_suggest', 'dataforseo'],
      ...us,
    })
    id = report!._id
    await finished(call, report!)
  })

  test('are paginated without gaps or duplicates', async () => {
    const seen: string[] = []
    let total = Number.POSITIVE_INFINITY
    for (let page = 1; seen.length < total; page++) {
      const answer = await call(reportsContract.rows, { _id: id, section: 'keywords', page, limit: 100 })
      total = answer.total
      expect(answer).toMatchObject({ page, limit: 100 })
      seen.push(...answer.items.map((row) => (row as Row)._id))
    }
    expect(new Set(seen).size).toBe(total)
  })

  test('are sorted by a column in both directions with nulls last', async () => {
    for (const sort of ['volume', '-volume']) {
      const { items } = await call(reportsContract.rows, { _id: id, section: 'keywords', sort, limit: 100 })
      const values = items.map((row) => (row as Row).volume?.value ?? null)
      const numbers = values.filter((value) => value !== null)
      expect(values.slice(0, numbers.length)).toEqual(numbers)
      expect(numbers).toEqual([...numbers].sort((a, b) => (sort === 'volume' ? a - b : b - a)))
    }
  })

  test('are filtered by equal or contained values, and by text', async () => {
    const questions = await call(reportsContract.rows, {
      _id: id,
      section: 'keywords',
      filters: { type: 'question', sources: ['bing_suggest'] },
      limit: 100,
    })
    expect(questions.total).toBeGreaterThan(0)
    expect(
      questions.items.every((row) => (row as Row).type === 'question' && (row as Row).sources.includes('bing_suggest')),
    ).toBe(true)
    const { items } = await call(reportsContract.rows, { _id: id, section: 'keywords', q: 'how', limit: 100 })
    expect(items.every((row) => (row as Row).text.toLowerCase().includes('how'))).toBe(true)
    const literal = await call(reportsContract.rows, { _id: id, section: 'keywords', q: '%' })
    expect(literal.total).toBe(0)
  })

  test.each([
    [{ sort: 'colour' }, 'sort'],
    [{ filters: { colour: 'red' } }, 'filters.colour'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ section: 'nonsense' }, 'section'],
  ])('%j is an error at its field', async (part, field) => {
    await expect(call(reportsContract.rows, { _id: id, ...(part as object) })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field },
    })
  })

  test.each(['csv', 'xlsx', 'json', 'md'] as const)('are exported as %s', async (format) => {
    const { token } = await viewerToken()
    const response = await fetch(`${server.url}/reports/export/${id}?format=${format}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="espresso\\.${format}"`),
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(bytes.byteLength).toBeGreaterThan(1000)
    if (format === 'json') {
      const body = JSON.parse(new TextDecoder().decode(bytes))
      expect(body).toMatchObject({ report: { _id: id }, section: 'keywords' })
      expect(body.rows.length).toBe((await call(reportsContract.checkstatus, { _id: id })).rows)
    }
    if (format === 'xlsx') expect([...bytes.subarray(0, 2)]).toEqual([0x50, 0x4b])
  })

  test('exports have the topic of each keyword, and the facts about ranking pages', async () => {
    const { token } = await viewerToken()
    const file = async (query: string) => {
      const response = await fetch(`${server.url}/reports/export/${id}?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      return response.text()
    }
    const { report } = await call(reportsContract.get, { id, sections: 'clusters,serp' })
    const names = new Map(report.sections.clusters!.map((cluster) => [cluster._id, cluster.name]))
    const json = JSON.parse(await file('format=json')) as {
      rows: (Row & { cluster: string | null; cluster_parent: string | null })[]
    }
    expect(json.rows.some((row) => row.cluster !== null)).toBe(true)
    for (const row of json.rows) expect(row.cluster).toBe(row.cluster_id === null ? null : names.get(row.cluster_id))
    const csv = Papa.parse<Record<string, string>>(await file('format=csv'), { header: true }).data
    const topicOf = new Map(csv.map((row) => [row.Keyword, row.Topic]))
    for (const row of json.rows) expect(topicOf.get(guardFormula(row.text))).toBe(guardFormula(row.cluster ?? ''))
    expect(Object.keys(csv[0]!)).toContain('Parent topic')
    expect(await file('format=md&section=keywords')).toMatch(/\| Topic +\| Parent topic/)
    const serp = Papa.parse<Record<string, string>>(await file('format=csv&section=serp'), {
      header: true,
    }).data
    const [page] = report.sections.serp!
    expect(serp[0]).toMatchObject({ Domain: page!.domain, Snippet: guardFormula(page!.snippet) })
    expect(page!.snippet).not.toBe('')
  })

  /** The same account's token, because exports are opened by URL and not with the client. */
  async function viewerToken() {
    const { rows } = await server.database.pool.query(
      'select u.email from reports r join users u on u.id = r.created_by where r.id = $1',
      [id],
    )
    return {
      token: (await post(`${server.url}/user/login`, { email: rows[0].email, password: 'correct horse battery' })).body
        .token as string,
    }
  }
})

describe('template phrases', () => {
  const make = async (sources?: ('google_suggest' | 'patterns')[], query = 'turmeric') => {
    const { call, workspaceId } = await server.signUp('self_hosted')
    const asked = { workspace_id: workspaceId, type: 'topic' as const, query, ...(sources && { sources }), ...us }
    const { report: made } = await call(reportsContract.new, asked)
    await finished(call, made!)
    return { call, report: (await call(reportsContract.get, { id: made!._id })).report }
  }

  test('are left out as soon as a live source responds', async () => {
    const { report } = await make()
    expect(report.sources.map(({ id }) => id)).not.toContain('patterns')
    expect(report.sections.keywords!.filter((row) => row.type === 'idea' || row.sources.includes('patterns'))).toEqual(
      [],
    )
    expect(report.rows).toBe(report.sections.overview!.counts.keywords)
  })

  test('requested explicitly are ideas, listed last and not counted in topics or other sections', async () => {
    const { call, report } = await make(['google_suggest', 'patterns'])
    const { keywords, overview, clusters } = report.sections
    const ideas = keywords!.filter(({ type }) => type === 'idea')
    expect(ideas.length).toBeGreaterThan(20)
    expect(keywords!.slice(-ideas.length)).toEqual(ideas)
    expect(overview!.counts).toMatchObject({ keywords: keywords!.length - ideas.length, ideas: ideas.length })
    for (const row of ideas) expect(row).toMatchObject({ sources: ['patterns'], cluster_id: null, popularity: null })
    for (const row of keywords!) expect(row.type === 'idea').toBe(row.sources.every((source) => source === 'patterns'))
    const { questions, comparisons, prepositions, alphabeticals, related } = report.sections
    for (const section of [questions, comparisons, prepositions, alphabeticals, related, overview!.top_keywords])
      expect(section!.filter(({ sources }) => sources.join() === 'patterns')).toEqual([])
    const grouped = keywords!.filter(({ cluster_id }) => cluster_id !== null).length
    const topics = clusters!.filter(({ kind }) => kind !== 'parent')
    expect(topics.reduce((sum, cluster) => sum + cluster.keywords, 0)).toBe(grouped)
    const page = await call(reportsContract.rows, { _id: report._id, section: 'keywords', limit: 1 })
    expect(page.total).toBe(keywords!.length)
  })
})

describe('compare', () => {
  test('two runs of a query have new and lost keywords, and different queries are rejected', async () => {
    const { call, workspaceId } = await server.signUp()
    const make = async (query: string, sources: ('google_suggest' | 'bing_suggest' | 'patterns')[]) => {
      const { report } = await call(reportsContract.new, {
        workspace_id: workspaceId,
        type: 'questions',
        query,
        sources,
        ...us,
      })
      await finished(call, report!)
      return report!._id
    }
    const a = await make('decaf', ['google_suggest'])
    const b = await make('Decaf', ['bing_suggest'])
    const other = await make('mocha', ['patterns'])
    const again = await make('decaf', ['google_suggest', 'bing_suggest'])
    // What only one of the runs requested is neither new nor lost.
    const disjoint = await call(reportsContract.compare, { a, b })
    expect([disjoint.added, disjoint.removed]).toEqual([[], []])
    expect(disjoint.not_compared).toEqual([
      { source: 'bing_suggest', failed_in: 'a', reason: 'not_asked' },
      { source: 'google_suggest', failed_in: 'b', reason: 'not_asked' },
    ])
    expect(await call(reportsContract.compare, { a, b: again })).toMatchObject({ added: [], removed: [] })
    await expect(call(reportsContract.compare, { a, b: other })).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: 'b' },
    })
  })
})

describe('access to reports', () => {
  test('every call is 404 for another account and 401 without one', async () => {
    const mine = await server.signUp()
    const other = await server.signUp()
    const { report } = await mine.call(reportsContract.new, {
      workspace_id: mine.workspaceId,
      type: 'topic',
      query: 'private',
      sources: ['patterns'],
      ...us,
    })
    const _id = report!._id
    const posts: [string, object][] = [
      ['/reports/checkstatus', { _id }],
      ['/reports/checkstatus', { ids: [_id] }],
      ['/reports/rows', { _id }],
      ['/reports/hide', { _id }],
      ['/reports/cancel', { _id }],
      ['/reports/retry', { _id }],
      ['/reports/share', { _id }],
      ['/reports/unshare', { _id }],
      ['/reports/compare', { a: _id, b: _id }],
      ['/reports/find', { workspace_id: mine.workspaceId }],
      ['/reports/overview', { workspace_id: mine.workspaceId }],
      ['/reports/new', { workspace_id: mine.workspaceId, type: 'topic', query: 'x', ...us }],
      ['/imports/list', { workspace_id: mine.workspaceId }],
    ]
    for (const [path, body] of posts) {
      expect([path, (await post(server.url + path, body, { Authorization: `Bearer ${other.token}` })).status]).toEqual([
        path,
        404,
      ])
      expect([path, (await post(server.url + path, body)).status]).toEqual([path, 401])
    }
    for (const path of [`/reports/get/${_id}`, `/reports/events/${_id}`, `/reports/export/${_id}`]) {
      expect([
        path,
        (await fetch(server.url + path, { headers: { Authorization: `Bearer ${other.token}` } })).status,
      ]).toEqual([path, 404])
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 401])
    }
  })

  test('a viewer can read but not write', async () => {
    const mine = await server.signUp()
    const viewer = await server.signUp()
    await server.database.pool.query(`insert into members (workspace_id, user_id, role) values ($1, $2, 'viewer')`, [
      mine.workspaceId,
      viewer.user.id,
    ])
    const { report } = await mine.call(reportsContract.new, {
      workspace_id: mine.workspaceId,
      type: 'topic',
      query: 'shared',
      sources: ['patterns'],
      ...us,
    })
    expect((await viewer.call(reportsContract.checkstatus, { _id: report!._id }))._id).toBe(report!._id)
    await expect(viewer.call(reportsContract.hide, { _id: report!._id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(
      viewer.call(reportsContract.new, { workspace_id: mine.workspaceId, type: 'topic', query: 'x', ...us }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('invalid input', () => {
  test.each([
    [{ type: 'poem' }, 'type', /type must be one of/],
    [{ query: '' }, 'query', /query is missing/],
    [{ query: 'x'.repeat(201) }, 'query', /up to 200/],
    [{ query: undefined }, 'query', /query is missing/],
    [{ queries: ['a'] }, 'queries', /either query or queries/],
    [{ query: undefined, queries: [] }, 'queries', /queries is empty/],
    [{ query: undefined, queries: Array.from({ length: 1001 }, (_, i) => `q ${i}`) }, 'queries', /up to 1,000/],
    [{ country: 'USA' }, 'country', /country "USA" isn’t a country\. Use a two-letter/],
    [{ country: 'ZZ' }, 'country', /country "ZZ" isn’t a country/],
    [{ language: 'not a language' }, 'language', /language "not a language" isn’t a language/],
    [{ language: 'xx' }, 'language', /language "xx" isn’t a language/],
    [{ depth: 5 }, 'depth', /1, 2, 3 or 4/],
    [{ sources: ['altavista'] }, 'sources.0', /sources may hold/],
    [{ import_id: 'x' }, 'import_id', /isn’t a valid id/],
    [{ workspace_id: 'x' }, 'workspace_id', /isn’t a valid id/],
    [{ colour: 'red' }, 'colour', /no field colour/],
    [{ query: '   ' }, 'query', /query is missing/],
    [{ query: '?!' }, 'query', /query has no words/],
  ])('%j is an error at its field', async (part, field, message) => {
    const { token, workspaceId } = await server.signUp()
    const body = { workspace_id: workspaceId, type: 'topic', query: 'tea', ...us, ...(part as object) }
    const answer = await post(`${server.url}/reports/new`, body, { Authorization: `Bearer ${token}` })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ code: 'invalid_input', field })
    expect(answer.body.error!.message).toMatch(message)
  })
})

type ServerEvent = { event: string; data: { progress?: number } & Record<string, unknown> }

async function readEvents(url: string, token: string): Promise<ServerEvent[]> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const text = await response.text()
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block)!
      return { event: event!, data: JSON.parse(data!) }
    })
}
