import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { type LanguageModels, startLanguageModels } from '../doubles/language-models.ts'
import { type SearchVendors, startSearchVendors } from '../doubles/search-vendors.ts'
import { openEvents } from '../support/sse-client.ts'
import { until } from '../support/wait-until.ts'
import { answeredBy, type Cluster, hasCaddy, startCluster, startLoad, type Task, watchDocument } from './cluster.ts'
import { owner } from './earshot-process.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** Restarts every process, one after the other, during work, without any visible failure. */

let model: LanguageModels
let vendors: SearchVendors
let cluster: Cluster
let token: string
let call: Call
let workspaceId: string

const ticks = 200
const readingTicks = 30

beforeAll(async () => {
  if (!hasCaddy) return
  model = await startLanguageModels()
  vendors = await startSearchVendors({ latencyMs: 60 })
  // Numbered words reveal lost or duplicate text.
  model.setAnswer(({ messages }) => {
    const last = Number([...messages.at(-1)!.text.matchAll(/tick(\d+)/g)].at(-1)?.[1] ?? 0)
    return Array.from({ length: ticks - last }, (_, at) => `tick${last + at + 1} `)
  })
  cluster = await startCluster({ ...model.settings, ...vendors.settings })
  const { url: baseUrl, fetch } = cluster.proxy
  token = (await createClient({ baseUrl, fetch })(authContract.login, owner)).token
  call = createClient({ baseUrl, fetch, headers: () => ({ Authorization: `Bearer ${token}` }) })
  workspaceId = (await call(authContract.userdata, {})).user.workspaces[0]!._id
})
afterAll(async () => {
  await cluster?.close()
  await vendors?.close()
  await model?.close()
})

const begin = async (query: string, sources: ('sample' | 'google_suggest' | 'bing_suggest')[]) =>
  (
    await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query,
      country: 'US',
      language: 'en',
      sources,
    })
  ).report!._id
const getStatus = async (_id: string) => (await call(reportsContract.checkstatus, { _id })).status
/** A database without a moment to spare can refuse one of many calls at once, whoever restarts: that isn’t counted here. */
const add = async (title: string) =>
  (
    await retryWhileUnavailable(title, () =>
      call(aiContentContract.new, { workspace_id: workspaceId, template: 'social_post', title }),
    )
  ).item

/** A reader that reconnects when asked to and continues at the end of the text. */
async function writeWhole(title: string) {
  const item = await add(title)
  const open = (mode: 'write' | 'continue') =>
    openEvents(cluster.proxy.url, aiContentContract.stream, { _id: item._id, mode }, token, cluster.proxy.fetch)
  const first = await open('write')
  const endings: string[] = []
  const whole = (async () => {
    for (let reading = first; ; reading = await open('continue')) {
      expect(reading.refusal).toBe(null)
      const { event, data } = (await reading.all).at(-1)!
      endings.push(event === 'error' ? `error ${data.code} ${data.retryable}` : event)
      if (event === 'error') {
        const kept = (await call(aiContentContract.single, { _id: item._id })).item
        expect(reading !== first || kept.content_md.startsWith(first.text().trim())).toBe(true)
        expect(kept.status).toBe('partial')
      } else break
    }
    return (await call(aiContentContract.single, { _id: item._id })).item
  })()
  whole.catch(() => undefined)
  await until(`${title} to be in the middle`, async () =>
    first.events.some(({ data }) => /tick15 /.test(first.text()) || data.code),
  )
  return { whole, endings }
}

test.skipIf(!hasCaddy)(
  'restarting web processes and the worker in turn fails no request, ends no stream silently and loses nothing',
  async () => {
    const shown = await begin('cold brew coffee', ['sample'])
    await until('a report', async () => (await getStatus(shown)) === 'done')
    const watched = (
      await call(aiContentContract.new, { workspace_id: workspaceId, template: 'faq', title: 'Watched' })
    ).item
    let lists = 0
    // A second try of this test finds the lists of the first.
    const run = randomUUID()
    const ours = { workspace_id: workspaceId }
    const tasks: Task[] = [
      { what: 'find', method: 'POST', path: '/reports/find', body: () => ({ ...ours, limit: 10 }) },
      { what: 'report', method: 'GET', path: `/reports/get/${shown}` },
      {
        what: 'new list',
        method: 'POST',
        path: listsContract.add.path,
        body: () => ({ ...ours, name: `List ${++lists} of ${run}`, items: [{ text: 'tea' }] }),
      },
      { what: 'account', method: 'POST', path: '/user/userdata', body: () => ({}) },
      { what: 'page', method: 'GET', path: '/login' },
    ]
    const loading = startLoad(cluster.proxy, token, tasks, { programs: 4, pauseMs: 40 })
    const watchers = Array.from({ length: 4 }, () => watchDocument(cluster.proxy, token, watched._id))
    const texts: Awaited<ReturnType<typeof writeWhole>>[] = []
    const reports: string[] = []

    for (const web of Object.values(cluster.webs))
      await until('each to be sent to', async () => (await answeredBy(web)) > 0)
    // The proxy chooses at random: of six texts, one at least is as good as sure to be on the process that ends.
    for (const name of ['a', 'b'] as const) {
      model.setPace({ tokensPerSecond: readingTicks })
      texts.push(...(await Promise.all([1, 2, 3, 4, 5, 6].map((no) => writeWhole(`Text ${no} at ${name}`)))))
      const before = cluster.webs[name]
      expect(await before.kill('SIGTERM'), before.output()).toBe(0)
      model.setPace({ tokensPerSecond: 0 })
      const after = await cluster.web(name)
      cluster.webs[name] = after
      await until('the new one to be sent to', async () => (await answeredBy(after)) > 0)
      if (name === 'b') continue
      // The worker is restarted while reports run.
      reports.push(await begin('espresso', ['google_suggest']), await begin('matcha', ['bing_suggest']))
      await until('them to be under way', async () => (await getStatus(reports[0]!)) !== 'queued')
      expect(await cluster.worker.kill('SIGTERM'), cluster.worker.output()).toBe(0)
      cluster.worker = await cluster.run('worker')
    }

    const written = await Promise.all(texts.map(({ whole }) => whole))
    for (const { content_md } of written)
      expect([...content_md.matchAll(/tick(\d+)/g)].map(([, n]) => Number(n))).toEqual(
        Array.from({ length: ticks }, (_, at) => at + 1),
      )
    for (const report of reports) await until('the report to finish', async () => (await getStatus(report)) === 'done')
    for (const watcher of watchers) await watcher.stop()
    const load = await loading.stop()

    // Every text and every subscriber was connected to one of the two processes and was informed.
    const endings = texts.flatMap(({ endings }) => endings)
    expect(new Set(endings)).toEqual(new Set(['done', 'error unavailable true']))
    expect(new Set(watchers.flatMap(({ endings }) => endings))).toEqual(new Set(['error unavailable true']))
    expect(load.failures).toEqual([])
    expect(load.answered).toBeGreaterThan(200)
    const kept = await call(listsContract.list, { ...ours, limit: 1 })
    expect(kept.total).toBe(lists)
  },
  600_000,
)
