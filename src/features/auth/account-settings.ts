import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Later } from '#platform/background-tasks.ts'
import { allowLongStatements, type Database, type Db } from '#platform/database.ts'
import { type Actor, signedOut } from '#platform/http.ts'
import type { Mailer } from '#platform/mail.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { resetMail, verificationMail } from './account-emails.ts'
import type { AccessReset, EmailPrefs } from './contract.ts'
import { type EmailChange, linkEnded } from './email-change.ts'
import type { EmailProof } from './email-proof.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { accountDeletedMail, passwordChangedMail } from './security-emails.ts'
import {
  deleteAccount,
  deleteMailedSecrets,
  deleteSessions,
  findPasswordHash,
  findSharedWorkspaces,
  insertMailedToken,
  lockOwnedWorkspaces,
  updateAccount,
  useMailedToken,
} from './security-store.ts'
import { createSession, type Device } from './sessions.ts'
import { countStaff, findCredentialsByEmail, findPendingEmail, findSessionStart, lockActor } from './store.ts'
import { type TwoFactor, wrongPassword } from './two-factor.ts'

const day = 86_400_000
const verifyMs = 3 * day
const resetMs = 3_600_000
const mails = { most: 100, windowSeconds: 3600 }
const mailsPerEmail = { most: 10, windowSeconds: 3600 }
/** An account without a password proves itself by having just signed in. */
const recentSignInMs = 15 * 60_000
const ownFailures = { most: 10, windowSeconds: 15 * 60 }

export type Account = ReturnType<typeof createAccount>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  later: Later
  twoFactor: TwoFactor
  proof: EmailProof
  emailChange: EmailChange
  publicUrl: string
  acceptInvite(actor: Actor, token: string, address: string): Promise<unknown>
  /** Stops running work of a workspace before it is deleted. Returns what to call after the commit. */
  endWork(tx: Db, workspaceId: string): Promise<() => void>
  /** Ends the subscriptions of an account before it is deleted. */
  endSubscriptions(tx: Db, userId: string): Promise<void>
}

export type AccountChange = {
  personal?: { first_name: string; last_name?: string }
  email?: string
  current_password?: string
  password?: { current?: string; next: string }
  timezone?: string | null
  email_prefs?: Partial<EmailPrefs>
  access_reset_read?: boolean
}

/** Account settings: verification, password reset, profile changes and deletion. */
export function createAccount(dependencies: Dependencies) {
  const { db, audit, mailer, rates, later, twoFactor, proof, emailChange, publicUrl } = dependencies
  const { acceptInvite, endWork, endSubscriptions: leave } = dependencies

  return {
    /** After the commit that made or changed the address. */
    mailVerification(userId: string, email: string) {
      later.run('Sending a verification email', () => sendLink({ userId, email, purpose: 'email' }))
    },

    /** Resends the confirmation link, to the pending email if there is one. */
    async resendVerification(actor: Actor, address: string) {
      await rates.countAddress('mail', address, mails)
      const { count, resets_at } = await rates.count(`mail:email:${actor.email}`, mailsPerEmail.windowSeconds)
      if (count > mailsPerEmail.most)
        throw new AppError(
          'rate_limited',
          'Too many confirmation emails this hour. Check your inbox and spam folder, or try again later.',
          {
            reason: 'too_many_confirmation_emails',
            retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
          },
        )
      const waiting = await findPendingEmail(db, actor.userId)
      if (waiting) emailChange.mailConfirmation(actor, waiting)
      else this.mailVerification(actor.userId, actor.email)
    },

    /** Emails a reset link if the account exists. The response and its timing are the same if it doesn't. */
    async forgotPassword(email: string, address: string) {
      await rates.countAddress('mail', address, mails)
      later.run('Sending a password reset email', async () => {
        const { count } = await rates.count(`mail:reset:${email}`, mailsPerEmail.windowSeconds)
        const found = await findCredentialsByEmail(db, email)
        if (!found || found.disabled || count > mailsPerEmail.most) return
        await sendLink({ userId: found.id, email, purpose: 'reset' })
      })
    },

    /**
     * Marks the address as verified, or lets the one that waits take the place of the present one. Answers what was ended
     * where the account may have been somebody else's until now.
     * @throws AppError not_found (field token: used, too old, or of a former address), conflict (field email)
     */
    async verifyEmail(actor: Actor | null, token: string, address: string): Promise<{ access_reset?: AccessReset }> {
      const { reset, afterCommit } = await db.transaction().execute(async (tx) => {
        const used = await useMailedToken(tx, hashToken(token), 'email')
        if (!used) throw linkEnded()
        if (used.mailed_to !== used.email) return emailChange.confirm(tx, used, actor, address)
        return proof.prove(tx, { userId: used.user_id, actor, method: 'verification link', address })
      })
      afterCommit()
      return reset ? { access_reset: reset } : {}
    },

    /**
     * Sets a new password and ends every session. Answers a fresh one, but not to an account with two-factor on: the
     * mail alone is one factor.
     * @throws AppError not_found (field token)
     */
    async resetPassword(token: string, newPassword: string, device: Device): Promise<{ token?: string }> {
      const passwordHash = await hashPassword(newPassword)
      const { answer, email, afterCommit } = await db.transaction().execute(async (tx) => {
        const used = await useMailedToken(tx, hashToken(token), 'reset')
        if (!used) throw linkEnded()
        const { user_id: userId, email } = used
        const given = { userId, actor: null, method: 'password reset', address: device.address } as const
        const { afterCommit } = await proof.prove(tx, given)
        await updateAccount(tx, userId, { password_hash: passwordHash })
        await deleteSessions(tx, userId, null)
        await deleteMailedSecrets(tx, userId)
        await record(tx, { userId, email }, 'account.password_reset', device.address)
        const answer = (await twoFactor.isOn(tx, userId))
          ? {}
          : { token: (await createSession(tx, userId, device)).token }
        return { answer, email, afterCommit }
      })
      afterCommit()
      sendPasswordEmail(email, false)
      return answer
    },

    async acceptInvite(actor: Actor | null, token: string, address: string) {
      if (!actor)
        throw new AppError('unauthenticated', 'Sign in or sign up with the invited email to accept this invitation.', {
          reason: 'sign_in_to_accept',
        })
      await acceptInvite(actor, token, address)
    },

    /**
     * Changes what is named. A new password ends the other sessions; a new email waits until its link is opened, and the
     * present one as `email` ends the wait. An account without a password gets its first one from a fresh session.
     * @throws AppError conflict (field email), invalid_input (field password.current or current_password), reauthenticate
     */
    async update(actor: Actor, change: AccountChange, address: string) {
      const hadPassword = (await findPasswordHash(db, actor.userId)) !== null
      const passwordHash = change.password && (await hashNewPassword(actor, change.password))
      const newEmail = change.email !== undefined && change.email !== actor.email ? change.email : undefined
      if (newEmail) await authorizeEmailChange(actor, change.current_password, address)
      const follow = await db.transaction().execute(async (tx) => {
        if (!(await lockActor(tx, actor))) throw signedOut()
        await updateAccount(tx, actor.userId, {
          ...(change.personal && {
            first_name: change.personal.first_name,
            ...(change.personal.last_name !== undefined && { last_name: change.personal.last_name }),
          }),
          ...(change.timezone !== undefined && { timezone: change.timezone }),
          ...(change.email_prefs && { email_prefs: change.email_prefs }),
          ...(change.email === actor.email && { pending_email: null }),
          ...(change.access_reset_read && { access_reset: null }),
          ...(passwordHash && { password_hash: passwordHash }),
        })
        if (passwordHash) {
          await deleteSessions(tx, actor.userId, actor.tokenId)
          await deleteMailedSecrets(tx, actor.userId)
          await record(tx, actor, 'account.password_changed', address)
        }
        return newEmail ? emailChange.request(tx, actor, newEmail, address) : undefined
      })
      follow?.()
      if (passwordHash) sendPasswordEmail(actor.email, !hadPassword)
    },

    /**
     * Deletes the account, its unshared workspaces and their content, and ends its subscriptions. Refused while it owns a
     * shared workspace, so that other members lose nothing.
     * @throws AppError invalid_input (field password), forbidden (without a password: a session that is not fresh), conflict
     */
    async remove(actor: Actor, password: string | undefined, address: string) {
      await requirePassword(actor, password, 'password')
      const { ended, workspaces } = await db.transaction().execute(async (tx) => {
        await allowLongStatements(tx)
        const owned = await lockOwnedWorkspaces(tx, actor.userId)
        const shared = await findSharedWorkspaces(tx, actor.userId)
        if (shared.length > 0)
          throw new AppError(
            'conflict',
            `Other people are in ${shared.map(({ name }) => `“${name}”`).join(', ')}. Transfer ownership or delete the workspace first.`,
            { reason: 'shared_workspaces', params: { names: shared.map(({ name }) => name) } },
          )
        if (actor.staff && (await countStaff(tx)) === 1)
          throw new AppError(
            'conflict',
            'You’re the only staff member on this server. Make someone else staff first.',
            {
              reason: 'only_staff_member',
            },
          )
        await record(tx, actor, 'account.deleted', address)
        const ended: (() => void)[] = []
        for (const workspaceId of owned) ended.push(await endWork(tx, workspaceId))
        await leave(tx, actor.userId)
        await deleteAccount(tx, actor.userId)
        return { ended, workspaces: owned.length }
      })
      for (const follow of ended) follow()
      later.run('Sending the email about a deleted account', () =>
        mailer.send({ to: actor.email, ...accountDeletedMail({ workspaces }) }),
      )
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

  async function hashNewPassword(actor: Actor, { current, next }: { current?: string; next: string }) {
    await requirePassword(actor, current, 'password.current')
    return hashPassword(next)
  }

  /** Requires the password or a recent sign-in: a stolen session alone must not be enough to take over an account. */
  async function authorizeEmailChange(actor: Actor, password: string | undefined, address: string) {
    const stale = 'This account has no password. Sign in again and change the email within 15 minutes.'
    const passwordHash = await findPasswordHash(db, actor.userId)
    if (passwordHash === null)
      await requireRecentSignIn(actor, new AppError('reauthenticate', stale, { reason: 'sign_in_again' }))
    else if (password === undefined)
      throw new AppError('reauthenticate', 'current_password is missing. It is required to change the email.', {
        field: 'current_password',
        reason: 'missing',
      })
    else await requirePassword(actor, password, 'current_password')
    await rates.countAddress('mail', address, mails)
    await emailChange.countRequest(actor)
  }

  /** Rate-limited per account, so that a stranger without a session can't lock it. */
  async function requirePassword(actor: Actor, password: string | undefined, field: string) {
    const passwordHash = await findPasswordHash(db, actor.userId)
    if (passwordHash === null) return requireRecentSignIn(actor, notFresh())
    if (password === undefined)
      throw new AppError('invalid_input', `${field} is missing.`, { field, reason: 'missing' })
    const bucket = `own:${actor.userId}`
    const tooMany = 'Too many wrong codes or passwords.'
    await rates.refuseIfFull(bucket, ownFailures, tooMany)
    const right = await verifyPassword(passwordHash, password)
    await rates.countGuess(bucket, ownFailures, tooMany, right)
    if (!right) throw wrongPassword(field)
  }

  async function requireRecentSignIn({ tokenId }: Actor, refusal: AppError) {
    const began = await findSessionStart(db, tokenId)
    if (!began || Date.now() - began.getTime() >= recentSignInMs) throw refusal
  }

  function sendPasswordEmail(email: string, isFirst: boolean) {
    later.run('Sending the email about a new password', () =>
      mailer.send({ to: email, ...passwordChangedMail({ forgotLink: `${publicUrl}/forgot`, isFirst }) }),
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

const notFresh = () =>
  new AppError(
    'forbidden',
    'This account has no password to confirm with. Sign out, sign in again and retry within 15 minutes.',
    { reason: 'sign_in_again' },
  )
