import { expect, test } from 'vitest'
import { codeAlphabet, codeLetters, formatCode, parseCode } from './redeem-code.ts'

test('a code holds at least 80 bits and no letters that look alike', () => {
  expect(Math.log2(codeAlphabet.length ** codeLetters)).toBeGreaterThan(80)
  expect(codeAlphabet).not.toMatch(/[ILO01]/)
  expect(new Set(codeAlphabet).size).toBe(codeAlphabet.length)
})

test('is read however it is typed', () => {
  const code = formatCode('annual', 'ABCDEFGHJKMNPQRSTUVW')
  expect(code).toBe('YEAR-ABCD-EFGH-JKMN-PQRS-TUVW')
  const read = { plain: 'YEARABCDEFGHJKMNPQRSTUVW', interval: 'annual' }
  expect(parseCode(code)).toEqual(read)
  expect(parseCode(' year abcd efgh–jkmn pqrstuvw ')).toEqual(read)
})

test.each(['', 'LIFE', 'LIFE-ABCD', 'ABCD-EFGH-JKMN-PQRS-TUVW', `${formatCode('lifetime', 'A'.repeat(20))}A`])(
  'is no code: %j',
  (typed) => expect(parseCode(typed)).toBeNull(),
)
