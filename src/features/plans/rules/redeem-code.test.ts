import { expect, test } from 'vitest'
import { codeAlphabet, codeLetters, formatCode, parseCode } from './redeem-code.ts'

test('a code has at least 80 bits and no ambiguous letters', () => {
  expect(Math.log2(codeAlphabet.length ** codeLetters)).toBeGreaterThan(80)
  expect(codeAlphabet).not.toMatch(/[ILO01]/)
  expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
})

test('a code is recognized in any notation', () => {
  const code = formatCode('annual', 'ABCDEFGHJKMNPQRSTUVW')
  expect(code).toBe('YEAR-ABCD-EFGH-JKMN-PQRS-TUVW')
  const read = { plain: 'YEARABCDEFGHJKMNPQRSTUVW', interval: 'annual' }
  expect(parseCode(code)).toEqual(read)
  expect(parseCode(' year abcd efgh–jkmn pqrstuvw ')).toEqual(read)
})

test.each(['', 'LIFE', 'LIFE-ABCD', 'ABCD-EFGH-JKMN-PQRS-TUVW', `${formatCode('lifetime', 'A'.repeat(20))}A`])(
  '%j isn’t a code',
  (typed) => expect(parseCode(typed)).toBeNull(),
)
