import { afterEach, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createQueue, type JobContext, job } from '../../src/platform/queue.ts'
import { createDatabase } from '../support/server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

test('a job whose worker is stopped goes to another at once, and that counts as no attempt', async () => {
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
  // Nothing new is taken, and what is sent is not lost.
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
