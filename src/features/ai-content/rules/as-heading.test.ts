import { expect, test } from 'vitest'
import { asSectionHeading, isRawQuery } from './as-heading.ts'

test.each([
  ['how to make cold brew', 'How to make cold brew'],
  ['where to buy cold brew', 'Where to buy cold brew'],
  ['how do i make cold brew', 'How do I make cold brew?'],
  ['what is the best way to make cold brew', 'What is the best way to make cold brew?'],
  ['how toasted should beans be', 'How toasted should beans be?'],
  ['why is cold brew sour?', 'Why is cold brew sour?'],
  ['كيف أصنع القهوة', 'كيف أصنع القهوة؟'],
])('%s as a heading', (search, heading) => {
  expect(asSectionHeading(search, true)).toBe(heading)
})

test.each([
  ['cold brew ratio', true],
  ['portafilter', true],
  ['кофе', true],
  ['Portafilter', false],
  ['iPhone', false],
  ['example.com', false],
  ['2026', false],
  ['コーヒー', false],
])('whether %s is a search as people type it: %s', (text, isRaw) => {
  expect(isRawQuery(text)).toBe(isRaw)
})
