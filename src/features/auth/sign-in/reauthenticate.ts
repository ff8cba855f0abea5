import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { findPasswordHash } from '../store/security-store.ts'
import { findSessionStart } from '../store/session-store.ts'
import { verifyPassword } from './passwords.ts'
import { wrongPassword } from './two-factor.ts'

/** An account without a password proves itself by having just signed in. */
const recentSignInMs = 15 * 60_000
const ownFailures = { max: 10, windowSeconds: 15 * 60 }

export type Reauthentication = ReturnType<typeof createReauthentication>

/** Confirms who is signed in before a change: a stolen session alone must not be enough to take over an account. */
export function createReauthentication({ db, rates }: { db: Database; rates: RateLimiter }) {
  return {
    /**
     * Requires the account's password, or a recent sign-in if it has none. Rate-limited per account, so that a stranger
     * without a session can't lock it.
     * @throws AppError invalid_input (field: missing or wrong), forbidden (session too old), rate_limited
     */
    async requirePassword(actor: Actor, password: string | undefined, field: string) {
      const passwordHash = await findPasswordHash(db, actor.userId)
      if (passwordHash === null) return requireRecentSignIn(actor, notRecent())
      if (password === undefined)
        throw new AppError('invalid_input', `${field} is missing.`, { field, reason: 'missing' })
      const bucket = `own:${actor.userId}`
      const tooMany = 'Too many wrong codes or passwords.'
      await rates.refuseIfFull(bucket, ownFailures, tooMany)
      const right = await verifyPassword(passwordHash, password)
      await rates.countGuess(bucket, ownFailures, tooMany, right)
      if (!right) throw wrongPassword(field)
    },

    requireRecentSignIn,
  }

  async function requireRecentSignIn({ tokenId }: Actor, refusal: AppError) {
    const began = await findSessionStart(db, tokenId)
    if (!began || Date.now() - began.getTime() >= recentSignInMs) throw refusal
  }
}

const notRecent = () =>
  new AppError(
    'forbidden',
    'This account has no password to confirm with. Sign out, sign in again and retry within 15 minutes.',
    { reason: 'sign_in_again' },
  )
