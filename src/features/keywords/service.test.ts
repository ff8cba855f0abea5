import { afterAll, expect, test } from 'vitest'
import type { Database } from '#platform/database.ts'
import { createThreads, defaultPools } from '#platform/worker-threads.ts'
import { createKeywords } from './service.ts'

const threads = createThreads()
afterAll(() => threads.stop())

/** An empty file is refused by the thread that reads it, so nothing is ever stored. */
const neverStores = {} as Database
const keepAnswer = () => Promise.reject(new Error('An empty file was stored'))

test('one file of an account is read at a time, a few wait, and the next account is not held up', async () => {
  const keywords = createKeywords({ db: neverStores, threads })
  const add = (userId: string) =>
    keywords.add('workspace', userId, { name: 'empty.csv', bytes: new Uint8Array(0) }, keepAnswer).then(
      () => expect.fail('An empty file was accepted'),
      ({ code, options }) => options?.reason ?? code,
    )
  const waiting = defaultPools.imports.maxWaitingPerTurn
  const [other, ...mine] = await Promise.all([
    add('someone else'),
    ...Array.from({ length: waiting + 3 }, () => add('me')),
  ])
  expect(mine.filter((reason) => reason === 'too_many_running')).toHaveLength(2)
  expect(new Set(mine.filter((reason) => reason !== 'too_many_running'))).toEqual(new Set([other]))
  expect(other).not.toBe('too_many_running')
})
