import { expect, test } from 'vitest'
import { AppError } from '#kit/errors.ts'
import { isPassingFailure } from './passing-failure.ts'

test('a busy server or another writer passes, a missing source doesn’t', () => {
  const failed = (reason: string, retryable?: boolean) =>
    isPassingFailure(new AppError('unavailable', reason, { reason, ...(retryable === undefined ? {} : { retryable }) }))
  expect(failed('took_too_long')).toBe(true)
  expect(failed('being_written')).toBe(true)
  expect(failed('server_busy', true)).toBe(true)
  expect(failed('nothing_to_write_from', false)).toBe(false)
  expect(isPassingFailure(new Error('a bug'))).toBe(false)
})
