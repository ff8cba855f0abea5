import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { signedOut } from '#platform/http/authenticate.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { EmailPrefs } from './contract.ts'
import type { EmailChange } from './email/email-change.ts'
import { maxEmailsPerClient } from './email/emailed-link.ts'
import { revokeSessions } from './revoke-tokens.ts'
import { passwordChangedEmail } from './rules/security-emails.ts'
import { hashPassword } from './sign-in/passwords.ts'
import type { Reauthentication } from './sign-in/reauthenticate.ts'
import { deleteEmailedSecrets, findPasswordHash, updateAccount } from './store/security-store.ts'
import { lockActor } from './store/store.ts'

export type UpdateAccount = ReturnType<typeof createAccountUpdate>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  background: BackgroundTasks
  reauthentication: Reauthentication
  emailChange: EmailChange
  publicUrl: string
}

type AccountChange = {
  personal?: { first_name: string; last_name?: string }
  email?: string
  current_password?: string
  password?: { current?: string; next: string }
  timezone?: string | null
  email_prefs?: Partial<EmailPrefs>
  access_reset_read?: boolean
}

export function createAccountUpdate(dependencies: Dependencies) {
  const { db, audit, mailer, rates, background, reauthentication, emailChange, publicUrl } = dependencies

  /**
   * Changes the given settings. A new password ends the other sessions. A new email waits until its link is opened, and sending
   * the present one as `email` ends the wait. An account without a password gets its first one from a fresh session.
   * @throws AppError conflict (field email), invalid_input (field password.current or current_password), reauthenticate
   */
  return async function update(actor: Actor, change: AccountChange, address: string) {
    const hadPassword = (await findPasswordHash(db, actor.userId)) !== null
    const passwordHash = change.password && (await hashNewPassword(actor, change.password))
    const newEmail = change.email !== undefined && change.email !== actor.email ? change.email : undefined
    if (newEmail) await authorizeEmailChange(actor, change.current_password, address)
    const afterCommit = await db.transaction().execute(async (tx) => {
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
        await revokeSessions(tx, actor.userId, [actor.tokenId])
        await deleteEmailedSecrets(tx, actor.userId)
        await audit.record(tx, {
          actorId: actor.userId,
          actorEmail: actor.email,
          action: 'account.password_changed',
          subject: actor.email,
          details: {},
          address,
        })
      }
      return newEmail ? emailChange.request(tx, actor, newEmail, address) : undefined
    })
    afterCommit?.()
    if (passwordHash)
      background.run('Sending the email about a new password', () =>
        mailer.send({
          to: actor.email,
          ...passwordChangedEmail({ forgotLink: `${publicUrl}/forgot`, isFirst: !hadPassword }),
        }),
      )
  }

  async function hashNewPassword(actor: Actor, { current, next }: { current?: string; next: string }) {
    await reauthentication.requirePassword(actor, current, 'password.current')
    return hashPassword(next)
  }

  /** @throws AppError reauthenticate (no recent sign-in, or no password sent), invalid_input (wrong password), rate_limited */
  async function authorizeEmailChange(actor: Actor, password: string | undefined, address: string) {
    const stale = 'This account has no password. Sign in again and change the email within 15 minutes.'
    const passwordHash = await findPasswordHash(db, actor.userId)
    if (passwordHash === null)
      await reauthentication.requireRecentSignIn(
        actor,
        new AppError('reauthenticate', stale, { reason: 'sign_in_again' }),
      )
    else if (password === undefined)
      throw new AppError('reauthenticate', 'current_password is missing. It is required to change the email.', {
        field: 'current_password',
        reason: 'missing',
      })
    else await reauthentication.requirePassword(actor, password, 'current_password')
    await rates.countAddress('mail', address, maxEmailsPerClient)
    await emailChange.countRequest(actor)
  }
}
