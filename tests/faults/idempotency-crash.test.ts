import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { type ReportHead, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import type { InputOf } from '../../src/kit/endpoint.ts'
import { AppError } from '../../src/kit/errors.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * A client repeats its calls with the same Idempotency-Keys against a process that is killed repeatedly. In the end
 * every call was done once, and the usage equals what was delivered.
 */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
beforeAll(async () => {
  vendors = await startSearchVendors({ latencyMs: 40 })
  // One source fails and one never responds, so their reports refund their units by failing or being canceled.
  vendors.setFault('duckduckgo_suggest', { kind: 'status', status: 500 })
  vendors.setFault('youtube_suggest', { kind: 'hang' })
  data = await makeDataDir()
  running = await startEarshot(data.dataDir, vendors.settings)
})
afterAll(async () => {
  await running?.kill('SIGKILL')
  await vendors.close()
  await data.remove()
})

type NewReport = Omit<InputOf<typeof reportsContract.new>, 'workspace_id'>
type Client = { call: Call; workspaceId: string }
type Planned = { key: string; body: NewReport; reports: number; ids: string[] | null }

const killsAfterMs = [15, 60, 250, 900]

/** Uniform random numbers from 0 to 1, reproducible by seed (mulberry32). */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function plan(seed: number): Planned[] {
  const us = { country: 'US', language: 'en' }
  const topic = { type: 'topic', ...us } as const
  const bodies: [number, NewReport][] = [
    ...['kettle', 'teapot', 'samovar'].map((query): [number, NewReport] => [
      1,
      { ...topic, query: `${query} ${seed}`, sources: ['google_suggest', 'searxng'] },
    ]),
    [3, { ...topic, queries: ['cup', 'mug', 'bowl'].map((word) => `${word} ${seed}`), sources: ['bing_suggest'] }],
    [1, { type: 'clusters', ...us, queries: ['tea strainer', 'tea sieve', 'loose tea', 'tea leaves'] }],
    ...['saucer', 'spoon', 'tray'].map((query): [number, NewReport] => [
      1,
      { ...topic, query: `${query} ${seed}`, sources: ['duckduckgo_suggest'] },
    ]),
    ...['ladle', 'urn', 'flask', 'jar'].map((query): [number, NewReport] => [
      1,
      { ...topic, query: `${query} ${seed}`, sources: ['youtube_suggest'] },
    ]),
  ]
  return bodies.map(([reports, body], at) => ({ key: `${seed}-${at}`, body, reports, ids: null }))
}

/** A client's reaction to a lost connection or a call still in progress: it retries later. */
async function unlessInterrupted<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof AppError && (error.code === 'unavailable' || error.options.retryable)) return null
    throw error
  }
}

async function send({ call, workspaceId }: Client, planned: Planned) {
  const answer = await unlessInterrupted(() =>
    call(reportsContract.new, { workspace_id: workspaceId, ...planned.body }, { idempotencyKey: planned.key }),
  )
  if (!answer) return
  const ids = (answer.reports ?? [answer.report!]).map(({ _id }) => _id)
  // A repeated call gets the same response, whatever happened in between.
  if (planned.ids) expect(ids).toEqual(planned.ids)
  planned.ids = ids
}

/** Cancels a report that would wait forever. An error that it already ended is fine: an earlier call got through. */
async function cancel({ call }: Client, _id: string) {
  await unlessInterrupted(() => call(reportsContract.cancel, { _id })).catch((error) => {
    if ((error as AppError).code !== 'conflict') throw error
  })
}

async function restart(): Promise<Client> {
  await running.kill('SIGKILL')
  running = await startEarshot(data.dataDir, vendors.settings)
  return running.signIn()
}

const usage = async ({ call }: Client) => (await call(authContract.userdata, {})).user.usage

async function everyReport({ call, workspaceId }: Client): Promise<ReportHead[]> {
  const { items, total } = await call(reportsContract.find, { workspace_id: workspaceId, limit: 100 })
  expect(items).toHaveLength(total)
  return items
}

const atWork = ({ status }: ReportHead) => !['done', 'failed', 'cancelled'].includes(status)
const isClusters = ({ type }: ReportHead) => type === 'clusters'
const sum = (reports: ReportHead[]) => reports.reduce((units, report) => units + report.units, 0)

async function expectUsedIsDelivered(client: Client) {
  const reports = await everyReport(client)
  const delivered = reports.filter(({ status }) => status === 'done')
  const used = await usage(client)
  expect([used.reports, used.clusters]).toEqual([
    sum(delivered.filter((report) => !isClusters(report))),
    sum(delivered.filter(isClusters)),
  ])
  for (const report of reports) if (report.status !== 'done') expect(report.rows).toBe(0)
}

test.each([11, 47])(
  'kill -9 during calls that spend, cancel and fail loses or duplicates no unit (seed %i)',
  async (seed) => {
    const random = dice(seed)
    const planned = plan(seed)
    let client: Client = await running.signIn()
    const before = (await everyReport(client)).length
    for (const ms of killsAfterMs) {
      const calls = planned.map((each) => send(client, each))
      const hanging = planned.filter(({ body, ids }) => ids && body.sources?.includes('youtube_suggest'))
      for (const { ids } of hanging) if (random() < 0.5) calls.push(cancel(client, ids![0]!))
      await new Promise((resolve) => setTimeout(resolve, ms * (0.5 + random())))
      client = await restart()
      await Promise.all(calls)
    }

    for (const each of planned)
      await until(`an answer to ${each.key}`, async () => {
        await send(client, each)
        return each.ids
      })
    for (const { ids, body } of planned) if (body.sources?.includes('youtube_suggest')) await cancel(client, ids![0]!)
    await until('every report to end', async () => !(await everyReport(client)).some(atWork), 40_000)

    const made = planned.flatMap(({ ids }) => ids!)
    expect(made).toHaveLength(planned.reduce((count, { reports }) => count + reports, 0))
    expect(new Set(made).size).toBe(made.length)
    expect(await everyReport(client)).toHaveLength(before + made.length)
    const ended = new Map((await everyReport(client)).map((report) => [report._id, report]))
    for (const { ids, body } of planned)
      for (const id of ids!) {
        const { status } = ended.get(id)!
        if (body.sources?.includes('duckduckgo_suggest')) expect(status).toBe('failed')
        else if (body.sources?.includes('youtube_suggest')) expect(['failed', 'cancelled']).toContain(status)
        else expect(status).toBe('done')
      }
    await expectUsedIsDelivered(client)

    // A failed report is retried: it takes its unit again, is killed, and refunds it once.
    const failed = [...ended.values()].filter(
      ({ sources, status }) => status === 'failed' && sources[0]!.id === 'duckduckgo_suggest',
    )
    const retry = (_id: string) =>
      unlessInterrupted(() => client.call(reportsContract.retry, { _id }, { idempotencyKey: `retry ${_id}` }))
    const retries = failed.map(({ _id }) => retry(_id))
    await new Promise((resolve) => setTimeout(resolve, 40 * random()))
    client = await restart()
    await Promise.all(retries)
    for (const { _id } of failed) await until('the retry', () => retry(_id))
    await until('every report to end', async () => !(await everyReport(client)).some(atWork), 40_000)
    await expectUsedIsDelivered(client)
  },
)
