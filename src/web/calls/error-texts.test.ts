import { expect, test } from 'vitest'
import type { ErrorBody } from '#kit/errors.ts'
import { getErrorText, getFieldError, getStoredError, joinErrorTexts } from './error-texts.ts'

const error = (body: Partial<ErrorBody>): ErrorBody => ({
  code: 'invalid_input',
  message: 'For developers.',
  retryable: false,
  ...body,
})

test('a feature’s text takes precedence over the general one, and a field’s text over the reason’s', () => {
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

test('labels come from the feature, from the caller, or from the field name', () => {
  const tooLong = error({ field: 'personal.first_name', reason: 'too_long', params: { max: 1000 } })
  expect(getErrorText(tooLong)).toBe('First name can have up to 1,000 characters.')
  expect(getErrorText(tooLong, { labels: { 'personal.first_name': 'Name' } })).toMatch(/^Name can/)
  expect(getErrorText(tooLong, {}, 'Your name')).toMatch(/^Your name can/)
})

test('an error of a list item belongs to the list’s field', () => {
  const option = error({ field: 'sources.0', reason: 'not_an_option' })
  expect(getFieldError(option, 'sources')).toBe('Sources: choose one of the options.')
  expect(getFieldError(option, 'name')).toBeUndefined()
  expect(getFieldError(null, 'name')).toBeUndefined()
})

test('an unknown reason uses the text of its code, never the developer message', () => {
  expect(getErrorText(error({ code: 'internal', reason: 'unheard_of' }))).toBe(
    'Something went wrong on our side. Try again.',
  )
  expect(getErrorText(error({ field: 'name' }))).toBe('Name isn’t valid.')
})

test('limit errors use the sentences from the specification', () => {
  const used = error({ code: 'limit_insufficient', details: { available: 3, requested: 10 } })
  expect(getErrorText(used)).toBe(
    'You have used up all your limits for this tool.\nYour available limit : 3\nYour requested query : 10',
  )
})

test('joined tables combine their texts, and the later one takes precedence', () => {
  const joined = joinErrorTexts({ reasons: { a: 'one', b: 'two' } }, { reasons: { b: 'three' }, labels: { n: 'N' } })
  expect(joined).toEqual({ reasons: { a: 'one', b: 'three' }, labels: { n: 'N' } })
})

test('a stored error is read like the error of a call', () => {
  const failure = { code: 'conflict', reason: 'slug_taken', params: { slug: 'a-b' } } as const
  const stored = getStoredError({ error: 'slug is taken: a-b.', failure })!
  expect(getErrorText(stored, { reasons: { slug_taken: ({ slug = '' }) => `${slug} is taken.` } })).toBe(
    'a-b is taken.',
  )
  // Its sentence for developers is what staff can open.
  expect(stored.message).toBe('slug is taken: a-b.')
  expect(getStoredError({ error: null, failure: null })).toBeNull()
})

test('an error stored without a reason, as earlier versions did, has a sentence that names no cause', () => {
  const stored = getStoredError({ error: 'ENOTFOUND models.internal', failure: null })!
  expect(getErrorText(stored)).toBe('This failed. Try again.')
  expect(getErrorText(stored, { reasons: { not_recorded: 'The import failed.' } })).toBe('The import failed.')
})
