import { expect, test } from 'vitest'
import { z } from 'zod'
import lists from './english-words.json' with { type: 'json' }

/** Lines of words as terms are compared: lower case, straight apostrophes, one space between. */
const words = z
  .array(z.string().regex(/^[a-z']+( [a-z']+)*$/))
  .min(5)
  .refine((lines) => new Set(lines.join(' ').split(' ')).size === lines.join(' ').split(' ').length)
const schema = z.strictObject({ stopWords: words, everywhere: words, general: words })

test('the lists hold each word once, in the form it is compared in', () => {
  expect(schema.safeParse(lists).error?.issues).toBeUndefined()
})

test.each([
  ['a capital letter', 'Maybe'],
  ['a curly apostrophe', 'can’t'],
  ['a word twice', lists.general[0]!],
  ['two spaces', 'one  more'],
])('%s is found', (_fault, line) => {
  expect(schema.safeParse({ ...lists, general: [...lists.general, line] }).success).toBe(false)
})
