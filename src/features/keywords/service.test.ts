import { afterAll, expect, test } from 'vitest'
import { createHook } from '#kit/hooks.ts'
import type { Database } from '#platform/database/database.ts'
import { createThreads, defaultPools } from '#platform/threads/worker-threads.ts'
import { createKeywords } from './service.ts'

const threads = createThreads()
afterAll(() => threads.stop())

/** The import thread rejects an empty file, so nothing is ever stored. */
const neverStores = {} as Database
const storeResponse = () => Promise.reject(new Error('An empty file was stored'))

test('one file per account is read at a time, a few wait, and other accounts aren’t delayed', async () => {
  const keywords = createKeywords({ db: neverStores, threads, imported: createHook(), openSite: createHook() })
  const add = (userId: string) =>
    keywords.add('workspace', userId, { name: 'empty.csv', bytes: new Uint8Array(0) }, storeResponse).then(
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
