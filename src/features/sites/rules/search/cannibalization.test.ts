import { expect, test } from 'vitest'
import { findCannibalization } from './cannibalization.ts'

test('pages compete with a fifth of the impressions each', () => {
  const page = (impressions: number, days_first: number) => ({
    page: `p${impressions}`,
    position: 5,
    clicks: 1,
    impressions,
    days_first,
  })
  expect(findCannibalization([page(80, 20), page(20, 8)])).toEqual({ swaps: 8 })
  expect(findCannibalization([page(90, 20), page(10, 8)])).toBeNull()
  expect(findCannibalization([page(20, 3), page(19, 2)])).toBeNull()
})
