import { expect, test } from 'vitest'
import { readAmounts, statesAmount } from './amounts.ts'

const equal = (one: string, other: string) => statesAmount(readAmounts(one)[0]!, readAmounts(other)[0]!)

test.each([
  ['1,000 cups', '1 000 cups'],
  ['1.000 cups', 'a thousand cups'],
  ['2.5 l', '2,5 litres'],
  ['a quarter', 'one quarter'],
  ['7 days', 'one week'],
  ['1 kg', '1,000 grams'],
  ['45 %', '45 percent'],
  ['$600', '600 dollars'],
  ['7 to 10 days', 'seven days'],
  ['asked in 2019 of 12 people', 'a 2019 survey'],
  ['March 3', '3 March'],
  ['100 m²', '100 square meters'],
  ['12 V', '12 volts'],
  ['2 gallons', '8 quarts'],
  ['$80k', '80,000 dollars'],
  ['seventy-five percent', '75 %'],
  ['one hundred and twenty days', '120 days'],
  ['1.234,5 kg', '1,234.5 kg'],
  ['£20', '20 pounds sterling'],
])('%s states %s', (page, claim) => {
  expect(equal(page, claim)).toBe(true)
})

test.each([
  ['7 days', '7 weeks'],
  ['63 milligrams', '63 grams'],
  ['45 percent', '45 calls'],
  ['400 mg a day', '400 mg a week'],
  ['7 days', 'more than 7 days'],
  ['1912', '1921'],
  ['600 dollars', '600 euros'],
  ['£600', '$600'],
  ['100 square meters', '100 meters'],
  ['March 3', 'May 3'],
  ['12 V', '12 W'],
  ['three times', 'three days'],
  ['seventy-five percent', '70 percent'],
])('%s doesn’t state %s', (page, claim) => {
  expect(equal(page, claim)).toBe(false)
})
