import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAnswerCacheStore } from '../../src/features/reports/pipeline/answer-cache.ts'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import type { SourceAnswer } from '../../src/providers/search-data/port.ts'
import { createDatabase } from '../support/server.ts'

/** Answers of sources that all processes share. */

let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = openDatabase(await createDatabase(inject('databaseUrl')), { max: 4 })
  await migrate(database.db, path.resolve('migrations'))
})
afterAll(() => database.close())

const answer = (text: string) => ({ suggestions: [{ text, relevance: null }] }) as unknown as SourceAnswer
const hour = 3_600_000

test('answers that are stored at the same time are all found, the last one of each key', async () => {
  const cache = createAnswerCacheStore(database.db)
  const keys = Array.from({ length: 250 }, (_, at) => `many ${at}`)
  await Promise.all([
    ...keys.map((key) => cache.set(key, answer(`first of ${key}`), hour)),
    ...keys.map((key) => cache.set(key, answer(`“${key}” {x,\\"y}`), hour)),
  ])
  const found = await Promise.all([...keys, 'missing'].map((key) => cache.get(key)))
  expect(found).toEqual([...keys.map((key) => ({ answer: answer(`“${key}” {x,\\"y}`) })), null])
})

test('an answer that can’t be stored doesn’t keep others from it, and an expired one isn’t found', async () => {
  const cache = createAnswerCacheStore(database.db)
  const [bad, good, old] = await Promise.allSettled([
    cache.set('bad', answer('\u0000'), hour),
    cache.set('good', answer('fine'), hour),
    cache.set('old', answer('stale'), -1000),
  ])
  expect([bad.status, good.status, old.status]).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(await Promise.all(['bad', 'good', 'old'].map((key) => cache.get(key)))).toEqual([
    null,
    { answer: answer('fine') },
    null,
  ])
})
