import type { createLocalJWKSet, errors, JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose'
import { AppError } from '#kit/errors.ts'
import { isVisible } from '#kit/fields.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'

/** Google's ID tokens (OpenID Connect Core 1.0, section 3.1.3.7), checked here against Google's published keys. */

export type GooglePerson = {
  /** Google's stable id of a person, never reused. */
  subject: string
  email: string
  firstName: string
  lastName: string
  /** True for Gmail and Google Workspace addresses: Google runs the mailbox, so it can confirm its owner. */
  authoritative: boolean
}

/** Why a Google sign-in was refused. Each has a sentence in web/error-texts.ts. */
export type GoogleRefusal =
  | 'google_other_browser'
  | 'google_email_missing'
  | 'google_email_unverified'
  | 'google_expired'
  | 'google_invalid'
  | 'google_used'
  | 'account_disabled'

export type GoogleKeys = ReturnType<typeof createGoogleKeys>

/** Loaded for the first sign-in with Google. */
const loadJose = () => import('jose')

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const maxCacheMs = 24 * 3_600_000
const unknownKeyIntervalMs = 30_000
/** Google's tokens live an hour. */
export const tokenAgeSeconds = 3600
const clockToleranceSeconds = 30

/**
 * Google's keys, cached as long as its Cache-Control says. An unknown key id refetches them, at most every 30 seconds: keys
 * rotate, and attackers can invent ids.
 */
export function createGoogleKeys({ fetch, address }: { fetch: OutboundFetch; address: string }) {
  let cached: { find: ReturnType<typeof createLocalJWKSet>; until: number } | null = null
  let unknownKeyFetchedAt = 0
  let fetching: Promise<void> | null = null

  async function fetchKeys() {
    const response = await fetch(address, { timeoutMs: 10_000, maxBytes: 100_000 })
    if (!response.ok) throw new Error(`Fetching Google’s keys failed with status ${response.status}`)
    const keys = (await response.json()) as JSONWebKeySet
    const { createLocalJWKSet } = await loadJose()
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0)
    cached = { find: createLocalJWKSet(keys), until: Date.now() + Math.min(maxAge * 1000, maxCacheMs) }
  }

  async function fetchOnce() {
    fetching ??= fetchKeys().finally(() => {
      fetching = null
    })
    await fetching.catch((cause) => {
      throw new AppError('unavailable', 'Google couldn’t be reached. Try again, or sign in another way.', {
        reason: 'google_unreachable',
        cause,
      })
    })
  }

  return {
    find: (async (header, token) => {
      if (!cached || cached.until < Date.now()) await fetchOnce()
      try {
        return await cached!.find(header, token)
      } catch (error) {
        const { errors } = await loadJose()
        const unknown = error instanceof errors.JWKSNoMatchingKey
        if (!unknown || Date.now() - unknownKeyFetchedAt < unknownKeyIntervalMs) throw error
        unknownKeyFetchedAt = Date.now()
        await fetchOnce()
        return cached!.find(header, token)
      }
    }) satisfies JWTVerifyGetKey,
  }
}

/** @throws AppError invalid_credentials (field credential) saying what is wrong with it; unavailable */
export async function readGoogleToken(
  credential: string,
  { keys, clientId, nonce }: { keys: GoogleKeys; clientId: string; nonce: string | undefined },
): Promise<GooglePerson> {
  const { errors, jwtVerify } = await loadJose()
  const { payload } = await jwtVerify(credential, keys.find, {
    algorithms: ['RS256'],
    issuer: issuers,
    audience: clientId,
    requiredClaims: ['sub', 'exp', 'iat'],
    maxTokenAge: tokenAgeSeconds,
    clockTolerance: clockToleranceSeconds,
  }).catch((error) => {
    throw error instanceof errors.JOSEError ? toRefusal(errors, error) : error
  })
  if (nonce !== undefined && payload.nonce !== nonce)
    throw refused('google_other_browser', 'This Google sign-in was started in another browser. Start again here.')
  const { sub, email, email_verified, hd } = payload
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw refused('google_email_missing', 'Google didn’t share your email. Allow it, and try again.')
  if (email_verified !== true)
    throw refused('google_email_unverified', 'Google hasn’t verified this email. Verify it with Google first.')
  return {
    subject: sub!,
    email: email.toLowerCase(),
    firstName: getName(payload, 'given_name') || email.split('@')[0]!.slice(0, 80),
    lastName: getName(payload, 'family_name'),
    authoritative: /@(gmail|googlemail)\.com$/i.test(email) || (typeof hd === 'string' && hd !== ''),
  }
}

const getName = (payload: JWTPayload, claim: string) => {
  const value = payload[claim]
  return typeof value === 'string' && isVisible(value) ? value.trim().slice(0, 80) : ''
}

function toRefusal(errors: typeof import('jose').errors, error: errors.JOSEError): AppError {
  if (error instanceof errors.JWTExpired)
    return refused('google_expired', 'This Google sign-in has expired. Start again.', error)
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud')
      return refused('google_invalid', 'This Google sign-in is for another application.', error)
    if (error.claim === 'iss') return refused('google_invalid', 'This sign-in was not issued by Google.', error)
  }
  return refused('google_invalid', 'Google didn’t sign this sign-in.', error)
}

export const refused = (reason: GoogleRefusal, message: string, cause?: unknown) =>
  new AppError('invalid_credentials', message, { field: 'credential', reason, cause })
