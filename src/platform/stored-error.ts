import type { JSONColumnType } from 'kysely'
import { AppError, type Failure } from '#kit/errors.ts'
import { storable } from './sanitize-text.ts'

/** Errors that are stored with what failed: a sentence for developers, and what screens write their own from. */

/** Null in rows of earlier versions, which stored the sentence alone. */
export type FailureColumn = JSONColumnType<Failure, string | null, string | null> | null

export const toErrorColumns = (error: AppError | null) => ({
  error: error && storable(error.message),
  failure: error && JSON.stringify(storable(error.toFailure())),
})

/** A version before this one may have cleared the sentence alone. */
export const fromErrorColumns = ({ error, failure }: { error: string | null; failure: Failure | null }) => ({
  error,
  failure: error === null ? null : failure,
})

/** What failed, as people may know it: anything but an AppError is a bug. */
export const toStoredError = (thrown: unknown): AppError =>
  thrown instanceof AppError
    ? thrown
    : new AppError('internal', 'Something went wrong on our side. Try again.', {
        reason: 'unexpected',
        cause: thrown,
      })
