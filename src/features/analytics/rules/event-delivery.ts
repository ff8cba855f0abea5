/** Retry policy of the event client. */

export const maxRetries = 3
const firstDelayMs = 1000
/** Longest wait within one page. */
const maxDelayMs = 60 * 60_000

/** `null` is a network error. */
export const isRetried = (status: number | null) =>
  status === null || status === 429 || (status >= 500 && status <= 599)

/** Milliseconds before the retry of this number (from 1): 1, 2 and 4 seconds, or what the server asked for. */
export function retryDelayMs(retry: number, retryAfter: string | null, now: number): number {
  return parseRetryAfterMs(retryAfter, now) ?? firstDelayMs * 2 ** (retry - 1)
}

/** `Retry-After` is seconds or an HTTP date (RFC 9110, 10.2.3). */
function parseRetryAfterMs(retryAfter: string | null, now: number): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null
  const text = retryAfter.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.min(maxDelayMs, Math.max(0, ms))
}
