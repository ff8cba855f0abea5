import { expect, test } from 'vitest'
import { z } from 'zod'
import lists from './ai-phrases.json' with { type: 'json' }

/** As tokens are compared: lower case, single spaces, straight apostrophes. */
const phrase = z.string().regex(/^[a-z',]+( [a-z',]+)*$/)
const unique = (items: string[]) => new Set(items).size === items.length
const words = z
  .array(phrase.refine((text) => !text.includes(' '), 'is one word'))
  .min(5)
  .refine(unique)
const phrases = z.array(phrase).min(5).refine(unique)
const schema = z.strictObject({
  stockPhrases: phrases,
  hedges: words,
  inflated: words,
  connectors: words,
  summaryOpeners: phrases,
  firstPerson: words,
  concrete: words,
  noParticiples: words,
  informal: words,
})

test('the lists hold each word once, in the form it is compared in', () => {
  expect(schema.safeParse(lists).error?.issues).toBeUndefined()
})

test.each([
  ['a capital letter', { hedges: [...lists.hedges, 'Maybe'] }],
  ['a curly apostrophe', { informal: [...lists.informal, 'can’t'] }],
  ['a phrase among words', { connectors: [...lists.connectors, 'in addition'] }],
  ['a word twice', { concrete: [...lists.concrete, lists.concrete[0]!] }],
])('%s is found', (_fault, change) => {
  expect(schema.safeParse({ ...lists, ...change }).success).toBe(false)
})
