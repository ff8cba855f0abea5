/**
 * Errors made for people. Anything thrown that is not an AppError is a bug: it is logged with the request id
 * and answered as one.
 */

export const statusOfCode = {
  invalid_input: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  otp_required: 401,
  limit_no_access: 402,
  limit_used_up: 402,
  limit_insufficient: 402,
  forbidden: 403,
  reauthenticate: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  misdirected: 421,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOfCode

export type ErrorParams = Record<string, string | number | boolean | null | string[]>

/**
 * What a failed call answers under `error`. `message` is one sentence for developers; a screen writes its own from `code`,
 * `field`, `reason` and `params`.
 */
export type ErrorBody = {
  code: ErrorCode
  message: string
  field?: string
  /** Which of the causes a code has, in snake_case: "slug_taken", "too_long". */
  reason?: string
  /** The values a sentence about the reason needs: `{max: 100}`. */
  params?: ErrorParams
  retryable: boolean
  details?: Record<string, unknown>
}

/**
 * What is stored of an error that screens show later, beside its sentence for developers: a screen writes its own from it, as from
 * the error of a call.
 */
export type Failure = Pick<ErrorBody, 'code' | 'field' | 'reason' | 'params'>

const retryableCodes = new Set<ErrorCode>(['rate_limited', 'internal', 'upstream_failed', 'unavailable'])

export type AppErrorOptions = {
  field?: string
  reason?: string
  params?: ErrorParams
  retryable?: boolean
  details?: Record<string, unknown>
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal or failure that the caller can act on. Its HTTP status follows from `code`. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly options: AppErrorOptions

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.options = options
  }

  get status() {
    return statusOfCode[this.code]
  }

  get retryable() {
    return this.options.retryable ?? retryableCodes.has(this.code)
  }

  toBody(): ErrorBody {
    const { field, reason, params, details } = this.options
    return {
      code: this.code,
      message: this.message,
      ...(field === undefined ? {} : { field }),
      ...(reason === undefined ? {} : { reason }),
      ...(params === undefined ? {} : { params }),
      retryable: this.retryable,
      ...(details === undefined ? {} : { details }),
    }
  }

  toFailure(): Failure {
    const { message: _, retryable: __, details: ___, ...failure } = this.toBody()
    return failure
  }

  /** The bundle of pages and the server around it each hold this class: what one throws, the other must know. */
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof Error && value.name === 'AppError' && 'code' in value && 'toBody' in value
  }

  static fromBody(body: ErrorBody, retryAfterSeconds?: number) {
    const { code, message, field, reason, params, retryable, details } = body
    return new AppError(code in statusOfCode ? code : 'internal', message, {
      field,
      reason,
      params,
      retryable,
      details,
      retryAfterSeconds,
    })
  }
}

/** An error as a result carries it: the sentence for developers, and what a screen writes its own from. */
export const toResultError = (error: AppError | null): { error: string | null; failure: Failure | null } => ({
  error: error?.message ?? null,
  failure: error?.toFailure() ?? null,
})
