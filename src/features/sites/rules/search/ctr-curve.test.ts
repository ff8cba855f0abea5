import { expect, test } from 'vitest'
import { fitCtrCurve, getUpperCtr, hasLowCtr } from './ctr-curve.ts'

const at = (position: number, clicks: number, impressions = 1000) => ({ position, clicks, impressions })

test('the curve falls with the position, and one large query doesn’t make it', () => {
  const curve = fitCtrCurve([
    ...[1, 1, 1, 1].map(() => at(1, 300)),
    ...[1, 1, 1, 1].map(() => at(2, 100)),
    // By chance more clicks at 3 than at 2.
    ...[1, 1, 1, 1].map(() => at(3, 140)),
    // A brand query with a CTR of its own.
    ...[1, 1, 1].map(() => at(5, 20)),
    at(5, 45_000, 50_000),
  ])
  expect(curve.get(1)).toBeCloseTo(0.3, 5)
  expect(curve.get(2)).toBeCloseTo(0.12, 5)
  expect(curve.get(3)).toBeCloseTo(0.12, 5)
  expect(curve.get(5)).toBeCloseTo(0.02, 5)
  expect(curve.has(4)).toBe(false)
})

test('a CTR is low when chance doesn’t explain it', () => {
  const curve = new Map([[4, 0.08]])
  expect(hasLowCtr(at(4.2, 2, 200), curve)).toBe(true)
  expect(hasLowCtr(at(4.2, 12, 200), curve)).toBe(false)
  expect(hasLowCtr(at(4.2, 0, 50), curve)).toBe(false)
  expect(hasLowCtr(at(9, 0, 5000), curve)).toBe(false)
  expect(getUpperCtr(at(1, 0, 100))).toBeCloseTo(0.037, 3)
})
