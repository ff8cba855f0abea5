import { expect, test } from 'vitest'
import { toAnswer } from './normalize-answer.ts'

test('undefined parts become empty lists, like missing ones', () => {
  const answer = toAnswer({
    suggestions: undefined,
    discussions: undefined,
    pages: undefined,
    features: undefined,
    metrics: undefined,
    cached: undefined,
    costUsd: undefined,
    fetchedAt: '2026-01-15T00:00:00.000Z',
  })
  expect(answer).toEqual(toAnswer({ fetchedAt: '2026-01-15T00:00:00.000Z' }))
  expect(answer).toMatchObject({ suggestions: [], discussions: [], pages: [], features: [], metrics: [] })
})
