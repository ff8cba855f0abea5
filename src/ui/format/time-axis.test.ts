import { expect, test } from 'vitest'
import { getAxisLabels } from './time-axis.ts'

const labels = (from: string, to: string, max: number) =>
  getAxisLabels(Date.parse(from), Date.parse(to), max).map(({ label }) => label)

test('labels are evenly spaced months: none is skipped', () => {
  expect(labels('2025-11-16', '2026-11-15', 12)).toEqual(
    ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map(
      (month) => `${month} ${month === 'Dec' ? 2025 : 2026}`,
    ),
  )
  expect(labels('2025-11-16', '2026-11-15', 5)).toEqual(['Jan 2026', 'Apr 2026', 'Jul 2026', 'Oct 2026'])
})

test('several years are named by their numbers', () => {
  expect(labels('2021-11-28', '2026-11-15', 8)).toEqual(['2022', '2023', '2024', '2025', '2026'])
})

test('a narrow axis of several years names them all', () => {
  expect(labels('2021-12-26', '2026-11-29', 3)).toEqual(['2022', '2023', '2024', '2025', '2026'])
  expect(labels('2011-12-26', '2026-11-29', 3)).toEqual(['2012', '2017', '2022'])
})

test('a few weeks are named by days, one point by its date', () => {
  expect(labels('2026-11-01', '2026-11-22', 4)).toEqual(['Nov 1, 2026', 'Nov 8, 2026', 'Nov 15, 2026', 'Nov 22, 2026'])
  expect(labels('2026-11-07', '2026-11-07', 4)).toEqual(['Nov 7, 2026'])
})
