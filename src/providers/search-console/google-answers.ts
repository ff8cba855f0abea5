import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { OutboundError } from '#platform/outbound/outbound-fetch.ts'

/** Reads what Google answers, and says what its errors mean. */

/** The access token isn't accepted, though it hasn't expired. */
export class TokenRefused extends Error {}

const errorAnswer = z.object({
  error: z.object({ message: z.string().default(''), errors: z.array(z.object({ reason: z.string() })).default([]) }),
})
const quotaReasons = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])

export function toError(status: number, body: unknown): Error {
  const parsed = errorAnswer.safeParse(body)
  const reasons = parsed.success ? parsed.data.error.errors.map(({ reason }) => reason) : []
  if (status === 401) return new TokenRefused()
  if (status === 429 || reasons.some((reason) => quotaReasons.has(reason))) return quota()
  if (status === 403 || status === 404) return propertyRemoved()
  return status >= 500 ? unreachable() : invalidResponse()
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof OutboundError) throw unreachable(cause)
    return null
  }
}

export function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidResponse()
  return parsed.data
}

export const reconnect = () =>
  new AppError('conflict', 'Google no longer accepts this connection. Connect again.', {
    reason: 'search_console_reconnect',
  })
const propertyRemoved = () =>
  new AppError('conflict', 'The Google account can’t read this property any more.', {
    reason: 'search_console_property_removed',
  })
const quota = () =>
  new AppError('rate_limited', 'Search Console’s quota is used up. It resets within a day.', {
    reason: 'search_console_quota',
  })
export const unreachable = (cause?: unknown) =>
  new AppError('upstream_failed', 'Search Console couldn’t be reached.', {
    reason: 'search_console_unreachable',
    cause,
  })
export const invalidResponse = () =>
  new AppError('upstream_failed', 'Search Console sent a response that couldn’t be used.', {
    reason: 'search_console_invalid_response',
  })
