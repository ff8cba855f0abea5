import { expect, test } from 'vitest'
import type { ListedSite } from '../contract.ts'
import { describeClicks, showBefore } from './clicks-change.ts'

type Described = Parameters<typeof describeClicks>[0]
const toSite = (
  more: Partial<Pick<ListedSite, 'clicks' | 'uploads'>>,
  state: 'none' | 'connected' | 'error' = 'none',
) =>
  ({
    ...{ clicks: null, uploads: 0 },
    search_console: { state, property: null, last_day: null, error: null, failure: null },
    ...more,
  }) as Described

test('clicks have their change and days', () => {
  const days = { from: '2026-10-23', to: '2026-11-19' }
  const describe = (clicks: number, before: number | null) =>
    describeClicks(toSite({ clicks: { ...days, clicks, before } }, 'connected'))
  expect(describe(1428, 1310)).toMatch(/^1,428 clicks, was 1,310 \(\+9%\) · .*2026 – .*2026$/)
  expect(describe(1, 2)).toContain('1 click, was 2 (−50%)')
  expect(describe(5, 0)).toContain('5 clicks, was 0 ·')
  expect(describe(5, null)).toMatch(/^5 clicks · /)
  expect(showBefore(10, 10)).toBe('10 (0%)')
})

test('without clicks, the reason is given', () => {
  expect(describeClicks(toSite({}))).toBe('No clicks: Search Console isn’t connected')
  expect(describeClicks(toSite({}, 'connected'))).toContain('no complete day has arrived yet')
  expect(describeClicks(toSite({}, 'error'))).toContain('can’t be read')
  expect(describeClicks(toSite({ uploads: 2 }))).toContain('2 uploaded exports')
})
