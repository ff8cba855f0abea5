import { z } from 'zod'
import { AppError } from '#kit/errors.ts'

/** What Drive's errors mean. https://developers.google.com/workspace/drive/api/guides/handle-errors */

/** The access token isn't accepted, though it hasn't expired. */
export class TokenRefused extends Error {}

const errorAnswer = z.object({
  error: z.object({
    errors: z.array(z.object({ reason: z.string() })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
})

const paceReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'dailyLimitExceeded',
  'sharingRateLimitExceeded',
])
const fullReasons = new Set(['storageQuotaExceeded', 'quotaExceeded', 'activeItemCreationLimitExceeded'])
const scopeReasons = new Set(['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'])
const offReasons = new Set(['accessNotConfigured', 'SERVICE_DISABLED'])

/** Google refused, so nothing was created. Server errors say nothing about that. */
export function toDriveError(status: number, body: unknown): Error {
  const parsed = errorAnswer.safeParse(body)
  const reasons = parsed.success
    ? [...parsed.data.error.errors, ...parsed.data.error.details].map(({ reason }) => reason ?? '')
    : []
  const has = (set: ReadonlySet<string>) => reasons.some((reason) => set.has(reason))
  if (status === 401) return new TokenRefused()
  if (status === 429 || has(paceReasons)) return busy()
  if (has(fullReasons)) return storageFull()
  if (has(scopeReasons)) return notAllowed()
  if (has(offReasons)) return notEnabled()
  if (reasons.includes('domainPolicy')) return blockedByDomain()
  if (status === 413) return tooLarge()
  return status >= 500 ? uncertain() : refused()
}

export const reconnect = () =>
  new AppError('conflict', 'Google no longer accepts this connection. Connect again.', { reason: 'google_reconnect' })
export const notAllowed = () =>
  new AppError('conflict', 'The consent lacks the scope drive.file. Connect again and allow it.', {
    reason: 'google_not_allowed',
  })
export const busy = () =>
  new AppError('rate_limited', 'Google Drive limits requests right now. Try again in a minute.', {
    reason: 'google_busy',
    retryAfterSeconds: 60,
  })
const storageFull = () =>
  new AppError('conflict', 'The Google account has no room for another file.', { reason: 'google_storage_full' })
const blockedByDomain = () =>
  new AppError('conflict', 'The administrator of the Google account’s organization blocks apps that use Drive.', {
    reason: 'google_blocked',
  })
const notEnabled = () =>
  new AppError('unavailable', 'The Google Drive API isn’t enabled in the project of GOOGLE_CLIENT_ID.', {
    reason: 'google_not_enabled',
    retryable: false,
  })
const tooLarge = () =>
  new AppError('too_large', 'This is too large for Google to convert. Download it instead.', {
    reason: 'google_too_large',
  })
const refused = () =>
  new AppError('upstream_failed', 'Google couldn’t convert this file.', {
    reason: 'google_refused',
    retryable: false,
  })
export const unreachable = (cause?: unknown) =>
  new AppError('upstream_failed', 'Google couldn’t be reached.', { reason: 'google_unreachable', cause })
export const uncertain = (cause?: unknown) =>
  new AppError('upstream_failed', 'Google didn’t say whether it created the file. Look in Drive before trying again.', {
    reason: 'google_uncertain',
    retryable: false,
    cause,
  })
export const invalidResponse = () =>
  new AppError('upstream_failed', 'Google sent a response that couldn’t be used.', {
    reason: 'google_invalid_response',
  })
