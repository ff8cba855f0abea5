import { expect, test } from 'vitest'
import { none, showCpc, sourceLabel } from './keyword-labels.ts'

test.each([
  [{ value: 1.2, currency: 'USD' }, '$1.20'],
  [{ value: 0.5, currency: 'EUR' }, '€0.50'],
  [{ value: 3, currency: 'USD' }, '$3.00'],
  [{ value: 2, currency: null }, '2.00 (no currency)'],
  [{ value: 2, currency: 'not one' }, '2.00 not one'],
  [null, none],
])('a cost per click of %j is shown as %s', (cpc, text) => {
  expect(showCpc(cpc)).toBe(text)
})

test.each([
  ['google_suggest', 'Google'],
  ['google_trends', 'Google Trends'],
  ['pasted', 'Pasted'],
  ['someone_else', 'someone_else'],
])('the source %s is called %s', (id, label) => {
  expect(sourceLabel(id)).toBe(label)
})
