import { expect, test } from 'vitest'
import type { ErrorBody } from '#kit/errors.ts'
import { getErrorText, getFieldError, joinErrorTexts } from './error-texts.ts'

const error = (body: Partial<ErrorBody>): ErrorBody => ({
  code: 'invalid_input',
  message: 'For developers.',
  retryable: false,
  ...body,
})

test('a table’s own sentence wins over the general one, and one for the field over one for the reason', () => {
  const texts = {
    labels: { slug: 'URL' },
    reasons: {
      missing: 'Fill this in.',
      'slug:missing': 'Enter a URL.',
      slug_taken: ({ slug = '' }) => `${slug} is taken.`,
    },
  }
  expect(getErrorText(error({ field: 'slug', reason: 'missing' }), texts)).toBe('Enter a URL.')
  expect(getErrorText(error({ field: 'title', reason: 'missing' }), texts)).toBe('Fill this in.')
  expect(getErrorText(error({ code: 'conflict', reason: 'slug_taken', params: { slug: 'a-b' } }), texts)).toBe(
    'a-b is taken.',
  )
})

test('labels come from the table, from the caller, or from the name of the field', () => {
  const tooLong = error({ field: 'personal.first_name', reason: 'too_long', params: { max: 1000 } })
  expect(getErrorText(tooLong)).toBe('First name can have up to 1,000 characters.')
  expect(getErrorText(tooLong, { labels: { 'personal.first_name': 'Name' } })).toMatch(/^Name can/)
  expect(getErrorText(tooLong, {}, 'Your name')).toMatch(/^Your name can/)
})

test('an item of a list is its field’s error', () => {
  const option = error({ field: 'sources.0', reason: 'not_an_option' })
  expect(getFieldError(option, 'sources')).toBe('Sources: choose one of the options.')
  expect(getFieldError(option, 'name')).toBeUndefined()
  expect(getFieldError(null, 'name')).toBeUndefined()
})

test('a reason no table has is answered by its code, never with the sentence for developers', () => {
  expect(getErrorText(error({ code: 'internal', reason: 'unheard_of' }))).toBe(
    'Something went wrong on our side. Try again.',
  )
  expect(getErrorText(error({ field: 'name' }))).toBe('Name isn’t valid.')
})

test('limits keep the sentences of the specification', () => {
  const used = error({ code: 'limit_insufficient', details: { available: 3, requested: 10 } })
  expect(getErrorText(used)).toBe(
    'You have used up all your limits for this tool.\nYour available limit : 3\nYour requested query : 10',
  )
})

test('joined tables hold the sentences of each, the later one’s first', () => {
  const joined = joinErrorTexts({ reasons: { a: 'one', b: 'two' } }, { reasons: { b: 'three' }, labels: { n: 'N' } })
  expect(joined).toEqual({ reasons: { a: 'one', b: 'three' }, labels: { n: 'N' } })
})
