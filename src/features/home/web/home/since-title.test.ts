import { expect, test } from 'vitest'
import { getSinceText } from './since-title.ts'

const now = '2026-11-23T09:00:00Z'

test.for([
  ['2026-11-23T04:00:00Z', 'since earlier today'],
  ['2026-11-22T23:59:00Z', 'since yesterday'],
  ['2026-11-22T00:01:00Z', 'since yesterday'],
  ['2026-11-21T12:00:00Z', 'since Saturday'],
  ['2026-11-17T12:00:00Z', 'since Tuesday'],
  ['2026-11-16T12:00:00Z', 'since November 16'],
])('%s is %s', ([since, text]) => {
  expect(getSinceText(since!, now, 'UTC')).toBe(text)
})

test('days are those of the reader’s time zone', () => {
  expect(getSinceText('2026-11-22T23:30:00Z', now, 'Europe/Berlin')).toBe('since earlier today')
  expect(getSinceText('2026-11-23T04:00:00Z', now, 'America/Los_Angeles')).toBe('since yesterday')
})
