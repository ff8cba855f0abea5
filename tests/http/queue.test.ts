import { afterEach, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createQueue, type JobContext, type JobDefinition, job } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createDatabase } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

test('a job of a stopped worker is taken by another immediately, without counting as an attempt', async () => {
  const url = await createDatabase(inject('databaseUrl'))
  const database = openDatabase(url, { max: 2 })
  closing.push(() => database.close())
  const worker = async (work: (context: JobContext) => Promise<void>) => {
    const queue = createQueue({ url, log: createLog('silent'), metrics: createMetrics(), exclusive: false })
    await queue.start([job({ name: 'long', retryLimit: 1, work: (_payload, context) => work(context) })])
    await queue.work()
    return queue
  }
  const begun = Promise.withResolvers<void>()
  let ended = false
  const first = await worker(async ({ signal }) => {
    begun.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ended = true
  })
  await first.send(database.db, 'long', {})
  await begun.promise
  await first.rest()
  // No new job is taken, and sent jobs are kept.
  await first.send(database.db, 'long', { second: true })
  await first.stop(1000)
  expect(ended).toBe(true)

  const attempts: number[] = []
  const both = Promise.withResolvers<void>()
  const second = await worker(async ({ attempt }) => {
    if (attempts.push(attempt) === 2) both.resolve()
  })
  closing.push(() => second.stop(1000))
  await both.promise
  expect(attempts).toEqual([1, 1])
})

test('jobs that wait are counted by queue, without those whose time hasn’t come', async () => {
  const url = await createDatabase(inject('databaseUrl'))
  const database = openDatabase(url, { max: 2 })
  closing.push(() => database.close())
  const queue = createQueue({ url, log: createLog('silent'), metrics: createMetrics(), exclusive: false })
  closing.push(() => queue.stop(1000))
  await queue.start(['full', 'empty'].map((name) => job({ name, work: async () => undefined })))
  for (const startAfter of [undefined, undefined, new Date(Date.now() + 3_600_000)])
    await queue.send(database.db, 'full', {}, startAfter ? { startAfter } : {})
  expect(Object.fromEntries(await queue.countDue())).toEqual({ full: 2, empty: 0 })
  await queue.work()
  await until('the jobs to be done', async () => (await queue.countDue()).get('full') === 0)
})

test('delayed jobs start soon after their time, and each waiting job as soon as a worker is free', async () => {
  const url = await createDatabase(inject('databaseUrl'))
  const database = openDatabase(url, { max: 2 })
  closing.push(() => database.close())
  const queue = createQueue({ url, log: createLog('silent'), metrics: createMetrics(), exclusive: false })
  closing.push(() => queue.stop(1000))
  const done: string[] = []
  let most = 0
  let running = 0
  const all = Promise.withResolvers<void>()
  const work = async ({ name }: { name: string }) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 10))
    running--
    if (done.push(name) === 21) all.resolve()
  }
  await queue.start([job<{ name: string }>({ name: 'short', concurrency: 2, work })] as JobDefinition[])
  await queue.work()
  const startAfter = new Date(Date.now() + 3000)
  await queue.send(database.db, 'short', { name: 'delayed' }, { startAfter })
  await database.db.transaction().execute(async (tx) => {
    for (let at = 0; at < 20; at++) await queue.send(tx, 'short', { name: 'waiting' })
  })
  await all.promise
  expect(done).toEqual([...Array(20).fill('waiting'), 'delayed'])
  expect(most).toBe(2)
  expect(Date.now()).toBeGreaterThan(startAfter.getTime() - 100)
})

test('a job that needs a lost server of several lets others go first, and the loss is no attempt', async () => {
  const url = await createDatabase(inject('databaseUrl'))
  const database = openDatabase(url, { max: 2 })
  closing.push(() => database.close())
  const queue = createQueue({ url, log: createLog('silent'), metrics: createMetrics(), exclusive: false })
  closing.push(() => queue.stop(1000))
  let isLost = true
  const attempts: number[] = []
  const done: string[] = []
  const work = async ({ name }: { name: string }, { attempt }: JobContext) => {
    if (name === 'needs it') attempts.push(attempt)
    if (name === 'needs it' && isLost)
      throw Object.assign(new Error('connection to the remote node failed'), { code: '08006', severity: 'ERROR' })
    done.push(name)
  }
  await queue.start([job<{ name: string }>({ name: 'few', concurrency: 1, retryLimit: 0, work })] as JobDefinition[])
  await queue.work()
  await queue.send(database.db, 'few', { name: 'needs it' })
  await until('its first try', async () => attempts.length > 0)
  await queue.send(database.db, 'few', { name: 'does not' })
  await until('the other job', async () => done.length === 1)
  expect(done).toEqual(['does not'])

  isLost = false
  const { rowCount } = await database.pool.query(
    `update pgboss.job set start_after = now() where name = 'few' and state = 'retry' and start_after > now() + interval '1 second'`,
  )
  expect(rowCount).toBe(1)
  await until('the postponed job', async () => done.length === 2)
  expect(new Set(attempts)).toEqual(new Set([1]))
})
