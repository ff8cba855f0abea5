import { randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import type { EmailProof } from '../email/email-proof.ts'
import { signInEmail } from '../rules/account-emails.ts'
import { countTry, findUserBySignInLink, upsertSignInCode, useSignInCode } from '../store/security-store.ts'
import { findCredentialsByEmail, isEmailProven } from '../store/store.ts'
import { createSession, type Device, type Session } from './sessions.ts'
import type { TwoFactor } from './two-factor.ts'

const codeMinutes = 10
const maxTries = 5
const failures = { max: 10, windowSeconds: 15 * 60 }
const emailRate = { max: 100, windowSeconds: 3600 }
const emailsPerAddress = { max: 10, windowSeconds: 3600 }

export type Passwordless = ReturnType<typeof createPasswordless>

type Dependencies = {
  db: Database
  mailer: Mailer
  rates: RateLimiter
  background: BackgroundTasks
  twoFactor: TwoFactor
  proof: EmailProof
  publicUrl: string
}

/** Sign-in by emailed code or link. An email address alone never gives a token. */
export function createPasswordless(dependencies: Dependencies) {
  const { db, mailer, rates, background, twoFactor, proof, publicUrl } = dependencies
  return {
    /** Emails a code and a link if the account exists. The response and its timing are the same if it doesn't. */
    async request(email: string, device: Device) {
      await rates.countAddress('mail', device.address, emailRate)
      background.run('Sending a sign-in code', async () => {
        const { count } = await rates.count(`mail:code:${email}`, emailsPerAddress.windowSeconds)
        const found = await findCredentialsByEmail(db, email)
        if (!found || found.disabled || count > emailsPerAddress.max) return
        const code = String(randomInt(1_000_000)).padStart(6, '0')
        const link = newToken('el')
        await upsertSignInCode(db, {
          userId: found.id,
          codeHash: hashCode(found.id, code),
          linkHash: hashToken(link),
          expiresAt: new Date(Date.now() + codeMinutes * 60_000),
        })
        await mailer.send({ to: email, ...signInEmail(code, `${publicUrl}/login/code?token=${link}`) })
      })
    },

    /**
     * A session for the mailed code.
     * @throws AppError invalid_credentials (the same for an unknown email), otp_required: the code stays good for it
     */
    async redeemCode(input: { email: string; code: string; otp?: string }, device: Device): Promise<Session> {
      const bucket = `code:${input.email}`
      const tooMany = 'Too many wrong codes for this email. Use the link in the email.'
      await rates.refuseIfFull(bucket, failures, tooMany)
      const tried = await countTry(db, input.email, maxTries)
      const hash = hashCode(tried?.user_id ?? '', input.code)
      const right = tried !== undefined && timingSafeEqual(hash, tried.code_hash)
      await rates.countGuess(bucket, failures, tooMany, right)
      if (!right) throw wrongCode()
      return this.begin(tried.user_id, hash, input.otp, device)
    },

    /** A session for the mailed link's token. @throws AppError invalid_credentials, otp_required */
    async redeemLink(input: { token: string; otp?: string }, device: Device): Promise<Session> {
      const hash = hashToken(input.token)
      const userId = await findUserBySignInLink(db, hash)
      if (!userId) throw linkEnded()
      return this.begin(userId, hash, input.otp, device)
    },

    /**
     * @internal Second factor first, so that asking for it does not use the code up. Where the address was never proven, the
     * factor may be a stranger's: it goes with the first proof.
     */
    async begin(userId: string, hash: Buffer, otp: string | undefined, device: Device): Promise<Session> {
      const proven = await isEmailProven(db, userId)
      if (proven) await twoFactor.requireOtp(userId, otp)
      const { session, afterCommit } = await db.transaction().execute(async (tx) => {
        if (!(await useSignInCode(tx, userId, hash))) throw wrongCode()
        // Reading the email proves the address.
        const given = { userId, actor: null, method: 'sign-in email', address: device.address } as const
        const { first, afterCommit } = await proof.prove(tx, given)
        if (!proven && !first) throw accountChanged()
        return { session: await createSession(tx, userId, device), afterCommit }
      })
      afterCommit()
      return session
    },
  }
}

// With the account's id, so that one table of a million digests does not fit all.
const hashCode = (userId: string, code: string) => hashToken(`${userId}\n${code}`)

const wrongCode = () =>
  new AppError('invalid_credentials', 'This code is wrong or has expired. Request a new one if it doesn’t work.', {
    field: 'code',
    reason: 'wrong_code',
  })
const linkEnded = () =>
  new AppError('invalid_credentials', 'This link was already used or has expired. Request a new one.', {
    field: 'token',
    reason: 'link_ended',
  })
/** Another call proved the address between two looks at it: whether a second factor is on has to be asked again. */
export const accountChanged = () =>
  new AppError('conflict', 'This account changed while you were signing in. Try again.', {
    reason: 'account_changed',
    retryable: true,
  })
