import { expect, test } from 'vitest'
import { formatAmount } from './format-amount.ts'

test.each([
  [5900, 'usd', '$59'],
  [1950, 'usd', '$19.50'],
  [149_000, 'eur', '€1,490'],
  [500, 'jpy', '¥500'],
  [5900, 'usdc', '$59'],
])('formats %d %s as %s', (amount, currency, words) => expect(formatAmount(amount, currency)).toBe(words))
