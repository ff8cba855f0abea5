import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { Later } from '#platform/later.ts'
import type { Mailer } from '#platform/mail.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { signInMail } from './account-mails.ts'
import { findUserBySignInLink, takeTry, updateAccount, upsertSignInCode, useSignInCode } from './security-store.ts'
import { beginSession, type Device, type Session } from './sessions.ts'
import { findCredentialsByEmail } from './store.ts'
import type { TwoFactor } from './two-factor.ts'

const codeMinutes = 10
const mostTries = 5
const failures = { most: 10, windowSeconds: 15 * 60 }
const mails = { most: 100, windowSeconds: 3600 }
const mailsPerEmail = { most: 10, windowSeconds: 3600 }

export type Passwordless = ReturnType<typeof createPasswordless>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  later: Later
  twoFactor: TwoFactor
  publicUrl: string
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

/** Signing in by what comes with the mail. An email alone never gives a token to a stranger. */
export function createPasswordless(dependencies: Dependencies) {
  const { db, audit, mailer, rates, later, twoFactor, publicUrl, claim } = dependencies
  return {
    /** Mails a code and a link, if there is such an account; the answer and its time are the same if there is none. */
    async request(email: string, device: Device) {
      await rates.countAddress('mail', device.address, mails)
      later.run('Mailing a sign-in code', async () => {
        const { count } = await rates.count(`mail:code:${email}`, mailsPerEmail.windowSeconds)
        const found = await findCredentialsByEmail(db, email)
        if (!found || found.disabled || count > mailsPerEmail.most) return
        const code = String(randomInt(1_000_000)).padStart(6, '0')
        const link = newToken('el')
        await upsertSignInCode(db, {
          userId: found.id,
          codeHash: hashCode(found.id, code),
          linkHash: hashToken(link),
          expiresAt: new Date(Date.now() + codeMinutes * 60_000),
        })
        await mailer.send({ to: email, ...signInMail(code, `${publicUrl}/login/code?token=${link}`) })
      })
    },

    /**
     * A session for the mailed code.
     * @throws AppError invalid_credentials (the same for an unknown email), otp_required: the code stays good for it
     */
    async redeemCode(input: { email: string; code: string; otp?: string }, device: Device): Promise<Session> {
      const bucket = `code:${input.email}`
      const tooMany = 'Too many wrong codes for this email: use the link in the mail.'
      await rates.refuseIfFull(bucket, failures, tooMany)
      const taken = await takeTry(db, input.email, mostTries)
      const hash = hashCode(taken?.user_id ?? '', input.code)
      const right = taken !== undefined && timingSafeEqual(hash, taken.code_hash)
      await rates.judge(bucket, failures, tooMany, right)
      if (!right) throw wrongCode()
      return this.begin(taken.user_id, hash, input.otp, device)
    },

    /** A session for the mailed link's token. @throws AppError invalid_credentials, otp_required */
    async redeemLink(input: { token: string; otp?: string }, device: Device): Promise<Session> {
      const hash = hashToken(input.token)
      const userId = await findUserBySignInLink(db, hash)
      if (!userId) throw deadLink()
      return this.begin(userId, hash, input.otp, device)
    },

    /** @internal Second factor first, so that asking for it does not use the code up. */
    async begin(userId: string, hash: Buffer, otp: string | undefined, device: Device): Promise<Session> {
      await twoFactor.requireCounted(userId, otp)
      return db.transaction().execute(async (tx) => {
        if (!(await useSignInCode(tx, userId, hash))) throw wrongCode()
        // Who reads the mail has the address.
        await updateAccount(tx, userId, { email_verified: true })
        await claim(tx, userId)
        return beginSession(tx, userId, device)
      })
    },

    /** Support access for staff: 30 minutes as somebody, written down. @throws AppError forbidden, not_found */
    async beginSupport(actor: Actor, email: string, device: Device): Promise<Session> {
      if (!actor.staff || actor.kind !== 'session')
        throw new AppError('forbidden', 'Only staff of this installation may do this.')
      const found = await findCredentialsByEmail(db, email)
      if (!found) throw new AppError('not_found', 'There is no account with this email.', { field: 'email' })
      if (found.disabled) throw new AppError('conflict', 'This account is disabled.', { field: 'email' })
      return db.transaction().execute(async (tx) => {
        await audit.record(tx, {
          actorId: actor.userId,
          actorEmail: actor.email,
          action: 'support.signed_in',
          subject: email,
          details: { user_id: found.id },
          address: device.address,
        })
        return beginSession(tx, found.id, device, 'support')
      })
    },
  }
}

// With the account's id, so that one table of a million digests does not fit all.
const hashCode = (userId: string, code: string) => hashToken(`${userId}\n${code}`)

const wrongCode = () =>
  new AppError('invalid_credentials', 'This code is wrong or too old. Ask for a new one if it does not work.', {
    field: 'code',
  })
const deadLink = () =>
  new AppError('invalid_credentials', 'This link was used already or is too old: ask for a new one.', {
    field: 'token',
  })
