import { expect, test } from 'vitest'
import { z } from 'zod'
import groups from './synonyms.json' with { type: 'json' }
import { rewordQuestion } from './synonyms.ts'

/** Words as questions are compared: lower case, one space between, each once a line. */
const line = z
  .string()
  .regex(/^[a-z]+( [a-z]+)+$/)
  .refine((words) => new Set(words.split(' ')).size === words.split(' ').length)
const schema = z.record(z.string().regex(/^[a-z, ]+$/), z.array(line).min(1))

test('each line has words that are compared, once each', () => {
  expect(schema.safeParse(groups).error?.issues).toBeUndefined()
})

test.each([
  ['a single word', 'keep'],
  ['a capital letter', 'Keep store'],
  ['a word twice', 'keep store keep'],
])('%s is found', (_fault, words) => {
  expect(schema.safeParse({ ...groups, other: [words] }).success).toBe(false)
})

test('a question is worded as answers are', () => {
  expect(rewordQuestion('How to get rid of chalk')).toBe('how to remove chalk')
  expect(rewordQuestion('What happens if milk goes off?')).toBe('when milk spoil?')
})
