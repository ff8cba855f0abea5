import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { keywordKey } from '../../src/features/reports/rules/keywords/normalize-keyword.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
beforeAll(async () => {
  vendors = await startSearchVendors({ latencyMs: 60 })
  data = await makeDataDir()
  running = await startEarshot(data.dataDir, vendors.settings)
})
afterAll(async () => {
  await running?.kill('SIGTERM')
  await vendors.close()
  await data.remove()
})

const sources = ['google_suggest', 'bing_suggest', 'searxng', 'reddit', 'dataforseo'] as const
/** A paid request interrupted by the kill may have been charged, so its source says so and it isn't repeated. */
const isCutOff = (error: string | null) => error?.startsWith('A request may have been charged') === true
const body = { country: 'US', language: 'en', sources: [...sources] }

async function start(query: string) {
  const { call, workspaceId } = await running.signIn()
  return (await call(reportsContract.new, { workspace_id: workspaceId, type: 'topic', query, ...body })).report!._id
}

async function finish(_id: string) {
  const { call } = await running.signIn()
  const progress = await until(
    'the report to finish',
    async () => {
      const now = await call(reportsContract.checkstatus, { _id })
      return ['done', 'failed'].includes(now.status!) ? now : null
    },
    60_000,
  )
  const { report } = await call(reportsContract.get, { id: _id })
  return { progress, report }
}

// Two spellings of a keyword ("How …?", "how …") are one row; which was found first depends on timing.
const texts = (report: Awaited<ReturnType<typeof finish>>['report']) =>
  report.sections.keywords!.map(({ text }) => keywordKey(text)).sort()

test.each(['collect', 'pages', 'analyse', 'enrich'])(
  'after kill -9 at the step %s, the next start finishes the report without duplicate or lost rows',
  async (stage) => {
    // The doubles always give the same results, so an undisturbed report of the same query is the expected one.
    const query = `kettle ${stage}`
    const id = await start(query)
    const { call } = await running.signIn()
    const at = await until(`the step ${stage}`, async () => {
      const now = await call(reportsContract.checkstatus, { _id: id })
      if (now.status === 'done') return now
      return now.stage === stage && (stage !== 'collect' || now.rows! > 100) ? now : null
    })
    await running.kill('SIGKILL')
    const seen = at.rows!
    running = await startEarshot(data.dataDir, vendors.settings)
    const { progress, report } = await finish(id)
    expect(progress.status).toBe('done')
    // A failed request would look like a lost row.
    const amiss = progress.sources!.filter(
      ({ state, error }) => (state !== 'done' || error !== null) && !isCutOff(error),
    )
    expect(amiss).toEqual([])
    const killed = texts(report)
    expect(new Set(killed).size).toBe(killed.length)
    expect(killed.length).toBeGreaterThanOrEqual(seen)
    const undisturbed = texts((await finish(await start(query))).report)
    expect(killed).toEqual(undisturbed)
    expect(report.sections.serp!.filter(({ fetched }) => fetched === 'ok').length).toBeGreaterThan(5)
    expect(report.sections.clusters!.length).toBeGreaterThan(0)
  },
)

test('requests with stored results aren’t repeated after a kill', async () => {
  const id = await start('teapot')
  const { call } = await running.signIn()
  await until('a third of the questions', async () => {
    const now = await call(reportsContract.checkstatus, { _id: id })
    const google = now.sources!.find((source) => source.id === 'google_suggest')!
    return google.asked > 25 && now.status !== 'done'
  })
  await running.kill('SIGKILL')
  const before = vendors.log.count('google_suggest')
  running = await startEarshot(data.dataDir, vendors.settings)
  const { report } = await finish(id)
  const google = report.sources.find((source) => source.id === 'google_suggest')!
  expect(google.state).toBe('done')
  // About 80 requests in total: those in progress at the kill are repeated, the stored ones aren't.
  expect(vendors.log.count('google_suggest') - before).toBeLessThan(70)
})

test('SIGTERM ends streams with a retryable error and exits with 0 within 10 s, and the next start continues the report', async () => {
  const id = await start('samovar')
  const { token } = await running.signIn()
  const stream = await fetch(`${running.url}/reports/events/${id}`, { headers: { Authorization: `Bearer ${token}` } })
  const events = stream.text()
  await until(
    'some rows',
    async () => (await (await running.signIn()).call(reportsContract.checkstatus, { _id: id })).rows! > 50,
  )
  const started = Date.now()
  expect(await running.kill('SIGTERM')).toBe(0)
  expect(Date.now() - started).toBeLessThan(10_000)
  const last = (await events).trim().split('\n\n').at(-1)!
  expect(last).toMatch(/^event: error\n/)
  expect(JSON.parse(last.split('data: ')[1]!)).toMatchObject({ code: 'unavailable', retryable: true })
  running = await startEarshot(data.dataDir, vendors.settings)
  expect((await finish(id)).progress.status).toBe('done')
})
