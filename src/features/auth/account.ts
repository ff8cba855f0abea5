import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { Later } from '#platform/later.ts'
import type { Mailer } from '#platform/mail.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { emailChangedMail, resetMail, verificationMail } from './account-mails.ts'
import type { EmailPrefs } from './contract.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import {
  deleteAccount,
  deleteMailedSecrets,
  deleteSessions,
  findPasswordHash,
  findSharedOwned,
  insertMailedToken,
  isEmailTaken,
  lockOwned,
  updateAccount,
  useMailedToken,
} from './security-store.ts'
import { beginSession, type Device } from './sessions.ts'
import { countStaff, findCredentialsByEmail, findSessionStart } from './store.ts'
import { type TwoFactor, wrongPassword } from './two-factor.ts'

const day = 86_400_000
const verifyMs = 3 * day
const resetMs = 3_600_000
const mails = { most: 100, windowSeconds: 3600 }
const mailsPerEmail = { most: 10, windowSeconds: 3600 }
/** An account without a password proves itself by having just signed in. */
const freshMs = 15 * 60_000
const ownFailures = { most: 10, windowSeconds: 15 * 60 }

export type Account = ReturnType<typeof createAccount>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  later: Later
  twoFactor: TwoFactor
  publicUrl: string
  acceptInvite(actor: Actor, token: string, address: string): Promise<unknown>
  /** Ends what is at work in a workspace that is about to go. Answers what follows the commit. */
  endWork(tx: Db, workspaceId: string): Promise<() => void>
  /** Ends what an account that is about to go subscribes to. */
  leave(tx: Db, userId: string): Promise<void>
  /** Somebody has proved that their email is theirs: what was bought with it becomes theirs. */
  claim(tx: Db, userId: string): Promise<void>
}

export type AccountChange = {
  personal?: { first_name: string; last_name?: string }
  email?: string
  password?: { current?: string; next: string }
  timezone?: string | null
  email_prefs?: Partial<EmailPrefs>
}

/** What people do with their own account besides signing in. */
export function createAccount(dependencies: Dependencies) {
  const { db, audit, mailer, rates, later, twoFactor, publicUrl, acceptInvite, endWork, leave, claim } = dependencies

  return {
    /** After the commit that made or changed the address. */
    mailVerification(userId: string, email: string) {
      later.run('Mailing a verification', () => sendLink({ userId, email, purpose: 'email' }))
    },

    /** Mails the link once more. */
    async resendVerification(actor: Actor, address: string) {
      await rates.countAddress('mail', address, mails)
      const { count, resets_at } = await rates.count(`mail:email:${actor.email}`, mailsPerEmail.windowSeconds)
      if (count > mailsPerEmail.most)
        throw new AppError('rate_limited', 'The mail was sent ten times within the hour: look for it, or wait.', {
          retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
        })
      this.mailVerification(actor.userId, actor.email)
    },

    /** Mails a reset link, if there is such an account; the answer and its time are the same if there is none. */
    async forgotPassword(email: string, address: string) {
      await rates.countAddress('mail', address, mails)
      later.run('Mailing a reset', async () => {
        const { count } = await rates.count(`mail:reset:${email}`, mailsPerEmail.windowSeconds)
        const found = await findCredentialsByEmail(db, email)
        if (!found || found.disabled || count > mailsPerEmail.most) return
        await sendLink({ userId: found.id, email, purpose: 'reset' })
      })
    },

    /** Marks the address as verified. @throws AppError not_found (field token: used, too old, or of a former address) */
    async verifyEmail(token: string) {
      await db.transaction().execute(async (tx) => {
        const used = await useMailedToken(tx, hashToken(token), 'email')
        if (!used) throw deadLink()
        await updateAccount(tx, used.user_id, { email_verified: true })
        await claim(tx, used.user_id)
      })
    },

    /**
     * Sets a new password and ends every session. Answers a fresh one, but not to an account with two-factor on: the
     * mail alone is one factor.
     * @throws AppError not_found (field token)
     */
    async resetPassword(token: string, newPassword: string, device: Device): Promise<{ token?: string }> {
      const passwordHash = await hashPassword(newPassword)
      return db.transaction().execute(async (tx) => {
        const used = await useMailedToken(tx, hashToken(token), 'reset')
        if (!used) throw deadLink()
        await updateAccount(tx, used.user_id, { password_hash: passwordHash, email_verified: true })
        await claim(tx, used.user_id)
        await deleteSessions(tx, used.user_id, null)
        await deleteMailedSecrets(tx, used.user_id)
        const actor = { userId: used.user_id, email: used.email }
        await record(tx, actor, 'account.password_reset', device.address)
        if (await twoFactor.isOn(tx, used.user_id)) return {}
        return { token: (await beginSession(tx, used.user_id, device)).token }
      })
    },

    async acceptInvite(actor: Actor | null, token: string, address: string) {
      if (!actor)
        throw new AppError('unauthenticated', 'Sign in with the invited email, or make an account, to accept this.')
      await acceptInvite(actor, token, address)
    },

    /**
     * Changes what is named. A new email or password ends the other sessions; a new email has to be verified again.
     * An account without a password gets its first one from a fresh session.
     * @throws AppError conflict (field email), invalid_input (field password.current)
     */
    async update(actor: Actor, change: AccountChange, address: string) {
      const passwordHash = change.password && (await checkedNewPassword(actor, change.password))
      const newEmail = change.email !== undefined && change.email !== actor.email ? change.email : undefined
      if (newEmail) await rates.countAddress('mail', address, mails)
      await db.transaction().execute(async (tx) => {
        if (newEmail && (await isEmailTaken(tx, newEmail, actor.userId))) throw emailTaken()
        await updateAccount(tx, actor.userId, {
          ...(change.personal && {
            first_name: change.personal.first_name,
            ...(change.personal.last_name !== undefined && { last_name: change.personal.last_name }),
          }),
          ...(change.timezone !== undefined && { timezone: change.timezone }),
          ...(change.email_prefs && { email_prefs: change.email_prefs }),
          ...(newEmail && { email: newEmail, email_verified: false }),
          ...(passwordHash && { password_hash: passwordHash }),
        }).catch((error) => {
          throw (error as { code?: string }).code === '23505' ? emailTaken() : error
        })
        if (newEmail || passwordHash) {
          await deleteSessions(tx, actor.userId, actor.tokenId)
          await deleteMailedSecrets(tx, actor.userId)
        }
        if (newEmail) await record(tx, actor, 'account.email_changed', address, { after: newEmail })
        if (passwordHash) await record(tx, actor, 'account.password_changed', address)
      })
      if (!newEmail) return
      this.mailVerification(actor.userId, newEmail)
      later.run('Telling the former address', () => mailer.send({ to: actor.email, ...emailChangedMail(newEmail) }))
    },

    /**
     * The account, the workspaces only it is in, and their content go at once, and its subscriptions end. Shared
     * workspaces are refused: other people lose nothing by somebody's leaving.
     * @throws AppError invalid_input (field password), forbidden (without a password: a session that is not fresh), conflict
     */
    async remove(actor: Actor, password: string | undefined, address: string) {
      await proveOwn(actor, password, 'password')
      const ended = await db.transaction().execute(async (tx) => {
        const owned = await lockOwned(tx, actor.userId)
        const shared = await findSharedOwned(tx, actor.userId)
        if (shared.length > 0)
          throw new AppError(
            'conflict',
            `Other people are in ${shared.map(({ name }) => `“${name}”`).join(', ')}: hand it over or remove it first.`,
          )
        if (actor.staff && (await countStaff(tx)) === 1)
          throw new AppError(
            'conflict',
            'You are the only one who runs this installation: make somebody else staff first.',
          )
        await record(tx, actor, 'account.deleted', address)
        const ended: (() => void)[] = []
        for (const workspaceId of owned) ended.push(await endWork(tx, workspaceId))
        await leave(tx, actor.userId)
        await deleteAccount(tx, actor.userId)
        return ended
      })
      for (const follow of ended) follow()
    },
  }

  async function sendLink(to: { userId: string; email: string; purpose: 'email' | 'reset' }) {
    const token = newToken(to.purpose === 'email' ? 'ev' : 'er')
    const expiresAt = new Date(Date.now() + (to.purpose === 'email' ? verifyMs : resetMs))
    await insertMailedToken(db, { ...to, hash: hashToken(token), expiresAt })
    const mail =
      to.purpose === 'email'
        ? verificationMail(`${publicUrl}/verify?token=${token}`)
        : resetMail(`${publicUrl}/reset?token=${token}`)
    await mailer.send({ to: to.email, ...mail })
  }

  async function checkedNewPassword(actor: Actor, { current, next }: { current?: string; next: string }) {
    await proveOwn(actor, current, 'password.current')
    return hashPassword(next)
  }

  /** Counted per account: a stranger without its session cannot fill this. */
  async function proveOwn(actor: Actor, password: string | undefined, field: string) {
    const passwordHash = await findPasswordHash(db, actor.userId)
    if (passwordHash === null) return proveFresh(actor)
    if (password === undefined) throw new AppError('invalid_input', `${field} is missing.`, { field })
    const bucket = `own:${actor.userId}`
    const tooMany = 'Too many wrong codes or passwords.'
    await rates.refuseIfFull(bucket, ownFailures, tooMany)
    const right = await verifyPassword(passwordHash, password)
    await rates.judge(bucket, ownFailures, tooMany, right)
    if (!right) throw wrongPassword(field)
  }

  async function proveFresh({ tokenId }: Actor) {
    const began = await findSessionStart(db, tokenId)
    if (began && Date.now() - began.getTime() < freshMs) return
    throw new AppError(
      'forbidden',
      'This account has no password to confirm it with: sign out, sign in again, and do it within 15 minutes.',
    )
  }

  function record(
    tx: Db,
    actor: { userId: string; email: string },
    action: string,
    address: string,
    details: Record<string, unknown> = {},
  ) {
    const { userId, email } = actor
    return audit.record(tx, { actorId: userId, actorEmail: email, action, subject: email, details, address })
  }
}

const emailTaken = () => new AppError('conflict', 'There is another account with this email.', { field: 'email' })
const deadLink = () =>
  new AppError('not_found', 'This link was used already or is too old: ask for a new one.', { field: 'token' })
