import { expect, test } from 'vitest'
import { toAnswer } from './normalize-answer.ts'

test('a part that is undefined is an empty list, as one that is left out', () => {
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
