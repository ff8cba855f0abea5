import { expect, test } from 'vitest'
import { getMonthlyFacts } from './monthly-chart.tsx'

const months = (...values: number[]) => values.map((v, at) => ({ t: new Date(Date.UTC(2025, at, 1)).toISOString(), v }))

test('a year’s growth compares the latest month with the same month a year before', () => {
  expect(getMonthlyFacts(months(100, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 150)).yearOnYear).toBe(0.5)
})

test('twelve months have no year before, and a month without searches gives no growth', () => {
  expect(getMonthlyFacts(months(100, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 150))).toMatchObject({
    yearOnYear: null,
    highest: 150,
  })
  expect(getMonthlyFacts(months(0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 150)).yearOnYear).toBeNull()
})
