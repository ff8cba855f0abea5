import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { getNextAttempt } from './webhook-deliveries.ts'
import { signatureHeader } from './webhook-signature.ts'

test('tries follow each other ever more slowly, the first within 30 seconds, the last a day after the first', () => {
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

test('the signature is over the time, a full stop and the body', () => {
  const header = signatureHeader('whsec_x', '{"a":1}', new Date(1_700_000_000_999))
  const expected = createHmac('sha256', 'whsec_x').update('1700000000.{"a":1}').digest('hex')
  expect(header).toBe(`t=1700000000,v1=${expected}`)
})
