import { AppError } from '#kit/errors.ts'
import type { CodeInterval } from './rules/redeem-code.ts'

export const unknownCode = () =>
  new AppError('not_found', 'This code doesn’t exist. Check each character.', {
    field: 'code',
    reason: 'unknown_code',
  })
export const usedCode = () =>
  new AppError('conflict', 'This code was already used by another account.', { field: 'code', reason: 'code_used' })
export const refundedCode = () =>
  new AppError('conflict', 'This code is no longer valid because its payment was refunded.', {
    field: 'code',
    reason: 'code_refunded',
  })
export const wrongInterval = (kind: CodeInterval) =>
  kind === 'annual'
    ? new AppError('invalid_input', 'This is an annual code. Redeem it as an annual code.', {
        field: 'code',
        reason: 'annual_code',
      })
    : new AppError('invalid_input', 'This is a lifetime code. Redeem it as a lifetime code.', {
        field: 'code',
        reason: 'lifetime_code',
      })
