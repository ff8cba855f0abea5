import { expect, test } from 'vitest'
import { roundTicks, trendLayout, trendMeasure } from './trend-layout.ts'

test('ticks are round numbers, start at zero and cover the peak', () => {
  expect(roundTicks(74_000)).toEqual([0, 20_000, 40_000, 60_000, 80_000])
  expect(roundTicks(100)).toEqual([0, 25, 50, 75, 100])
  expect(roundTicks(0)).toEqual([0, 1])
})

test('an incomplete period is dashed, starting at the last complete one', () => {
  const points = [10, 20, 5].map((v, at) => ({ t: `2026-0${at + 1}-01T00:00:00Z`, v, partial: at === 2 }))
  const layout = trendLayout({ provider: 'x', scale: 'absolute', points }, 500, 240)
  expect(layout.line.match(/[ML]/g)).toHaveLength(2)
  expect(layout.partialLine.startsWith(`M${layout.points[1]?.x.toFixed(1)}`)).toBe(true)
  expect(layout.points[1]?.y).toBeLessThan(layout.points[0]?.y ?? 0)
})

test('relative series have a maximum of 100', () => {
  const layout = trendLayout(
    { provider: 'x', scale: 'relative', points: [{ t: '2026-01-01', v: 40, partial: false }] },
    500,
    240,
  )
  expect(layout.ticks.at(-1)?.v).toBe(100)
})

test('page views are never labeled as searches', () => {
  expect(trendMeasure({ provider: 'wikipedia_pageviews', scale: 'absolute' })).toBe('Article page views')
  expect(trendMeasure({ provider: 'imported', scale: 'absolute' })).toBe('Monthly searches')
  expect(trendMeasure({ provider: 'google_trends', scale: 'relative' })).toBe('Interest (peak = 100)')
})
