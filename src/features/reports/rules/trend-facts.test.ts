import { expect, test } from 'vitest'
import { getSeason, getYearOnYear, toMonths, toYears } from './trend-facts.ts'

/** Monthly points from January 2023. */
const monthly = (values: number[], partial = false) =>
  values.map((v, at) => ({
    t: new Date(Date.UTC(2023, at, 1)).toISOString(),
    v,
    partial: partial && at === values.length - 1,
  }))
const summer = [50, 50, 50, 100, 100, 200, 200, 200, 100, 50, 50, 50]

test('weeks are averaged per calendar month, without periods that are not over', () => {
  const points = [
    { t: '2025-03-02T00:00:00.000Z', v: 10, partial: false },
    { t: '2025-03-09T00:00:00.000Z', v: 30, partial: false },
    { t: '2025-04-06T00:00:00.000Z', v: 5, partial: true },
  ]
  expect(toMonths(points)).toEqual([{ year: 2025, month: 2, v: 20 }])
})

test('two whole years are compared; with less, the same month a year before', () => {
  const grown = toMonths(monthly([...summer, ...summer.map((v) => v * 1.2)]))
  expect(getYearOnYear(grown)).toEqual({ change: expect.closeTo(0.2), over: 'year' })
  expect(getYearOnYear(toMonths(monthly([...summer, 75])))).toEqual({ change: 0.5, over: 'month' })
  expect(getYearOnYear(toMonths(monthly(summer)))).toBeNull()
  expect(getYearOnYear([])).toBeNull()
})

test('a month that is not over changes nothing', () => {
  const whole = toMonths(monthly([...summer, ...summer]))
  const withPartial = toMonths(monthly([...summer, ...summer, 3], true))
  expect(withPartial).toEqual(whole)
})

test('growth is no season, and a season needs two years', () => {
  expect(getSeason(toMonths(monthly(summer)))).toBeNull()
  const season = getSeason(toMonths(monthly([...summer, ...summer.map((v) => v * 3)])))!
  expect(season.high).toEqual([5, 6, 7])
  expect(season.low).toEqual([0, 1, 2, 9, 10, 11])
  expect(season.years).toBe(2)
  const flat = getSeason(toMonths(monthly(Array.from({ length: 24 }, () => 40))))!
  expect([flat.high, flat.low]).toEqual([[], []])
})

test('a gap leaves figures that need whole years unknown', () => {
  const points = monthly([...summer, ...summer]).filter((_, at) => at !== 14)
  expect(getSeason(toMonths(points))).toBeNull()
})

test('years have 12 months each, null where there is no data', () => {
  const years = toYears(toMonths(monthly([...summer, 1, 2])))
  expect(years.map(({ year }) => year)).toEqual([2023, 2024])
  expect(years[1]!.values.slice(0, 3)).toEqual([1, 2, null])
})
