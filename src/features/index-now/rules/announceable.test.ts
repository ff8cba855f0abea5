import { expect, test } from 'vitest'
import { getNextTry, isAnnounceable, toOutcome } from './announceable.ts'

test.each([
  ['https://blog.example.com/cold-brew', true],
  ['https://seo.example.com/b/hollow-oak/cold-brew', true],
  ['http://blog.example.com/cold-brew', false],
  ['https://localhost/blog/a', false],
  ['https://seo.local/blog/a', false],
  ['https://127.0.0.1/blog/a', false],
  ['https://[::1]/blog/a', false],
  ['earshot', false],
])('%s can be announced: %s', (url, expected) => {
  expect(isAnnounceable(url)).toBe(expected)
})

test('addresses are tried again for a day, less and less often', () => {
  const queued = new Date('2026-03-01T00:00:00Z')
  const tries: number[] = []
  let now = queued
  for (let attempts = 1; ; attempts++) {
    const next = getNextTry(attempts, queued, now)
    if (!next) break
    tries.push((next.getTime() - now.getTime()) / 60_000)
    now = next
  }
  expect(tries.slice(0, 6)).toEqual([1, 3, 9, 27, 81, 243])
  expect(Math.max(...tries)).toBe(360)
  expect((now.getTime() - queued.getTime()) / 3_600_000).toBeGreaterThanOrEqual(24)
})

test('answers', () => {
  expect([200, 202, 400, 403, 422, 429, 500, 503].map(toOutcome)).toEqual([
    'taken',
    'taken',
    'refused',
    'refused',
    'refused',
    'later',
    'later',
    'later',
  ])
})
