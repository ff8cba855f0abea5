import { expect, test } from 'vitest'
import { formatPeriod, getPeriod } from './time-series-period.ts'

const every = (days: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, 4 + index * days)).toISOString())
const months = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01']

test.each([
  ['months', months, 'month'],
  ['months with a gap', ['2026-01-01', '2026-02-01', '2026-06-01'], 'month'],
  ['weeks', every(7, 52), 'week'],
  ['days', every(1, 30), 'day'],
  ['one month', ['2026-01-01'], 'month'],
  ['one day', ['2026-01-07'], 'day'],
  ['nothing', [], 'day'],
])('the period of %s', (_, dates, period) => {
  expect(getPeriod(dates)).toBe(period)
})

test('a point’s label names the period it covers', () => {
  expect(formatPeriod('2026-11-15', 'week')).toBe('Week of November 15, 2026')
  expect(formatPeriod('2026-11-01', 'month')).toBe('November 2026')
  expect(formatPeriod('2026-11-15', 'day')).toBe('November 15, 2026')
})
