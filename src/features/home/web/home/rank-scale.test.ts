import { expect, test } from 'vitest'
import { toRankShare } from './rank-scale.ts'

test('the first result is at the start, and what isn’t among those checked at the end', () => {
  expect(toRankShare(1, 100)).toBe(0)
  expect(toRankShare(null, 100)).toBe(1)
  // A deeper check than the tracker’s own can find it below its depth.
  expect(toRankShare(140, 100)).toBe(1)
})

test('doubling a position is the same step anywhere', () => {
  const step = (from: number) => toRankShare(from * 2, 100) - toRankShare(from, 100)
  expect(step(10)).toBeCloseTo(step(1), 10)
  expect(step(40)).toBeCloseTo(step(3), 10)
})
