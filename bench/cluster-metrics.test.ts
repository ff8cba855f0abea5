import { expect, test } from 'vitest'
import { ari, nmi } from './cluster-metrics.ts'

// Expected values are those of scikit-learn's documentation, or worked out by hand beside them.
test('the same grouping under other names is a perfect match', () => {
  expect(nmi([0, 0, 1, 1], [7, 7, 3, 3])).toBeCloseTo(1)
  expect(ari([0, 0, 1, 1], [1, 1, 0, 0])).toBeCloseTo(1)
})

test('a class split in two is penalised', () => {
  // Documented for adjusted_rand_score([0, 0, 1, 2], [0, 0, 1, 1]).
  expect(ari([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.5714, 4)
  // I = ln 2; H = 1.5 ln 2 and ln 2: 2 / 2.5.
  expect(nmi([0, 0, 1, 2], [0, 0, 1, 1])).toBeCloseTo(0.8)
})

test('groupings that tell nothing of each other score nothing', () => {
  // Documented for adjusted_rand_score([0, 0, 1, 1], [0, 1, 0, 1]).
  expect(ari([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(-0.5)
  expect(nmi([0, 0, 1, 1], [0, 1, 0, 1])).toBeCloseTo(0)
  expect(nmi([0, 0, 0, 0], [0, 1, 2, 3])).toBeCloseTo(0)
})

test('one mistake in six', () => {
  // Cells 2, 1, 3: 4 pairs together, 6 and 7 pairs aside, 15 in all: (4 - 2.8) / (6.5 - 2.8).
  expect(ari([0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1])).toBeCloseTo((4 - 42 / 15) / (6.5 - 42 / 15))
})

test('labels of different length are refused', () => {
  expect(() => nmi([0], [0, 1])).toThrow('1 labels against 2')
})
