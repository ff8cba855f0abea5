import { isIP } from 'node:net'
import { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch, readText } from '#platform/outbound/outbound-fetch.ts'

/** Requests with credentials: https only, no redirects, bounded, and every failure as an AppError that says what to do. */

export type DestinationRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  body?: FormData | Uint8Array<ArrayBuffer>
  timeoutMs?: number
}

export type DestinationResponse = { status: number; headers: Headers; text: string; json: unknown }

const maxBytes = 12_000_000
const timeoutMs = 30_000

/** Sends a request. Statuses are for the caller to read, except redirects. @throws AppError */
export async function sendRequest(
  fetch: OutboundFetch,
  url: URL,
  { json, body, headers, timeoutMs: ownTimeout = timeoutMs, method = 'GET' }: DestinationRequest = {},
): Promise<DestinationResponse> {
  refusePlainHttp(url)
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? body && { body } : { body: JSON.stringify(json) }),
      redirects: 0,
      timeoutMs: ownTimeout,
      maxBytes,
    })
    const text = await readText(response, maxBytes)
    if (response.status >= 300 && response.status < 400) throw redirected(url, response.headers.get('location'))
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  } catch (error) {
    if (error instanceof OutboundError) throw unreachable(error)
    throw error
  }
}

/** Passwords never travel in the clear, except inside this machine. @throws AppError invalid_input (url) */
export function refusePlainHttp(url: URL) {
  if (url.protocol === 'https:' || isLoopback(url.hostname)) return
  throw new AppError('invalid_input', 'url must begin with https://, because the password is sent with each request.', {
    field: 'url',
    reason: 'https_required',
  })
}

function isLoopback(hostname: string) {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function redirected(from: URL, location: string | null) {
  const to = location ? URL.parse(location, from) : null
  return new AppError(
    'upstream_failed',
    `${from.host} redirects to ${to?.host ?? 'another address'}. Passwords aren’t sent along. Use the final URL.`,
    { field: 'url', reason: 'destination_redirects', params: { to: to?.origin ?? '' }, retryable: false },
  )
}

function unreachable(error: OutboundError) {
  const { host, kind, message } = error
  const isLate = kind === 'timeout'
  return kind === 'blocked'
    ? new AppError('invalid_input', `url can’t be used: ${message}`, { field: 'url', reason: 'private_address' })
    : new AppError('upstream_failed', message, {
        reason: isLate ? 'destination_timeout' : 'destination_unreachable',
        params: { host },
        cause: error,
      })
}

const maxVendorSentence = 300

/** A vendor's own words, as text of one line. */
export const toSentence = (given: unknown): string =>
  typeof given === 'string'
    ? given
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, maxVendorSentence)
    : ''

export const credentialsRejected = (host: string) =>
  new AppError('upstream_failed', `${host} rejected the credentials.`, {
    reason: 'credentials_rejected',
    params: { host },
    retryable: false,
  })

export const forbidden = (host: string, message = '') =>
  new AppError('upstream_failed', `${host} doesn’t allow this with these credentials. ${message}`.trim(), {
    reason: 'destination_forbidden',
    params: { host, message },
    retryable: false,
  })

export function rateLimited(host: string, seconds: number) {
  return new AppError('rate_limited', `${host} is limiting requests. Try again in ${seconds} s.`, {
    reason: 'destination_rate_limited',
    params: { host, seconds },
    retryAfterSeconds: seconds,
  })
}

export const rejected = (host: string, message: string, field?: string) =>
  new AppError('upstream_failed', `${host} didn’t accept the post: ${message}`, {
    reason: 'destination_rejected',
    params: { host, message, field: field ?? '' },
    retryable: false,
  })

export const failed = (host: string, status: number) =>
  new AppError('upstream_failed', `${host} answered HTTP ${status}.`, {
    reason: 'destination_failed',
    params: { host, status },
  })

export const invalidAnswer = (host: string) =>
  new AppError('upstream_failed', `${host} answered something that isn’t its API.`, {
    reason: 'destination_invalid_answer',
    params: { host },
    retryable: false,
  })

export const imageTooLarge = (host: string, name: string) =>
  new AppError('upstream_failed', `${host} refused the image ${name}, because it’s too large.`, {
    reason: 'image_too_large',
    params: { host, name },
    retryable: false,
  })

export const imageRefused = (host: string, name: string, message: string) =>
  new AppError('upstream_failed', `${host} refused the image ${name}: ${message}`, {
    reason: 'image_refused',
    params: { host, name, message },
    retryable: false,
  })

/** Seconds a `Retry-After` asks for, at most an hour. */
export function readRetryAfter(headers: Headers, otherwise: number): number {
  const given = Number(headers.get('retry-after'))
  return Number.isFinite(given) && given > 0 ? Math.min(3600, Math.ceil(given)) : otherwise
}
