import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { notificationsContract } from '../../src/features/notifications/contract.ts'
import { type Suggestions, startSuggestions } from '../doubles/google-suggest.ts'
import { startWebhookReceiver } from '../doubles/webhook-receiver.ts'
import { readOutbox } from '../support/outbox.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, owner, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Listeners whose process dies during a run: the next start finishes them, and nobody is notified twice. */

let suggestions: Suggestions
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
const start = () => startEarshot(data.dataDir, { ...suggestions.settings, OUTBOUND_ALLOW: receiver.host })
beforeAll(async () => {
  suggestions = await startSuggestions()
  receiver = await startWebhookReceiver()
  data = await makeDataDir()
  running = await start()
})
afterAll(async () => {
  await running?.kill('SIGTERM')
  await suggestions?.close()
  await receiver?.close()
  await data?.remove()
})

const runsOfReceived = () => receiver.received.map(({ body }) => JSON.parse(body).run._id as string)

async function digests(): Promise<string[]> {
  return (await readOutbox(data.dataDir)).filter((email) => email.includes('List-Unsubscribe'))
}

test('a run killed three times is finished once and notifies each channel once', async () => {
  const { call, workspaceId } = await running.signIn()
  suggestions.says.google = ['cold brew ratio', 'how to make cold brew']
  // Eighty requests, ten at a time: eight seconds for the first run.
  suggestions.slowDown(1000)
  let before = suggestions.asked()
  const { listener } = await call(listenersContract.add, {
    workspace_id: workspaceId,
    keyword: 'cold brew',
    country: 'US',
    language: 'en',
    frequency: 'daily',
    sources: ['google_suggest'],
    notify: { email: [owner.email], webhook: receiver.url, rss: true },
  })
  for (let kills = 0; kills < 3; kills++) {
    await until('the middle of the run', async () => suggestions.asked() > before + 20)
    await running.kill('SIGKILL')
    // The run resumes before start() returns.
    before = suggestions.asked()
    running = await start()
  }
  suggestions.slowDown(0)
  const again = await running.signIn()
  const done = await until('the run', async () => {
    const now = await again.call(listenersContract.single, { _id: listener._id })
    return now.runs.length > 0 && !now.listener.running ? now : null
  })
  expect(done.runs).toMatchObject([{ no: 1, added: 2, removed: 0, by_hand: false, source_errors: [] }])
  await until('the webhook', async () => receiver.received.length > 0)
  await until('the email', async () => (await digests()).length > 0)
  const { total } = await again.call(notificationsContract.list, {})
  expect(total).toBe(1)

  // Killed again after all notifications were sent: the next start has nothing left to send.
  await running.kill('SIGKILL')
  running = await start()
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(runsOfReceived()).toEqual([done.runs[0]!._id])
  expect(await digests()).toHaveLength(1)
  const { call: last } = await running.signIn()
  expect((await last(listenersContract.single, { _id: listener._id })).runs).toHaveLength(1)
  expect((await last(notificationsContract.list, {})).total).toBe(1)
})

test('thirty listeners killed at random times: each run is finished once and notifies once', async () => {
  const { call, workspaceId } = await running.signIn()
  receiver.received.length = 0
  suggestions.says.google = ['kettle descaler', 'kettle whistle']
  suggestions.slowDown(15)
  const ids: string[] = []
  for (let at = 0; at < 30; at++) {
    const { listener } = await call(listenersContract.add, {
      workspace_id: workspaceId,
      keyword: `kettle ${at}`,
      country: 'US',
      language: 'en',
      frequency: 'daily',
      sources: ['google_suggest'],
      notify: { email: [], webhook: receiver.url, rss: false },
    })
    ids.push(listener._id)
  }
  for (const pauseMs of [300, 700, 1100]) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await running.kill('SIGKILL')
    running = await start()
  }
  const again = await running.signIn()
  const runs: string[] = []
  await until(
    'all of them',
    async () => {
      const { items } = await again.call(listenersContract.list, { workspace_id: workspaceId, limit: 100 })
      return items
        .filter(({ _id }) => ids.includes(_id))
        .every(({ running: busy, run_count }) => !busy && run_count > 0)
    },
    90_000,
  )
  for (const _id of ids) {
    const { runs: own } = await again.call(listenersContract.single, { _id })
    expect(own).toHaveLength(1)
    runs.push(own[0]!._id)
  }
  // A delivery whose sender was killed before the response isn't repeated automatically, and says so.
  const settled = await until('the webhooks', async () => {
    const states = await Promise.all(
      ids.map(async (_id) => (await again.call(listenersContract.deliveries, { _id })).items),
    )
    return states.every((items) => items.length === 1 && ['delivered', 'unclear'].includes(items[0]!.state)) && states
  })
  expect(settled.flat()).toHaveLength(30)
  const reportedRuns = runsOfReceived()
  expect(new Set(reportedRuns).size).toBe(reportedRuns.length)
  expect(reportedRuns.every((id) => runs.includes(id))).toBe(true)
  const sure = settled.flat().filter(({ state }) => state === 'delivered')
  expect(sure.every(({ run_id }) => reportedRuns.includes(run_id))).toBe(true)
  const { items, total } = await again.call(notificationsContract.list, { limit: 100 })
  expect(total).toBe(31)
  expect(new Set(items.map(({ run_id }) => run_id)).size).toBe(31)
})
