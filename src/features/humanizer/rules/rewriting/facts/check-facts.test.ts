import { expect, test } from 'vitest'
import { checkFacts } from './check-facts.ts'

const sentences = [
  {
    original: 'Moreover, all but two of the 14 desks in Leeds must not be moved before 3 May 2021. ',
    rewritten: 'All but two of the 14 desks in Leeds must not be moved before 3 May 2021. ',
  },
  { original: 'Anna may call.', rewritten: 'Anna may call.' },
]
const english = { language: 'en' }

test('names every kind that was compared, with how many the text has', () => {
  const { kept, lost, checked } = checkFacts(sentences, english)
  expect(kept).toEqual(['two', '14', 'Leeds', '3 May 2021', 'Anna'])
  expect(lost).toEqual([])
  expect(Object.fromEntries(checked!.map(({ kind, found }) => [kind, found]))).toEqual({
    ...{ number: 2, date: 1, name: 2, quotation: 0, address: 0, code: 0, citation: 0, frozen: 0 },
    ...{ negation: 0, exception: 1, quantifier: 1, modal: 2, comparison: 0, condition: 1, roles: 1 },
  })
  expect(checked!.every((each) => each.lost === 0)).toBe(true)
})

test('claims nothing about wording in a language without rules for it', () => {
  const { checked } = checkFacts([{ original: 'Es ist nicht so.', rewritten: 'Es ist so.' }], { language: 'de' })
  expect(checked!.map(({ kind }) => kind)).toEqual([
    ...['number', 'date', 'name', 'quotation', 'address', 'code', 'citation', 'frozen'],
  ])
})

test('counts what is missing or swapped, should it get this far', () => {
  const { kept, lost, checked } = checkFacts(
    [
      { original: 'The dog bit 3 men. ', rewritten: 'The men bit the dog. ' },
      { original: 'It may rain.', rewritten: 'It rains.' },
    ],
    english,
  )
  expect([kept, lost]).toEqual([[], ['3']])
  const missing = Object.fromEntries(checked!.map((each) => [each.kind, each.lost]))
  expect(missing).toMatchObject({ number: 1, modal: 1, roles: 1, negation: 0, exception: 0 })
})

test('a sentence too long for its word order to be compared isn’t counted as compared', () => {
  const long = `The ${'very '.repeat(130)}old dog slept.`
  const roles = checkFacts([{ original: long, rewritten: 'The old dog slept.' }], english).checked!.at(-1)
  expect(roles).toEqual({ kind: 'roles', found: 0, lost: 0 })
})
