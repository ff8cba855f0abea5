/** Why a source of search data couldn't answer, for browsers too. */

import { type SourceId, sourceLabels } from '../source-ids/port.ts'

export type SourceErrorKind =
  /** The limit of what may be spent is reached. */
  | 'budget'
  /** No such call is left in the plan: one that was cut off may have been charged, and is not made again. */
  | 'unplanned'
  /** The vendor doesn't have this country or language: it is skipped, and nothing is wrong with it. */
  | 'unsupported'
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'blocked'
  | 'unauthorized'
  | 'bad_answer'
  | 'server_error'
  | 'circuit_open'
  | 'cancelled'

/** Why a source couldn't answer: screens have a sentence for each. */
export const sourceReasons = [
  'spending_limit_reached',
  'source_charge_uncertain',
  'source_locale_unsupported',
  'source_unreachable',
  'source_timeout',
  'source_rate_limited',
  'source_blocked',
  'source_unauthorized',
  'source_not_set_up',
  'source_invalid_response',
  'source_request_rejected',
  'source_result_lost',
  'source_never_responded',
  'source_failing',
  'source_paused',
  'source_cancelled',
] as const
export type SourceReason = (typeof sourceReasons)[number]

const reasonOfKind: Record<SourceErrorKind, SourceReason> = {
  budget: 'spending_limit_reached',
  unplanned: 'source_charge_uncertain',
  unsupported: 'source_locale_unsupported',
  unreachable: 'source_unreachable',
  timeout: 'source_timeout',
  rate_limited: 'source_rate_limited',
  blocked: 'source_blocked',
  unauthorized: 'source_unauthorized',
  bad_answer: 'source_invalid_response',
  server_error: 'source_failing',
  circuit_open: 'source_paused',
  cancelled: 'source_cancelled',
}

/**
 * A source that could not answer. `message` says what happened and what to do; screens write their own from `reason` and `params`.
 * `details` is for staff and may name settings and hosts; null when there is nothing to add.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly source: SourceId
  readonly kind: SourceErrorKind
  readonly reason: SourceReason
  readonly params: Record<string, string | number>
  readonly retryAfterSeconds: number | null
  readonly details: string | null

  constructor(
    source: SourceId,
    kind: SourceErrorKind,
    message: string,
    options: {
      cause?: unknown
      reason?: SourceReason
      params?: Record<string, number>
      retryAfterSeconds?: number | null
      details?: string | null
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.source = source
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.details = options.details ?? null
    this.reason = options.reason ?? reasonOfKind[kind]
    this.params = {
      source: sourceLabels[source],
      ...(this.retryAfterSeconds === null ? {} : { seconds: this.retryAfterSeconds }),
      ...options.params,
    }
  }
}

/** A source that lacks its settings; `details` names them. */
export const sourceNotSetUp = (source: SourceId, details: string) =>
  new SourceError(source, 'unauthorized', notSetUp(sourceLabels[source]), { reason: 'source_not_set_up', details })

/** What customers read of a source that lacks its settings; `details` names them. */
export const notSetUp = (label: string) => `${label} isn’t set up on this server.`
