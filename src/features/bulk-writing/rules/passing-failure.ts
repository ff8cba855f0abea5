import { AppError } from '#kit/errors.ts'
import { ModelError } from '#providers/language-model/port.ts'

/** A server that is busy at night is not in the morning; another tab may finish its text. */
const passingReasons = new Set(['being_written', 'took_too_long'])

/** Whether a step is worth retrying: the failure may be temporary. */
export function isPassingFailure(error: unknown): boolean {
  if (error instanceof ModelError) return error.retryable || error.code === 'unavailable'
  if (!(error instanceof AppError)) return false
  return Boolean(error.options.retryable) || passingReasons.has(error.options.reason ?? '')
}
