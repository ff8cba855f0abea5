import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { homeContract } from '../../src/features/home/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type Suggestions, startSuggestions } from '../doubles/google-suggest.ts'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let suggestions: Suggestions
let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  suggestions = await startSuggestions()
  server = await startTestServer({ ...suggestions.settings, ...suggestions.moreSettings })
  stop = await server.app.start({ alone: false })
})
afterAll(async () => {
  await stop?.()
  await server?.close()
  await suggestions?.close()
})
beforeEach(() => {
  suggestions.says.google = ['cold brew ratio', 'how to make cold brew']
  suggestions.says.bing = ['cold brew ratio', 'cold brew vs iced coffee']
  for (const name of ['google', 'bing', 'duckduckgo', 'youtube'] as const) suggestions.refuses[name] = false
})

type Person = Awaited<ReturnType<TestServer['signUp']>>
const getHome = (who: Person, since?: string) => who.call(homeContract.get, { workspace_id: who.workspaceId, since })
const query = (text: string, values: unknown[]) => server.database.pool.query(text, values)

/** A listener after its automatic first run. */
async function addListener(who: Person) {
  const { listener } = await who.call(listenersContract.add, {
    workspace_id: who.workspaceId,
    keyword: 'cold brew',
    country: 'US',
    language: 'en',
    frequency: 'daily',
    sources: ['google_suggest', 'bing_suggest'],
  })
  await ranTimes(who, listener._id, 1)
  return listener._id
}

const ranTimes = (who: Person, _id: string, runs: number) =>
  until('the run', async () => {
    const { listener } = await who.call(listenersContract.single, { _id })
    return listener.run_count >= runs && !listener.running
  })

async function runAgain(who: Person, _id: string, runs: number) {
  await who.call(listenersContract.run, { _id })
  await ranTimes(who, _id, runs)
}

test('a new workspace has nothing to report, and says since when', async () => {
  const who = await server.signUp()
  const home = await getHome(who)
  expect(home).toMatchObject({
    first_visit: true,
    failures: [],
    listeners: { new: 0, lost: 0, runs: 0, items: [], by_listener: [] },
    site: null,
    ranks: null,
    answers: null,
    batches: [],
    feedback: [],
    finished: [],
    drafts: [],
    drafts_total: 0,
    due: [],
    plan: null,
    recent_reports: [],
  })
  expect(Date.now() - Date.parse(home.since)).toBeLessThan(24.1 * 3_600_000)
})

test('new and lost keywords are named, the first run is no change, and what a failed source had isn’t lost', async () => {
  const who = await server.signUp('starter')
  const _id = await addListener(who)
  const first = await getHome(who)
  expect(first.listeners).toMatchObject({ new: 0, lost: 0, runs: 1, items: [] })
  expect(first.listeners.by_listener).toMatchObject([{ _id, keyword: 'cold brew', new: 0, lost: 0, first: 3 }])

  suggestions.says.google = ['cold brew ratio', 'is cold brew stronger']
  suggestions.refuses.bing = true
  await runAgain(who, _id, 2)
  const { listeners } = await getHome(who)
  expect(listeners).toMatchObject({ new: 1, lost: 1, runs: 2 })
  expect(listeners.items.map(({ kind, text, sources }) => `${kind} ${text} ${sources}`)).toEqual([
    'new is cold brew stronger google_suggest',
    'lost how to make cold brew google_suggest',
  ])
  expect(listeners.by_listener).toMatchObject([
    { new: 1, lost: 1, link: `/app/listeners/${_id}`, failed_sources: [{ source: 'bing_suggest', outcome: 'failed' }] },
  ])
  // The keyword that only the failed source had is still there.
  expect(listeners.items.some(({ text }) => text === 'cold brew vs iced coffee')).toBe(false)

  const later = await getHome(who, new Date(Date.now() + 1000).toISOString())
  expect(later.listeners).toMatchObject({ new: 0, lost: 0, runs: 0, items: [], by_listener: [] })
})

test('volumes come from imports with provider and date, or are null', async () => {
  const who = await server.signUp('starter')
  const _id = await addListener(who)
  await who.call(importsContract.add, {
    workspace_id: who.workspaceId,
    file: new File(['Keyword,Volume\nis cold brew stronger,1300\n'], 'keywords 2026-05-01.csv'),
  })
  suggestions.says.google = ['cold brew ratio', 'is cold brew stronger', 'cold brew tiramisu']
  await runAgain(who, _id, 2)
  const { items } = (await getHome(who)).listeners
  const volumes = Object.fromEntries(items.map(({ text, volume }) => [text, volume]))
  expect(volumes['is cold brew stronger']).toMatchObject({ value: 1300 })
  expect(volumes['is cold brew stronger']!.as_of).toMatch(/^\d{4}-/)
  expect(volumes['cold brew tiramisu']).toBeNull()
})

test('failed reports, sources and documents have their cause and a link', async () => {
  const who = await server.signUp('starter')
  const good = await createSampleReport(who)
  const bad = await createSampleReport(who)
  const failure = { code: 'upstream_failed', reason: 'unreachable' }
  await query(
    `update reports set sources = (select jsonb_agg(s || '{"state": "failed", "error": "No answer."}' || jsonb_build_object('failure', $2::jsonb))
       from jsonb_array_elements(sources) s) where id = $1`,
    [good, JSON.stringify(failure)],
  )
  await query(`update reports set status = 'failed', error = 'No source answered.', failure = $2 where id = $1`, [
    bad,
    JSON.stringify(failure),
  ])
  const home = await getHome(who)
  expect(home.failures.find(({ kind }) => kind === 'report')).toMatchObject({
    subject_id: bad,
    title: 'cold brew coffee',
    error: 'No source answered.',
    failure,
    link: `/app/reports/${bad}`,
  })
  expect(home.failures.find(({ kind }) => kind === 'source')).toMatchObject({ count: 1, link: `/app/reports/${good}` })
  expect(home.finished.map(({ _id }) => _id)).toEqual([good])
  expect(home.recent_reports.map(({ _id }) => _id).sort()).toEqual([good, bad].sort())
  // Hidden reports are out of the way.
  await who.call(reportsContract.hide, { _id: bad })
  expect((await getHome(who)).failures.some(({ kind }) => kind === 'report')).toBe(false)
})

test('drafts are documents that aren’t published, and scheduled posts are due', async () => {
  const who = await server.signUp('starter')
  const inIt = { workspace_id: who.workspaceId }
  const add = async (title: string) => {
    const { item } = await who.call(aiContentContract.new, {
      ...inIt,
      template: 'blog_post',
      title,
      model: 'builtin',
    })
    await who.call(aiContentContract.update, { _id: item._id, version: 1, content_md: 'Coarse grounds, cold water.' })
    return item._id
  }
  const [open, published, scheduled] = [await add('Open'), await add('Published'), await add('Scheduled')]
  await who.call(cmsContract.publish, { _id: published, status: 'published' })
  const { post } = await who.call(cmsContract.publish, { _id: scheduled, status: 'published' })
  await query(`update posts set status = 'scheduled', publish_at = now() + interval '1 hour' where id = $1`, [post._id])
  const home = await getHome(who)
  expect(home.drafts.map(({ _id, title, by }) => [_id, title, by])).toEqual([[open, 'Open', 'Ada']])
  expect(home.drafts_total).toBe(1)
  expect(home.due.map(({ title, kind }) => [title, kind])).toEqual([['Scheduled', 'post']])
  expect(home.finished).toMatchObject([{ kind: 'post', title: 'Published', template: null }])
})

test('a visit begins after hours without one, and is the person’s own', async () => {
  const who = await server.signUp()
  await getHome(who)
  const again = await getHome(who)
  expect(again.first_visit).toBe(true)
  await query(`update workspace_visits set seen_at = now() - interval '15 hours' where user_id = $1`, [who.user.id])
  const nextDay = await getHome(who)
  expect(nextDay.first_visit).toBe(false)
  expect(Date.now() - Date.parse(nextDay.since)).toBeGreaterThan(14.9 * 3_600_000)
  // Reloading doesn't clear it.
  expect((await getHome(who)).since).toBe(nextDay.since)
})

test('another workspace’s home is not found', async () => {
  const [who, other] = [await server.signUp(), await server.signUp()]
  await expect(other.call(homeContract.get, { workspace_id: who.workspaceId })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(getHome(who, 'yesterday')).rejects.toThrow('since must be a time')
})
