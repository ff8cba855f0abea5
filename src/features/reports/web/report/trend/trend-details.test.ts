import { expect, test } from 'vitest'
import { describeSeason, formatChange } from './trend-details.tsx'

test('a season names its months, and says when there is none', () => {
  expect(describeSeason({ high: [5, 6, 7], low: [0], years: 5 })).toBe(
    'High in Jun, Jul, and Aug; low in Jan. Based on 5 years.',
  )
  expect(describeSeason({ high: [], low: [], years: 2 })).toBe('No clear season. Based on 2 years.')
})

test('a change has a sign, and none where it rounds to nothing', () => {
  expect([0.09, -0.123, 0.001].map(formatChange)).toEqual(['+9%', '−12%', '0%'])
})
