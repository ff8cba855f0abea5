import { expect, test } from 'vitest'
import { ari, nmi, purity } from './cluster-metrics.ts'

// Expected values come from scikit-learn's documentation or from the calculation in the comment next to them.
test('identical groupings with different labels score 1', () => {
  expect(nmi([0, 0, 1, 1], [7, 7, 3, 3])).toBeCloseTo(1)
  expect(ari([0, 0, 1, 1], [1, 1, 0, 0])).toBeCloseTo(1)
})

test('splitting a class in two lowers the score', () => {
  // Documented for adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1]).
  expect(ari([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.5714, 4)
  // I = ln 2; H = 1.5 ln 2 and ln 2: 2 / 2.5.
  expect(nmi([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.8)
})

test('unrelated groupings score 0', () => {
  // Documented for adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1]).
  expect(ari([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(-0.5)
  expect(nmi([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(0)
  expect(nmi([0, 0, 0, 0], [0, 1, 2, 3])).toBeCloseTo(0)
})

test('one misplaced item out of six lowers the score', () => {
  // Cells 2, 1, 3: 4 pairs in both, 6 and 7 pairs in one each, 15 in total: (4 - 2.8) / (6.5 - 2.8).
  expect(ari([0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1])).toBeCloseTo((4 - 42 / 15) / (6.5 - 42 / 15))
})

test('throws for labels of different lengths', () => {
  expect(() => nmi([0], [0, 1])).toThrow('1 labels against 2')
})

test('purity is the share of items with the commonest label of their group, however many groups there are', () => {
  expect(purity([0, 0, 0, 1, 1], [5, 5, 6, 6, 6])).toBeCloseTo(4 / 5)
  expect(purity([0, 1, 2, 3, 4], [5, 5, 6, 6, 6])).toBe(1)
})
