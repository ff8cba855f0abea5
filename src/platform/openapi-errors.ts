import type { Access, Endpoint } from '#kit/endpoint.ts'
import { AppError, type AppErrorOptions, type ErrorCode, statusOfCode } from '#kit/errors.ts'
import type { Json } from './openapi-schemas.ts'

type Told = { meaning: string; message: string; options?: AppErrorOptions }

const limit = { tool: 'reports', available: 0, requested: 1, resets_at: '2026-04-01T00:00:00.000Z' }

/** Every code there is: when it is answered, and one such answer. */
export const errorCodes: Record<ErrorCode, Told> = {
  invalid_input: {
    meaning: 'A field is missing, wrong or unknown, or the body is not JSON.',
    message: 'limit may be at most 100.',
    options: { field: 'limit' },
  },
  unauthenticated: {
    meaning: 'No token, or one that ended.',
    message: 'You are signed out. Sign in and try again.',
  },
  invalid_credentials: {
    meaning: 'Email and password do not belong together; the same for an unknown email.',
    message: 'Email or password is wrong.',
  },
  otp_required: {
    meaning: 'Two-factor sign-in is on: send the code as `otp`.',
    message: 'Enter the code of your authenticator app.',
    options: { field: 'otp' },
  },
  limit_no_access: {
    meaning: 'The plan does not have this tool.',
    message: 'Your plan does not include this.',
    options: { details: { ...limit, tool: 'sv' } },
  },
  limit_used_up: {
    meaning: 'The units of this month are spent.',
    message: 'You have used all of this month’s reports.',
    options: { details: limit },
  },
  limit_insufficient: {
    meaning: 'Fewer units are left than were asked for.',
    message: 'You do not have enough left for this.',
    options: { details: { ...limit, available: 3, requested: 10 } },
  },
  forbidden: {
    meaning: 'The role or the key’s scopes do not allow it.',
    message: 'This API key lacks the scope reports:write.',
  },
  not_found: {
    meaning: 'It is not there, or in a workspace you are not in.',
    message: 'There is no such thing, or it is in a workspace you are not in.',
  },
  conflict: {
    meaning: 'It does not go with the state of things, or the Idempotency-Key was used for something else.',
    message: 'This Idempotency-Key was used with another request: use a new one.',
    options: { field: 'Idempotency-Key' },
  },
  too_large: {
    meaning: 'The body is larger than the call takes.',
    message: 'The request is larger than the 1 MB this call accepts.',
  },
  unsupported_type: {
    meaning: 'The body or the file is of a kind the call does not take.',
    message: 'Send this call as multipart/form-data.',
  },
  misdirected: {
    meaning: 'The address is not one of this installation.',
    message: 'This address does not belong to this installation.',
  },
  rate_limited: {
    meaning: 'Too often: wait as long as Retry-After says.',
    message: 'Too many attempts. Try again in 12 minutes.',
    options: { retryAfterSeconds: 720 },
  },
  internal: {
    meaning: 'A fault of ours; it is logged with the request’s id.',
    message: 'Something went wrong on our side. Try again; if it stays, report it with the id.',
  },
  upstream_failed: {
    meaning: 'A service this call needs failed or was silent.',
    message: 'The payment service did not answer. Try again.',
  },
  unavailable: {
    meaning: 'It is not set up here, or the server is about to stop.',
    message: 'Card payments are not set up on this installation.',
  },
}

const codesOf = (status: number) =>
  (Object.keys(statusOfCode) as ErrorCode[]).filter((code) => statusOfCode[code] === status)

const statuses = [...new Set(Object.values(statusOfCode))]

/** `success` and `error`, with every code there is. */
export const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable'],
      properties: {
        code: { type: 'string', enum: Object.keys(statusOfCode) },
        message: { type: 'string', description: 'A sentence for a person.' },
        field: { type: 'string', description: 'The field of the input that is wrong.' },
        retryable: { type: 'boolean', description: 'Whether the same call may work later.' },
        details: { type: 'object', description: 'More, by code: a limit names tool, available, requested, resets_at.' },
        request_id: {
          type: 'string',
          description: 'For a report to whoever runs the installation; also in X-Request-Id.',
        },
      },
    },
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } },
}

/** One answer a status, each of its codes with an example; `Failed` for what any call may meet. */
export function errorResponses(): Record<string, Json> {
  const content = (codes: ErrorCode[]) => ({
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: errorCodes[code].meaning, value: exampleOf(code) }]),
      ),
    },
  })
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        `Error${status}`,
        {
          description: codesOf(status)
            .map((code) => `\`${code}\`: ${errorCodes[code].meaning}`)
            .join(' '),
          ...(status === 429 ? { headers: retryAfter } : {}),
          content: content(codesOf(status)),
        },
      ]),
    ),
    Failed: {
      description: 'What any call may meet; `error.code` says why.',
      headers: retryAfter,
      content: content(['misdirected', 'internal', 'unavailable']),
    },
  }
}

function exampleOf(code: ErrorCode) {
  const { message, options } = errorCodes[code]
  return { success: false, error: new AppError(code, message, options).toBody() }
}

/** The statuses a call may answer beside 200, by who may call it and what it takes. */
export function errorStatuses({ access, method, idempotent, body, input, kind }: Endpoint, rated: boolean): number[] {
  const takesFields = method === 'POST' || Object.keys((input._zod.def as { shape?: object }).shape ?? {}).length > 0
  const by: [number, boolean][] = [
    [400, takesFields],
    [401, needsToken(access)],
    [402, idempotent && access.kind !== 'staff' && access.kind !== 'public'],
    [403, needsToken(access)],
    [404, access.kind === 'workspace' || access.kind === 'loopback'],
    [409, idempotent],
    [413, method === 'POST'],
    [415, body === 'multipart'],
    [429, rated],
    [502, kind === 'events' && method === 'POST'],
  ]
  return by.filter(([, may]) => may).map(([status]) => status)
}

const needsToken = ({ kind }: Access) => kind === 'user' || kind === 'staff' || kind === 'workspace'
