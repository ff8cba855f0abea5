import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { findCredentialsByEmail, lockPassword } from '../store/store.ts'
import { verifyPassword } from './passwords.ts'
import { createSession, type Device } from './sessions.ts'
import type { TwoFactor } from './two-factor.ts'

type Dependencies = { db: Database; rates: RateLimiter; twoFactor: TwoFactor }

const loginFailures = { max: 10, windowSeconds: 15 * 60 }

export function createLogIn({ db, rates, twoFactor }: Dependencies) {
  /**
   * @throws AppError invalid_credentials: the same answer, after the same time, for an unknown email; otp_required
   * after the right password where two-factor is on, forbidden after it where the account is disabled
   */
  return async function logIn(input: { email: string; password: string; otp?: string }, device: Device) {
    const bucket = `login:${input.email}`
    const tooMany = 'Too many failed sign-ins for this email.'
    await rates.refuseIfFull(bucket, loginFailures, tooMany)
    const found = await findCredentialsByEmail(db, input.email)
    const right = await verifyPassword(found?.password_hash, input.password)
    const account = right && found ? found : null
    // Told only after the right password: to anybody else a disabled account is like one that doesn't exist.
    const refusal = account?.disabled
      ? accountDisabled()
      : account
        ? await twoFactor.getRefusal(db, account.id, input.otp)
        : wrongCredentials()
    // To be asked for the second factor is no failure.
    await rates.countGuess(
      bucket,
      loginFailures,
      tooMany,
      !refusal || refusal.code === 'otp_required' || refusal.code === 'forbidden',
    )
    if (refusal || !account) throw refusal
    await rates.empty(bucket)
    return db.transaction().execute(async (tx) => {
      if (!(await lockPassword(tx, account.id, account.password_hash!))) throw wrongCredentials()
      return createSession(tx, account.id, device)
    })
  }
}

const wrongCredentials = () =>
  new AppError('invalid_credentials', 'Wrong email or password.', { reason: 'wrong_email_or_password' })
const accountDisabled = () =>
  new AppError('forbidden', 'This account is disabled. Contact the administrator of this server.', {
    reason: 'account_disabled',
  })
