import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { nextRun, toShare } from './next-run.ts'

const ids = Array.from({ length: 20_000 }, () => randomUUIDv7())

test('ids created at the same time are spread evenly across the period', () => {
  const slices = new Array(24).fill(0)
  for (const id of ids) slices[Math.floor(toShare(id) * 24)]++
  // A perfectly even spread has 833 each; chance alone stays within six standard deviations.
  expect(Math.min(...slices)).toBeGreaterThan(833 - 6 * 29)
  expect(Math.max(...slices)).toBeLessThan(833 + 6 * 29)
})

test.each([
  ['daily', 1],
  ['weekly', 7],
] as const)('%s: runs are exactly one period apart, and the next one is in the future', (frequency, days) => {
  for (const id of ids.slice(0, 200)) {
    const now = new Date('2026-02-27T11:22:33.444Z')
    const first = nextRun(id, frequency, now)
    expect(first > now).toBe(true)
    expect(first.getTime() - now.getTime()).toBeLessThanOrEqual(days * 86_400_000)
    expect(nextRun(id, frequency, first).getTime() - first.getTime()).toBe(days * 86_400_000)
  }
})

test('monthly: runs once in every calendar month', () => {
  for (const id of ids.slice(0, 200)) {
    let at = new Date('2027-12-31T23:59:59.999Z')
    for (let month = 0; month < 26; month++) {
      at = nextRun(id, 'monthly', at)
      expect([at.getUTCFullYear(), at.getUTCMonth()]).toEqual([2028 + Math.floor(month / 12), month % 12])
    }
  }
})
