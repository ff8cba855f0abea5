import { expect, test } from 'vitest'
import { complaintAbout, fieldSentence } from './field-error.ts'

test('the name of a field in the call gives way to its name on the screen', () => {
  const missing = { message: 'first_name is missing.', field: 'first_name' }
  expect(fieldSentence(missing)).toBe('First name is missing.')
  expect(fieldSentence(missing, 'Your name')).toBe('Your name is missing.')
  expect(fieldSentence({ message: 'personal.last_name may be short.', field: 'personal.last_name' })).toBe(
    'Last name may be short.',
  )
  expect(fieldSentence({ message: 'sources may hold: reddit.', field: 'sources.0' })).toBe('Sources may hold: reddit.')
})

test('other sentences stay as they are', () => {
  expect(fieldSentence({ message: 'An account with this email already exists.', field: 'email' })).toBe(
    'An account with this email already exists.',
  )
  expect(fieldSentence({ message: 'emailed it was.', field: 'email' })).toBe('emailed it was.')
  const error = { code: 'conflict', message: 'email is taken.', field: 'email', retryable: false } as const
  expect(complaintAbout(error, 'email')).toBe('Email is taken.')
  expect(complaintAbout(error, 'name')).toBeUndefined()
})
