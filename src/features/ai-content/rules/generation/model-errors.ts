import { AppError } from '#kit/errors.ts'
import { ModelError, type ModelErrorCode } from '#providers/language-model/port.ts'

/** API error reasons by model error. `web/error-texts.ts` has a sentence for each. */
export const modelReasons = {
  upstream_failed: 'model_failed',
  unavailable: 'model_unavailable',
  rate_limited: 'model_rate_limited',
  unauthorized: 'model_unauthorized',
  no_credit: 'model_no_credit',
  timeout: 'model_timeout',
  cut: 'model_interrupted',
  garbled: 'model_invalid_response',
  too_long: 'model_response_too_long',
  empty: 'model_empty_response',
  refused: 'model_declined',
  invalid_request: 'model_invalid_request',
  cancelled: 'model_cancelled',
} as const satisfies Record<ModelErrorCode, string>

/** Converts a ModelError to an AppError with a reason. Other errors are returned unchanged. */
export function toAppError(failure: unknown): unknown {
  if (!(failure instanceof ModelError)) return failure
  const code =
    failure.code === 'rate_limited'
      ? 'rate_limited'
      : failure.code === 'unavailable'
        ? 'unavailable'
        : 'upstream_failed'
  return new AppError(code, failure.message, {
    reason: modelReasons[failure.code],
    retryable: failure.retryable,
    retryAfterSeconds: failure.retryAfterSeconds ?? undefined,
    cause: failure,
  })
}
