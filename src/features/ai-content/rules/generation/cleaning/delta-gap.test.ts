import { expect, test } from 'vitest'
import { getDeltaGap } from './delta-gap.ts'

test('the interval between deltas grows with the number of streams, up to 150 ms', () => {
  expect([1, 150, 300, 100_000].map(getDeltaGap)).toEqual([50, 50, 100, 150])
})
