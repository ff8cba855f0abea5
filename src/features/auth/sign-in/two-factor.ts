import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { signedOut } from '#platform/http/authenticate.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, type Secrets } from '#platform/secrets.ts'
import { twoFactorOffEmail } from '../rules/security-emails.ts'
import {
  claimRecoveryCode,
  claimStep,
  confirmTwoFactor,
  deleteTwoFactor,
  findPasswordHash,
  findTwoFactor,
  upsertTwoFactor,
} from '../store/security-store.ts'
import { lockActor } from '../store/store.ts'
import { verifyPassword } from './passwords.ts'

const periodSeconds = 30
const ownFailures = { max: 10, windowSeconds: 15 * 60 }
const tooManyOwn = 'Too many wrong codes or passwords.'
const tooManyCodes = 'Too many wrong codes.'
const recoveryCodes = 10
// Without letters and digits that look alike.
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

export type TwoFactor = ReturnType<typeof createTwoFactor>

type Dependencies = {
  db: Database
  secrets: Secrets
  rates: RateLimiter
  audit: Audit
  mailer: Mailer
  background: BackgroundTasks
  publicUrl: string
}

/** TOTP (RFC 6238: SHA-1, 6 digits, 30 s, one step either side, no step twice) and recovery codes. */
export function createTwoFactor({ db, secrets, rates, audit, mailer, background, publicUrl }: Dependencies) {
  return {
    /** A new secret, on only once confirmed. @throws AppError conflict when two-factor is on */
    async begin(actor: Actor) {
      const secret = new Secret({ size: 20 })
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
      const begun = await db.transaction().execute(async (tx) => {
        if (!(await lockActor(tx, actor))) throw signedOut()
        return upsertTwoFactor(tx, {
          userId: actor.userId,
          sealedSecret: secrets.seal('two-factor', secret.base32, actor.userId),
          recoveryHashes: codes.map(hashRecoveryCode),
        })
      })
      if (!begun) throw twoFactorOn()
      return { otpauth_url: getTotp(secret.base32, actor.email).toString(), recovery_codes: codes }
    },

    /** Turns it on. @throws AppError invalid_input for a wrong code, conflict when nothing was begun or it is on */
    async confirm(actor: Actor, otp: string, address: string) {
      const bucket = await refuseIfTooManyFailures(actor)
      const found = await findTwoFactor(db, actor.userId)
      if (!found) throw new AppError('conflict', 'Request a secret first.', { reason: 'two_factor_not_begun' })
      if (found.confirmed_at) throw twoFactorOn()
      const step = getStep(found.sealed_secret, actor.userId, otp)
      await rates.countGuess(bucket, ownFailures, tooManyOwn, step !== null)
      if (step === null) throw wrongCode()
      await db.transaction().execute(async (tx) => {
        if (!(await confirmTwoFactor(tx, actor.userId, found.sealed_secret, step))) throw wrongCode()
        await record(tx, actor, 'account.two_factor_on', address)
      })
      await rates.empty(bucket)
    },

    /** Turns it off, by a code or the password. @throws AppError invalid_input */
    async disable(actor: Actor, proof: { otp?: string; password?: string }, address: string) {
      if (proof.otp === undefined && proof.password === undefined)
        throw new AppError('invalid_input', 'otp is missing. Send a code or your password.', {
          field: 'otp',
          reason: 'missing',
        })
      const bucket = await refuseIfTooManyFailures(actor)
      const right =
        proof.otp !== undefined
          ? await this.verifyOtp(db, actor.userId, proof.otp)
          : await verifyPassword(await findPasswordHash(db, actor.userId), proof.password!)
      await rates.countGuess(bucket, ownFailures, tooManyOwn, right)
      if (!right) throw proof.otp !== undefined ? wrongCode() : wrongPassword('password')
      await db.transaction().execute(async (tx) => {
        await deleteTwoFactor(tx, actor.userId)
        await record(tx, actor, 'account.two_factor_off', address)
      })
      await rates.empty(bucket)
      background.run('Sending the email about two-factor sign-in', () =>
        mailer.send({ to: actor.email, ...twoFactorOffEmail({ forgotLink: `${publicUrl}/forgot` }) }),
      )
    },

    async isOn(db: Db, userId: string) {
      return Boolean((await findTwoFactor(db, userId))?.confirmed_at)
    },

    /** Whether a code of the app, or an unused recovery code, is right; uses it up. */
    async verifyOtp(db: Db, userId: string, otp: string): Promise<boolean> {
      const found = await findTwoFactor(db, userId)
      if (!found?.confirmed_at) return false
      const step = getStep(found.sealed_secret, userId, otp)
      if (step !== null) return claimStep(db, userId, step)
      return claimRecoveryCode(db, userId, hashRecoveryCode(otp))
    },

    /** For every way of signing in: otp_required or invalid_credentials; null when the code is right, or two-factor off. */
    async getRefusal(db: Db, userId: string, otp: string | undefined): Promise<AppError | null> {
      if (!(await this.isOn(db, userId))) return null
      if (otp === undefined)
        return new AppError('otp_required', 'Enter the six digits from your authenticator app, or a recovery code.', {
          field: 'otp',
          reason: 'otp_required',
        })
      if (await this.verifyOtp(db, userId, otp)) return null
      return new AppError('invalid_credentials', 'This code is wrong or was already used.', {
        field: 'otp',
        reason: 'wrong_otp',
      })
    },

    /**
     * The same with a rate limit per account, for sign-in methods that have no other.
     * @throws AppError otp_required, invalid_credentials, rate_limited
     */
    async requireOtp(userId: string, otp: string | undefined) {
      const bucket = `otp:${userId}`
      await rates.refuseIfFull(bucket, ownFailures, tooManyCodes)
      const refusal = await this.getRefusal(db, userId, otp)
      if (otp !== undefined) await rates.countGuess(bucket, ownFailures, tooManyCodes, refusal === null)
      if (refusal) throw refusal
    },
  }

  /** The time step a code belongs to; null when the code is wrong. */
  function getStep(sealed: string, userId: string, otp: string): number | null {
    const digits = otp.replace(/\s/g, '')
    if (!/^\d{6}$/.test(digits)) return null
    const totp = getTotp(secrets.open('two-factor', sealed, userId), '')
    const now = Date.now()
    const delta = totp.validate({ token: digits, timestamp: now, window: 1 })
    return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
  }

  /** Rate limit per account: only a signed-in user gets here. */
  async function refuseIfTooManyFailures(actor: Actor) {
    const bucket = `own:${actor.userId}`
    await rates.refuseIfFull(bucket, ownFailures, tooManyOwn)
    return bucket
  }

  function record(tx: Db, actor: Actor, action: string, address: string) {
    return audit.record(tx, { actorId: actor.userId, actorEmail: actor.email, action, subject: actor.email, address })
  }
}

const getTotp = (base32: string, email: string) =>
  new TOTP({ issuer: 'Earshot', label: email, secret: Secret.fromBase32(base32), period: periodSeconds })

function newRecoveryCode() {
  const characters = Array.from({ length: 12 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)])
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

// 59 bits each and random: a plain digest cannot be tried through.
const hashRecoveryCode = (code: string) => hashToken(code.toLowerCase().replace(/[\s-]/g, ''))

const wrongCode = () =>
  new AppError('invalid_input', 'otp is wrong or was already used.', { field: 'otp', reason: 'wrong_otp' })
const twoFactorOn = () =>
  new AppError('conflict', 'Two-factor sign-in is already on. Turn it off first.', { reason: 'two_factor_on' })
export const wrongPassword = (field: string) =>
  new AppError('invalid_input', `${field} is not your password.`, { field, reason: 'wrong_password' })
