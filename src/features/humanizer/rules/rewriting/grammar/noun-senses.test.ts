import { expect, test } from 'vitest'
import { z } from 'zod'
import lists from './noun-senses.json' with { type: 'json' }
import { isAbstract, isPlural, toSingular } from './noun-senses.ts'

/** Lines of nouns as texts are compared: lower case, one space between. */
const words = z
  .array(z.string().regex(/^[a-z-]+( [a-z-]+)*$/))
  .min(1)
  .refine((lines) => new Set(lines.join(' ').split(' ')).size === lines.join(' ').split(' ').length)
const schema = z.strictObject({
  abstract: words,
  concreteInSpite: words,
  irregularPlurals: words,
  singularInS: words,
  performances: words,
  proudOwners: words,
})

test('the lists hold each noun once, in the form it is compared in', () => {
  expect(schema.safeParse(lists).error?.issues).toBeUndefined()
})

test.each([
  ['a capital letter', 'Hope'],
  ['a noun twice', lists.abstract[0]!],
  ['two spaces', 'one  more'],
])('%s is found', (_fault, line) => {
  expect(schema.safeParse({ ...lists, abstract: [...lists.abstract, line] }).success).toBe(false)
})

test('the exceptions to an ending are on a list', () => {
  expect(['hope', 'payment', 'freedoms'].map(isAbstract)).toEqual([true, true, true])
  expect(['document', 'city', 'chair'].map(isAbstract)).toEqual([false, false, false])
  expect(['glass', 'mathematics', 'news'].map(isPlural)).toEqual([false, false, false])
  expect(['cities', 'boxes', 'news'].map(toSingular)).toEqual(['city', 'box', 'news'])
})
