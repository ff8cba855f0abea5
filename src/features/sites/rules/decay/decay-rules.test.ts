import { expect, test } from 'vitest'
import { createSites, evaluate } from '../../../../../bench/synthetic-sites.ts'
import { fitCtrCurve } from '../search/ctr-curve.ts'
import { getMainCause, splitCauses } from './causes.ts'
import { controlFalseDiscovery } from './false-discovery.ts'
import { findChangeDay, findDecays } from './find-decay.ts'
import { findHolidays, getWindows, listDays } from './windows.ts'

const flat = (level: number) => Array.from({ length: 28 }, (_, at) => level * [1.2, 1.1, 1, 1, 0.9, 0.8, 1][at % 7]!)

test('windows are whole weeks, and last year’s have the same weekdays', () => {
  const { after, before, yearAfter } = getWindows('2026-11-22')
  expect(after).toEqual({ from: '2026-10-26', to: '2026-11-22' })
  expect(before).toEqual({ from: '2026-09-28', to: '2026-10-25' })
  expect(yearAfter.to).toBe('2025-11-23')
  expect(new Date(yearAfter.to).getUTCDay()).toBe(new Date(after.to).getUTCDay())
  expect(listDays(after)).toHaveLength(28)
})

test('a holiday is left out, a lasting change isn’t one', () => {
  const days = flat(500)
  days[10] = 150
  days[11] = 160
  expect([...findHolidays(days)]).toEqual([10, 11])
  expect(findHolidays(days.map((value, at) => (at > 12 ? value / 3 : value))).size).toBe(0)
})

test('a page that lost clicks is found among pages that didn’t, and a small one isn’t judged', () => {
  const noise = (at: number) => Math.round(Math.sin(at * 12.9898) * 4)
  const page = (level: number, left = 1) => ({
    before: flat(level).map((value, at) => Math.max(0, Math.round(value + noise(at)))),
    after: flat(level * left).map((value, at) => Math.max(0, Math.round(value + noise(at + 40)))),
    ...{ yearAfter: null, yearBefore: null, impressionsBefore: 5000 },
  })
  const pages = [
    ...Array.from({ length: 15 }, () => page(40)),
    page(40, 0.5),
    { ...page(40, 0.2), impressionsBefore: 99 },
  ]
  const sum = (when: 'after' | 'before') =>
    pages[0]![when].map((_, day) => pages.reduce((all, one) => all + one[when][day]!, 0))
  const found = findDecays({ after: sum('after'), before: sum('before'), yearAfter: null, yearBefore: null }, pages)
  expect(found.flatMap((change, at) => (change?.isDecay ? [at] : []))).toEqual([15])
  expect(found[15]!.change).toBeCloseTo(-0.5, 1)
  expect(found[15]!.interval.high).toBeLessThan(-0.3)
  expect(found[16]).toBeNull()
})

test('causes add up to the change, and lost positions aren’t called lost demand', () => {
  const at = (position: number, clicks: number, impressions: number) => ({ position, clicks, impressions })
  const curve = fitCtrCurve([])
  const page = { query: null, before: at(4, 800, 10_000), after: at(9, 300, 10_100) }
  const queries = [{ query: 'shelf life', before: at(4, 700, 9000), after: at(9, 250, 9100) }]
  const causes = splitCauses(page, queries, curve)
  expect(causes.demand + causes.position + causes.ctr).toBeCloseTo(-500, 5)
  expect(getMainCause(causes)).toBe('position')
  const off = splitCauses(
    { query: null, before: at(9, 100, 4000), after: at(16, 10, 900) },
    [{ query: 'shelf', before: at(9, 100, 4000), after: at(16, 10, 900) }],
    curve,
  )
  expect(getMainCause(off)).toBe('position')
  const less = { query: 'gift', before: at(3, 300, 3000), after: at(3, 150, 1500) }
  expect(getMainCause(splitCauses({ ...less, query: null }, [less], curve))).toBe('demand')
})

test('the day of a change is where two levels explain the days best', () => {
  const days = [...flat(50), ...flat(50), ...flat(50)].map((value, at) => (at >= 61 ? value * 0.6 : value))
  expect(findChangeDay(days)).toBe(61)
})

test('Benjamini and Hochberg call the smallest p values', () => {
  expect(controlFalseDiscovery([0.04, 0.001, 0.9, 0.02], 0.05)).toEqual([false, true, false, true])
  expect(controlFalseDiscovery([], 0.05)).toEqual([])
})

test('synthetic sites: few false alerts, few decays missed, causes right', () => {
  const { precision, recall, causesRight } = evaluate(createSites(12, 4))
  expect(precision).toBeGreaterThan(0.9)
  expect(recall).toBeGreaterThan(0.8)
  expect(causesRight).toBeGreaterThan(0.85)
})
