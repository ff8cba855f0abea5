import { expect, test } from 'vitest'
import { parseBudget } from './parse-budget.ts'

test.each([
  ['', undefined],
  ['5', 5],
  ['$ 2.50', 2.5],
  ['2,5', 2.5],
  ['1,250', 1250],
  ['.75', 0.75],
])('“%s” is %s dollars', (typed, usd) => {
  expect(parseBudget(typed)).toBe(usd)
})

test.each(['five', '-1', '1.2.3', '2 or 3 dollars', '1e9'])('“%s” is refused', (typed) => {
  expect(() => parseBudget(typed)).toThrow('must be a number')
})

test('where a budget is needed, none is refused', () => {
  expect(() => parseBudget('', { required: true })).toThrow('must be a number')
})
