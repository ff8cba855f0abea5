import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { until } from '../support/wait-until.ts'
import { type DatabaseAddress, hasPgBouncer, startForwarder, startPgBouncer } from './database-address.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'
import { missingPostgres, query, startPostgresPair } from './postgres-pair.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/**
 * A primary that dies and a standby that takes over, behind one address. Commits are answered after the standby has them, so
 * nothing that was acknowledged may be lost.
 */

if (missingPostgres) console.warn(`tests/faults/failover.test.ts is skipped. ${missingPostgres}`)
if (!hasPgBouncer) console.warn('There is no pgbouncer: the failover behind it is skipped.')

/** Above what a call may wait for a connection, with some for a busy machine. */
const maxAnswerMs = 9000
/** How long nobody notices the death of the primary. */
const unnoticedMs = 3000
const writers = 6

let pair: Awaited<ReturnType<typeof startPostgresPair>>
let address: DatabaseAddress | null = null
let running: RunningEarshot | null = null
let data: Awaited<ReturnType<typeof makeDataDir>> | null = null

async function start(front: (port: number) => Promise<DatabaseAddress>) {
  pair = await startPostgresPair()
  address = await front(pair.primary.port)
  data = await makeDataDir({ empty: true })
  running = await startEarshot(data.dataDir, { DATABASE_URL: address.url, ROLES: 'api,worker' })
  const client = await running.signIn()
  return { ...client, pair, address, running }
}

afterEach(async () => {
  await running?.kill('SIGTERM')
  await address?.close()
  await pair?.remove()
  await data?.remove()
  running = null
  address = null
  data = null
})

type Attempt = { slug: string; at: number; ms: number; error: AppError | null }

/** Posts written one after another by each of several clients until stopped. */
function startWriting(call: Awaited<ReturnType<RunningEarshot['signIn']>>['call']) {
  const attempts: Attempt[] = []
  let isOver = false
  const loops = Array.from({ length: writers }, async (_, writer) => {
    for (let no = 0; !isOver; no++) {
      const slug = `post-${writer}-${no}`
      const sent = performance.now()
      const error = await call(cmsContract.add, { slug, title: slug, body_md: 'A text.' }).then(
        () => null,
        (thrown: unknown) => thrown as AppError,
      )
      attempts.push({ slug, at: performance.now(), ms: performance.now() - sent, error })
      await sleep(error ? 100 : 5)
    }
  })
  return {
    attempts,
    acknowledged: () => attempts.filter(({ error }) => error === null),
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

function expectUnavailable(failed: Attempt[]) {
  for (const { error, ms } of failed) {
    expect(error).toBeInstanceOf(AppError)
    expect(error!.code).toBe('unavailable')
    expect(ms).toBeLessThan(maxAnswerMs)
  }
}

const fronts = [
  { name: 'a forwarder', front: startForwarder, skip: missingPostgres !== null },
  { name: 'PgBouncer in session mode', front: startPgBouncer, skip: missingPostgres !== null || !hasPgBouncer },
]

for (const { name, front, skip } of fronts)
  test.skipIf(skip)(`behind ${name}, a killed primary costs seconds and no acknowledged write`, async () => {
    const { call, workspaceId, pair, address, running } = await start(front)
    const begin = async (topic: string) =>
      (
        await call(reportsContract.new, {
          workspace_id: workspaceId,
          type: 'topic',
          query: topic,
          country: 'US',
          language: 'en',
          sources: ['sample'],
        })
      ).report!._id
    const reports: string[] = []
    const writing = startWriting(call)
    await until('the load', async () => writing.acknowledged().length > 100)
    for (const topic of ['cold brew coffee', 'standing desk', 'electric bike']) reports.push(await begin(topic))

    const before = writing.attempts.length
    const killed = performance.now()
    await pair.primary.kill('SIGKILL')
    await sleep(unnoticedMs)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
    const promoting = performance.now()
    await query(pair.standby.url, 'select pg_promote(true, 60)')
    await address.switchTo(pair.standby.port)
    const promoted = performance.now()
    await until('writes to succeed', async () => writing.acknowledged().some(({ at }) => at > promoted))
    const first = writing.acknowledged().find(({ at }) => at > promoted)!
    const last = await until('every writer to write again', async () => {
      const since = writing.acknowledged().filter(({ at }) => at > promoted)
      const firsts = Map.groupBy(since, ({ slug }) => slug.split('-')[1])
      return firsts.size === writers && Math.max(...[...firsts.values()].map(([each]) => each!.at))
    })
    const more = writing.acknowledged().length
    await until('more of them', async () => writing.acknowledged().length > more + 50)
    await writing.stop()

    const failed = writing.attempts.slice(before).filter(({ error }) => error)
    expect(writing.attempts.slice(0, before).filter(({ error }) => error)).toEqual([])
    expect(failed.length).toBeGreaterThan(0)
    expectUnavailable(failed)

    const rows = await query<{ slug: string }>(pair.standby.url, 'select slug from posts')
    const stored = new Set(rows.map(({ slug }) => slug))
    const acknowledged = writing.acknowledged().map(({ slug }) => slug)
    expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([])
    await until('the reports', async () => {
      const states = await retryWhileUnavailable('their states', () =>
        Promise.all(reports.map((_id) => call(reportsContract.checkstatus, { _id }))),
      )
      expect(states.filter(({ status }) => status === 'failed')).toEqual([])
      return states.every(({ status }) => status === 'done')
    })
    const after = await begin('cold brew coffee')
    await until(
      'a report after it',
      async () => (await call(reportsContract.checkstatus, { _id: after })).status === 'done',
    )
    await until('it to be ready', async () => (await fetch(`${running.url}/readyz`)).status === 200)

    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    console.info(
      `Failover behind ${name}: promoted after ${seconds(promoting - killed)}, which took ${seconds(promoted - promoting)}; first write ${seconds(first.at - promoted)} and every client’s ${seconds(last - promoted)} later; ${acknowledged.length} writes acknowledged, 0 lost; ${failed.length} failed, the slowest after ${seconds(Math.max(...failed.map(({ ms }) => ms)))}.`,
    )
  })

test.skipIf(missingPostgres !== null)(
  'connections that lead to a server which only reads are replaced, without a restart',
  async () => {
    const { call, pair, address, running } = await start(startForwarder)
    const read = () => call(cmsContract.list, { limit: 1 })
    const write = (slug: string) => call(cmsContract.add, { slug, title: slug, body_md: 'A text.' })
    // As many connections as there can be.
    await Promise.all(Array.from({ length: 40 }, read))
    await address.switchTo(pair.standby.port)
    await until('connections to the standby', async () => {
      await Promise.allSettled(Array.from({ length: 40 }, read))
      const rows = await query(pair.standby.url, `select from pg_stat_activity where application_name = 'earshot'`)
      return rows.length > 5
    })
    await expect(write('refused')).rejects.toMatchObject({
      code: 'unavailable',
      options: { reason: 'database_read_only' },
    })
    expect((await fetch(`${running.url}/readyz`)).status).toBe(503)

    await address.switchTo(pair.primary.port, { keepOpen: true })
    const refused: unknown[] = []
    for (let no = 0, written = 0; written < 60; no++) {
      await write(`post-${no}`).then(
        () => written++,
        (error: unknown) => refused.push(error),
      )
      expect(refused.length).toBeLessThanOrEqual(20)
    }
    for (const error of refused) expect(error).toMatchObject({ code: 'unavailable' })
    await until('it to be ready', async () => (await fetch(`${running.url}/readyz`)).status === 200)
    await until('the queue to leave the standby', async () => {
      const rows = await query(
        pair.standby.url,
        `select from pg_stat_activity where application_name in ('earshot-queue', 'earshot-probe')`,
      )
      return rows.length === 0
    })
  },
)
