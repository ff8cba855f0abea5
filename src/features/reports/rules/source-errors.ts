import { AppError, type ErrorCode, type ErrorParams, toResultError } from '#kit/errors.ts'
import { type SearchSource, SourceError, type SourceErrorKind } from '#providers/search-data/port.ts'
import type { SourceState } from '../contract.ts'

/** Errors of sources as reports and listeners store them. `web/source-error-texts.ts` has a sentence for each reason. */

const codeOfKind: Record<SourceErrorKind, ErrorCode> = {
  budget: 'conflict',
  unplanned: 'conflict',
  unsupported: 'invalid_input',
  unreachable: 'upstream_failed',
  timeout: 'upstream_failed',
  rate_limited: 'rate_limited',
  blocked: 'upstream_failed',
  unauthorized: 'unavailable',
  bad_answer: 'upstream_failed',
  server_error: 'upstream_failed',
  circuit_open: 'unavailable',
  cancelled: 'unavailable',
}

/** Turns any error into this source's, so that it can't fail the whole run. */
export const toSourceError = (source: SearchSource, error: unknown): SourceError =>
  error instanceof SourceError
    ? error
    : new SourceError(
        source.id,
        'bad_answer',
        `${source.label} sent a response Earshot couldn’t read. Leave the source out and report the problem.`,
        { cause: error },
      )

export const toSourceAppError = (error: SourceError, params: ErrorParams = {}): AppError =>
  new AppError(codeOfKind[error.kind], error.message, {
    reason: error.reason,
    params: { ...error.params, ...params },
    cause: error,
  })

/** Some requests of a source failed; the others' results are used. */
export const toPartialError = (error: SourceError, failed: number, planned: number): AppError =>
  new AppError(codeOfKind[error.kind], `${failed} of ${planned} requests failed. ${error.message}`, {
    reason: error.reason,
    params: { ...error.params, failed, planned },
    cause: error,
  })

/** What a source's state says about its error; without one, the state of a source that has none. */
export function toStateError(
  error: AppError | SourceError | null,
): Pick<SourceState, 'error' | 'failure' | 'error_details'> {
  if (error === null) return { error: null, failure: undefined, error_details: undefined }
  const source =
    error instanceof SourceError ? error : error.options.cause instanceof SourceError ? error.options.cause : null
  const { error: sentence, failure } = toResultError(error instanceof SourceError ? toSourceAppError(error) : error)
  return { error: sentence, failure: failure ?? undefined, error_details: source?.details ?? undefined }
}

/** The error in a source's state, as it was stored. */
export const getStateError = ({ error, failure }: Pick<SourceState, 'error' | 'failure'>): AppError | null =>
  error === null ? null : AppError.fromBody({ code: 'upstream_failed', ...failure, message: error, retryable: false })

export const liveVolumesNotInPlan = () =>
  new AppError('forbidden', 'Live search volumes require the Pro plan or higher, or the search data add-on.', {
    reason: 'live_volumes_not_in_plan',
  })

export const nothingToLookUp = () =>
  new AppError('conflict', 'Skipped because the other sources found nothing.', { reason: 'nothing_to_look_up' })

export const sourceStopped = () => new AppError('conflict', 'Stopped before it finished.', { reason: 'source_stopped' })
