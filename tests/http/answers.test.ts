import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answersContract } from '../../src/features/answers/contract.ts'
import { eventsOutContract } from '../../src/features/events-out/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { sampleSource } from '../../src/providers/search-data/sample.ts'
import { startAnswerEngines } from '../doubles/answer-engines.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let engines: Awaited<ReturnType<typeof startAnswerEngines>>
let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
let stopWorker: () => Promise<void>
beforeAll(async () => {
  engines = await startAnswerEngines()
  vendors = await startSearchVendors()
  server = await startTestServer({ ...vendors.settings, ...engines.settings })
  stopWorker = await server.app.start({ alone: true })
})
afterAll(async () => {
  await stopWorker()
  await server.close()
  await engines.close()
  await vendors.close()
})
beforeEach(() => {
  engines.log.splice(0)
  for (const engine of ['openai', 'anthropic', 'google', 'perplexity'] as const) engines.setFault(engine, null)
  engines.plan((_engine, prompt) => ({ text: `Nothing to say of ${prompt}.`, urls: [] }))
})

const brand = { name: 'Hollow Oak Coffee', aliases: ['Hollow Oak'], domains: ['hollowoak.example'] }
const competitors = [{ name: 'Fernway', domains: ['fernway.example'] }]
const us = { country: 'US', language: 'en', frequency: 'monthly' } as const

async function finished(call: Call, _id: string, periods = 1) {
  await until(
    `period ${periods}`,
    async () => {
      const { watch } = await call(answersContract.single, { _id })
      return watch.periods >= periods && !watch.running
    },
    60_000,
  )
  return call(answersContract.single, { _id })
}

test('every engine is asked by its own wire, and its answers are kept with citations, model and price', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  engines.plan((engine) => ({
    text: `1. Fernway\n2. **Hollow Oak** is low in acid. Says ${engine}.`,
    urls: ['https://www.hollowoak.example/shop', 'https://guide.example/best'],
  }))
  vendors.setSerp('best cold brew', {
    urls: ['https://guide.example/best'],
    features: [],
    aiOverview: { urls: ['https://guide.example/best'], text: 'Many like Fernway.' },
  })
  const all = [
    'openai',
    'anthropic',
    'google',
    'perplexity',
    'dataforseo_chatgpt',
    'dataforseo_gemini',
    'google_ai_overview',
  ] as const
  const input = {
    workspace_id: workspaceId,
    brand,
    competitors,
    prompts: ['best cold brew'],
    engines: [...all],
    runs: 2,
    ...us,
  }
  const { watch, estimate } = await call(answersContract.add, input)
  expect(estimate.answers).toBe(14)
  expect(estimate.power.power).toBe(0)
  const { prompts, sources, summary, watch: done } = await finished(call, watch!._id)
  expect(prompts.map(({ engine }) => engine).sort()).toEqual([...all].sort())
  for (const { engine, mentioned, cited, failed, failure } of prompts) {
    const isOverview = engine === 'google_ai_overview'
    expect({ engine, failure, failed, mentioned, cited }).toMatchObject({
      failed: 0,
      mentioned: { k: isOverview ? 0 : 2, n: 2 },
      cited: { k: isOverview ? 0 : 2, n: 2 },
    })
  }
  expect(sources[0]).toMatchObject({ domain: 'guide.example', count: 14, own: false, competitor: null })
  expect(sources[1]).toMatchObject({ domain: 'hollowoak.example', count: 12, own: true })
  expect(summary).toMatchObject({ mentioned: { share: 12 / 14, low: null }, prompts: 1, answers: 14, failed: 0 })
  const spent = engines.log.reduce((sum, { costUsd }) => sum + costUsd, 0) + 2 * 0.002
  expect(done.spent_usd).toBeCloseTo(spent, 6)

  const bodies = Object.fromEntries(engines.log.map(({ engine, body }) => [engine, body]))
  expect(bodies.openai).toMatchObject({
    tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'US' } }],
    store: false,
  })
  expect(bodies.anthropic).toMatchObject({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })
  expect(bodies.google).toMatchObject({ tools: [{ google_search: {} }] })
  expect(bodies.perplexity).toMatchObject({
    model: 'perplexity/sonar',
    tools: [{ type: 'web_search', user_location: { country: 'US' } }],
    store: false,
  })
  expect(sources.map(({ domain }) => domain)).not.toContain('found.example')
  expect(bodies.dataforseo_chatgpt).toMatchObject([{ web_search: true, web_search_country_iso_code: 'US' }])

  const google = prompts.find(({ engine }) => engine === 'google')!
  const answer = await call(answersContract.answer, { _id: google.answers[0]!._id })
  expect(answer).toMatchObject({
    engine: 'google',
    model: 'gemini-3.5-flash-lite',
    country: 'US',
    citations: [{ domain: 'hollowoak.example' }, { domain: 'guide.example' }],
    mentions: [
      { brand: 'Hollow Oak Coffee', own: true, cited: true, position: 2, quote: '**Hollow Oak** is low in acid.' },
      { brand: 'Fernway', own: false, cited: false, position: 1 },
    ],
  })
  expect(answer.cost_usd).toBeGreaterThan(0)
  const [span] = answer.mentions[0]!.spans
  expect(answer.text.slice(span!.start, span!.end)).toBe('Hollow Oak')
})

test('what moved beyond chance is told from noise; failed runs are gaps and another model isn’t compared', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  await call(eventsOutContract.add, {
    ...{ workspace_id: workspaceId, url: 'https://hooks.example.com/events', events: ['answers.changed'] },
  })
  const prompts = Array.from({ length: 6 }, (_, at) => `prompt ${at}`)
  const named = (is: boolean) => ({ text: is ? 'Take Hollow Oak.' : 'Take Fernway.', urls: [] })
  // One of eight runs of each prompt names the brand.
  engines.plan((_engine, prompt, n) => named(prompt.includes('hollow') || n === 0))
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, brand, competitors, engines: ['openai', 'perplexity'], runs: 8, ...us },
    prompts: [...prompts, 'hollow oak reviews'],
  })
  const _id = watch!._id
  const first = await finished(call, _id)
  expect(first.prompts[0]).toMatchObject({ mentioned: { k: 1, n: 8 }, change: 'too_few_runs', previous: null })
  expect(first.summary).toMatchObject({ prompts: 6, mentioned: { share: 1 / 8 }, change: null })
  expect(first.summary.competitors).toMatchObject([{ brand: 'Fernway', share: 7 / 8 }])
  expect(first.absences).toEqual([])
  const [atFirst] = (await call(answersContract.list, { workspace_id: workspaceId })).items
  expect(atFirst!.result).toMatchObject({ period: 1, mentioned: first.summary.mentioned, change: null })

  engines.log.splice(0)
  engines.plan((engine, prompt, n) =>
    named(
      prompt.includes('hollow') ||
        (engine === 'openai' && prompt === 'prompt 0') ||
        n === 0 ||
        (prompt === 'prompt 1' && n === 1),
    ),
  )
  engines.setModel('perplexity', 'sonar-next')
  engines.setFault('openai', { kind: 'early', times: 5 })
  await call(answersContract.run, { _id })
  const second = await finished(call, _id, 2)
  const cell = (prompt: string, engine: string) =>
    second.prompts.find((one) => one.prompt === prompt && one.engine === engine)!
  const moved = cell('prompt 0', 'openai')
  expect(moved).toMatchObject({ change: 'moved', previous: { k: 1, n: 8 } })
  expect(moved.mentioned.k).toBe(moved.mentioned.n)
  const openai = second.prompts.filter(({ engine }) => engine === 'openai')
  expect(openai.reduce((sum, { failed }) => sum + failed, 0)).toBe(5)
  expect(openai.reduce((sum, { mentioned }) => sum + mentioned.n, 0)).toBe(7 * 8 - 5)
  expect(openai.filter(({ change }) => change === 'moved')).toHaveLength(1)
  for (const one of second.prompts.filter(({ engine }) => engine === 'perplexity'))
    expect(one).toMatchObject({ model_changed: true, previous: null, change: 'too_few_runs' })
  expect(cell('hollow oak reviews', 'openai').names_brand).toBe(true)
  expect(second.summary.change).toMatchObject({ verdict: 'within_noise' })
  const home = await call(homeContract.get, { workspace_id: workspaceId })
  // Requests go out in parallel, so those that fail can be of the prompt that names the brand, which isn't counted.
  const failed = openai.reduce((sum, one) => sum + (one.names_brand ? 0 : one.failed), 0)
  expect(home.answers).toMatchObject([
    { brand: 'Hollow Oak Coffee', moved: true, failed, examples: [expect.stringMatching(/OpenAI, “prompt 0”: /)] },
  ])
  const { rows: events } = await server.database.pool.query(
    `select type, data from outgoing_events where workspace_id = $1 and type = 'answers.changed'`,
    [workspaceId],
  )
  expect(events).toMatchObject([{ data: { watch_id: _id, brand: 'Hollow Oak Coffee', period: 2, moved: 1 } }])
  // The list has the summary of the page, which counts the same answers one by one.
  const [listed] = (await call(answersContract.list, { workspace_id: workspaceId })).items
  const { mentioned, change, prompts: counted, answers, failed: gaps } = second.summary
  expect(listed!.result).toEqual({
    ...{ period: 2, at: second.periods[1]!.at },
    ...{ mentioned, change, prompts: counted, answers, failed: gaps },
  })
  const earlier = await call(answersContract.single, { _id, period: 1 })
  expect(earlier.prompts[0]!.mentioned).toEqual(first.prompts[0]!.mentioned)
})

test('a budget is never exceeded, and what it doesn’t pay for is a gap', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const prompts = Array.from({ length: 8 }, (_, at) => `cheap ${at}`)
  engines.plan(() => ({ text: 'Take Fernway.', urls: ['https://guide.example/best'] }))
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, brand, competitors, prompts, engines: ['perplexity'], runs: 5, ...us },
    budget_usd: 0.2,
  })
  const { watch: done, prompts: cells, absences } = await finished(call, watch!._id)
  expect(absences[0]).toMatchObject({
    competitors: [{ brand: 'Fernway', count: absences[0]!.answers }],
    pages: [{ url: 'https://guide.example/best', count: absences[0]!.answers, competitor: null }],
  })
  const charged = engines.log.reduce((sum, { costUsd }) => sum + costUsd, 0)
  expect(done.spent_usd).toBeCloseTo(charged, 6)
  expect(charged).toBeLessThanOrEqual(0.2)
  expect(engines.log.length).toBeGreaterThan(5)
  const answered = cells.reduce((sum, { mentioned }) => sum + mentioned.n, 0)
  expect(answered).toBe(engines.log.length)
  expect(cells.reduce((sum, { failed }) => sum + failed, 0)).toBe(40 - answered)
  expect(cells[0]!.failure).toMatchObject({ reason: 'spending_limit_reached' })
})

test('an answer asked for by a worker that died is not asked for again', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  await stopWorker()
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, brand, prompts: ['killed', 'alive'], engines: ['openai'], runs: 1, ...us },
  })
  const { pool } = server.database
  const ids = [workspaceId, watch!._id]
  await pool.query('insert into answer_periods (workspace_id, watch_id, no, by_hand) values ($1, $2, 1, false)', ids)
  await pool.query(
    `insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no, state)
     values ($1, $2, gen_random_uuid(), 1, 1, 'openai', 1, 'asking'), ($1, $2, gen_random_uuid(), 1, 2, 'openai', 1, 'open')`,
    ids,
  )
  await pool.query(
    `update answer_watches set running = true, attempt = 1, take_at = now() + interval '1 hour' where id = $1`,
    [watch!._id],
  )
  stopWorker = await server.app.start({ alone: true })
  const { prompts } = await finished(call, watch!._id)
  expect(engines.log.map(({ prompt }) => prompt)).toEqual(['alive'])
  expect(prompts[0]).toMatchObject({
    prompt: 'killed',
    failed: 1,
    mentioned: { n: 0, low: null },
    failure: { reason: 'source_charge_uncertain' },
  })
})

test('answers that a dead worker had asked for are gaps, even if the engine can’t be asked any more', async () => {
  const { PERPLEXITY_ANSWERS_KEY: _, ...settings } = engines.settings
  const other = await startTestServer(settings)
  const { call, workspaceId } = await other.signUp('self_hosted')
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, brand, prompts: ['killed', 'alive'], engines: ['openai', 'perplexity'], runs: 1 },
    ...us,
    budget_usd: 0.1,
  })
  const ids = [workspaceId, watch!._id]
  const { pool } = other.database
  await pool.query('insert into answer_periods (workspace_id, watch_id, no, by_hand) values ($1, $2, 1, false)', ids)
  await pool.query(
    `insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no, state)
     select $1, $2, gen_random_uuid(), 1, prompt, engine, 1, case prompt when 1 then 'asking' else 'open' end
     from generate_series(1, 2) as prompt, unnest(array['openai', 'perplexity']) as engine`,
    ids,
  )
  // The whole budget is set aside for what was asked.
  await pool.query(
    `update answer_watches set running = true, attempt = 1, spent_usd = 0.1, take_at = now() + interval '1 hour' where id = $1`,
    [watch!._id],
  )
  const stop = await other.app.start({ alone: true })
  const { watch: done, prompts } = await finished(call, watch!._id)
  expect(engines.log).toEqual([])
  expect(done).toMatchObject({ running: false, progress: null, periods: 1, spent_usd: 0.1 })
  const cell = (prompt: string, engine: string) =>
    prompts.find((one) => one.prompt === prompt && one.engine === engine)!
  for (const engine of ['openai', 'perplexity'])
    expect(cell('killed', engine)).toMatchObject({ failed: 1, failure: { reason: 'source_charge_uncertain' } })
  expect(cell('alive', 'openai')).toMatchObject({ failed: 1, failure: { reason: 'spending_limit_reached' } })
  expect(cell('alive', 'perplexity')).toMatchObject({ skipped: true, failure: { reason: 'engine_not_set_up' } })
  const { rows } = await pool.query('select distinct state from answer_runs where watch_id = $1 order by 1', [ids[1]])
  expect(rows.map(({ state }) => state)).toEqual(['budget', 'failed', 'skipped'])
  await stop()
  await other.close()
})

test('an engine without a key is skipped; the power and cost are told before anything is asked', async () => {
  const bare = await startTestServer({ OPENAI_ANSWERS_KEY: 'sk-none', OPENAI_ANSWERS_URL: 'http://127.0.0.1:9' })
  const { call, workspaceId } = await bare.signUp('self_hosted')
  const input = {
    ...{ workspace_id: workspaceId, brand, engines: ['openai' as const, 'perplexity' as const], runs: 12, ...us },
    prompts: Array.from({ length: 40 }, (_, at) => `prompt ${at}`),
  }
  const { watch, estimate } = await call(answersContract.add, { ...input, dry_run: true })
  expect(watch).toBeNull()
  expect(estimate.engines).toMatchObject([
    { engine: 'openai', skipped: false },
    { engine: 'perplexity', skipped: true },
  ])
  expect(estimate.answers).toBe(480)
  expect(estimate.power.power).toBeGreaterThan(0.8)
  expect(estimate.power.runs_needed).toBeLessThanOrEqual(12)
  await expect(call(answersContract.add, { ...input, engines: ['perplexity'] })).rejects.toMatchObject({
    code: 'unavailable',
  })
  await bare.close()
})

test('pages that answers cite are read and compared with one’s own page on the prompt', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const sample = (host: string) =>
    sampleSource
      .ask('cold brew coffee', { country: 'US', language: 'en' }, { signal: AbortSignal.timeout(5000) })
      .then(({ pages }) => pages.find(({ domain }) => domain.includes(host))!.url)
  const [caffeine, shelf] = [await sample('coffeefacts'), await sample('jarandpantry')]
  const prompt = 'how much caffeine is in cold brew coffee'
  engines.plan(() => ({ text: 'A lot.', urls: [caffeine, 'https://nowhere.invalid/cold-brew'] }))
  const { watch } = await call(answersContract.add, {
    ...{ workspace_id: workspaceId, competitors: [], prompts: [prompt], engines: ['openai'], runs: 3, ...us },
    brand: { name: 'Jar and Pantry', domains: [new URL(shelf).hostname] },
  })
  const { _id } = watch!
  const { absences } = await finished(call, _id)
  expect(absences).toHaveLength(1)

  const without = await call(answersContract.citedPages, { _id, prompt })
  expect(without).toMatchObject({ prompt, own: null, missing: null })
  const [first, second] = without.pages.toSorted((a, b) => a.url.localeCompare(b.url))
  expect(first).toMatchObject({ url: caffeine, answers: 3, failure: null, formats: ['list'] })
  expect(first!.headings).toContain('How to estimate your own glass')
  expect(first!.facts[0]).toMatch(/caffeine/i)
  expect(first!.facts.every((fact) => /\d/.test(fact))).toBe(true)
  expect(second).toMatchObject({
    failure: { reason: expect.stringMatching(/^(page|robots)_/) },
    words: null,
    facts: [],
  })

  // A page of one's own that an answer cites is the one to compare.
  engines.plan((_engine, _prompt) => ({ text: 'A lot.', urls: [caffeine, shelf] }))
  await call(answersContract.run, { _id })
  await finished(call, _id, 2)
  const { own, missing, pages } = await call(answersContract.citedPages, { _id, prompt })
  expect(pages.map(({ url }) => url)).toEqual([caffeine])
  expect(own).toMatchObject({ url: shelf, answers: 3, failure: null, formats: ['list'] })
  expect(missing!.formats).toEqual([])
  expect(missing!.headings).toContainEqual({ text: 'How to estimate your own glass', url: caffeine })
  expect(missing!.facts.map(({ url }) => url)).toContain(caffeine)
  // The first period stays readable.
  expect((await call(answersContract.citedPages, { _id, prompt, period: 1 })).own).toBeNull()
  await expect(call(answersContract.citedPages, { _id, prompt: 'another' })).rejects.toMatchObject({
    ...{ code: 'not_found', options: { reason: 'prompt_missing' } },
  })
})
