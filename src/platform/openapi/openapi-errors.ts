import type { Access, Endpoint } from '#kit/endpoint.ts'
import { AppError, type AppErrorOptions, type ErrorCode, statusOfCode } from '#kit/errors.ts'
import type { Json } from './openapi-schemas.ts'

type ErrorExample = { meaning: string; message: string; options?: AppErrorOptions }

const limit = { tool: 'reports', available: 0, requested: 1, resets_at: '2026-04-01T00:00:00.000Z' }

/** Every code there is: when it is answered, and one such answer. */
export const errorCodes: Record<ErrorCode, ErrorExample> = {
  invalid_input: {
    meaning: 'A field is missing, invalid or unknown, or the body isn’t JSON.',
    message: 'limit can be up to 100.',
    options: { field: 'limit', reason: 'above_maximum', params: { max: 100 } },
  },
  unauthenticated: {
    meaning: 'The token is missing or expired.',
    message: 'You’re signed out. Sign in and try again.',
    options: { reason: 'signed_out' },
  },
  invalid_credentials: {
    meaning: 'The email or password is wrong. The message is the same for an unknown email.',
    message: 'Email or password is wrong.',
  },
  otp_required: {
    meaning: 'Two-factor authentication is on. Send the code as `otp`.',
    message: 'Enter the code of your authenticator app.',
    options: { field: 'otp' },
  },
  limit_no_access: {
    meaning: 'The plan doesn’t include this tool.',
    message: 'Your plan doesn’t include this.',
    options: { details: { ...limit, tool: 'sv' } },
  },
  limit_used_up: {
    meaning: 'This month’s credits are used up.',
    message: 'You have used all of this month’s reports.',
    options: { details: limit },
  },
  limit_insufficient: {
    meaning: 'The call needs more credits than are left.',
    message: 'You don’t have enough left for this.',
    options: { details: { ...limit, available: 3, requested: 10 } },
  },
  forbidden: {
    meaning: 'The role or the key’s scopes don’t allow this.',
    message: 'This API key lacks the scope reports:write.',
    options: { reason: 'missing_scope', params: { scope: 'reports:write' } },
  },
  reauthenticate: {
    meaning:
      'Changing the email requires the current password. Accounts without a password need a sign-in within the last 15 minutes.',
    message: 'current_password is missing: a new email needs it.',
    options: { field: 'current_password' },
  },
  not_found: {
    meaning: 'The item doesn’t exist, or it’s in a workspace you can’t access.',
    message: 'This doesn’t exist, or it’s in a workspace you can’t access.',
    options: { reason: 'not_found' },
  },
  conflict: {
    meaning: 'The call conflicts with the current state, or the Idempotency-Key was used for another request.',
    message: 'This Idempotency-Key was used with another request. Use a new one.',
    options: { field: 'Idempotency-Key', reason: 'idempotency_key_reused' },
  },
  too_large: {
    meaning: 'The body is larger than the call accepts, or reading it needs too much time or memory.',
    message: 'The request is too large. This call accepts up to 1 MB.',
    options: { reason: 'body_too_large', params: { max_bytes: 1_000_000 } },
  },
  unsupported_type: {
    meaning: 'The call doesn’t accept this body or file type.',
    message: 'Send this call as multipart/form-data.',
    options: { reason: 'not_multipart' },
  },
  misdirected: {
    meaning: 'The server doesn’t serve this host.',
    message: 'This server doesn’t serve example.com.',
    options: { reason: 'unknown_host' },
  },
  rate_limited: {
    meaning: 'The rate limit is reached. Wait for the time in Retry-After.',
    message: 'Too many attempts. Try again in 12 minutes.',
    options: { reason: 'too_many_attempts', params: { minutes: 12 }, retryAfterSeconds: 720 },
  },
  internal: {
    meaning: 'An error on the server. It’s logged with the request id.',
    message: 'Something went wrong on our side. Try again. If it keeps failing, report it with the request id.',
    options: { reason: 'unexpected' },
  },
  upstream_failed: {
    meaning: 'A service this call depends on failed or didn’t respond.',
    message: 'Stripe didn’t respond. You weren’t charged. Try again in a moment.',
    options: { reason: 'payment_provider_not_responding', params: { provider: 'Stripe' } },
  },
  unavailable: {
    meaning: 'The feature isn’t set up on this server, or the server is busy or shutting down.',
    message: 'The server is busy. Try again in a moment.',
    options: { reason: 'server_busy', retryAfterSeconds: 5 },
  },
}

const getCodes = (status: number) =>
  (Object.keys(statusOfCode) as ErrorCode[]).filter((code) => statusOfCode[code] === status)

const statuses = [...new Set(Object.values(statusOfCode))]

/** `success` and `error`, with every code there is. */
export const errorSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false, description: 'Always false.' },
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['code', 'message', 'retryable'],
      properties: {
        code: { type: 'string', enum: Object.keys(statusOfCode), description: 'Which error it is, for programs.' },
        message: { type: 'string', description: 'What happened and what to do, in one sentence.' },
        field: { type: 'string', description: 'The invalid input field.' },
        reason: {
          type: 'string',
          description: 'Which of the causes of this code it is, such as `too_long`. More may be added.',
        },
        params: { type: 'object', description: 'The values the reason is about, such as `{"max": 100}`.' },
        retryable: { type: 'boolean', description: 'Whether the same call may work later.' },
        details: {
          type: 'object',
          description: 'More information, by code. For limits: tool, available, requested, resets_at.',
        },
        request_id: {
          type: 'string',
          description: 'Quote it when you report a problem to the administrator. Also in X-Request-Id.',
        },
      },
    },
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before you try again.', schema: { type: 'integer' } },
}

/** One answer a status, each of its codes with an example; `Failed` for what any call may meet. */
export function errorResponses(): Record<string, Json> {
  const content = (codes: ErrorCode[]) => ({
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        codes.map((code) => [code, { summary: errorCodes[code].meaning, value: getExample(code) }]),
      ),
    },
  })
  return {
    ...Object.fromEntries(
      statuses.map((status) => [
        `Error${status}`,
        {
          description: getCodes(status)
            .map((code) => `\`${code}\`: ${errorCodes[code].meaning}`)
            .join(' '),
          ...(status === 429 ? { headers: retryAfter } : {}),
          content: content(getCodes(status)),
        },
      ]),
    ),
    Failed: {
      description: 'Errors of any call. `error.code` says why.',
      headers: retryAfter,
      content: content(['misdirected', 'internal', 'unavailable']),
    },
  }
}

function getExample(code: ErrorCode) {
  const { message, options } = errorCodes[code]
  return { success: false, error: new AppError(code, message, options).toBody() }
}

/** The statuses a call may answer beside 200, by who may call it and what it takes. */
export function errorStatuses({ access, method, idempotent, body, input, kind, rate }: Endpoint): number[] {
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
    [429, rate !== null],
    [502, kind === 'events' && method === 'POST'],
  ]
  return by.filter(([, may]) => may).map(([status]) => status)
}

const needsToken = ({ kind }: Access) => kind === 'user' || kind === 'staff' || kind === 'workspace'
