import { expect, test } from 'vitest'
import { getNextAttempt } from './webhook-deliveries.ts'

test('retries are increasingly far apart, the first within 30 seconds, the last a day after the first', () => {
  const first = new Date('2026-03-02T09:30:00Z')
  let now = first
  const waits: number[] = []
  for (let attempts = 1; ; attempts++) {
    const next = getNextAttempt(attempts, first, now)
    if (!next) break
    waits.push((next.getTime() - now.getTime()) / 1000)
    now = next
  }
  expect(waits[0]).toBeLessThan(30)
  expect(waits.slice(0, -1).every((wait, at) => at === 0 || wait > waits[at - 1]!)).toBe(true)
  expect(now.getTime() - first.getTime()).toBe(86_400_000)
  expect(waits.length).toBeGreaterThan(6)
})
