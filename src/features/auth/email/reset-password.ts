import type { Audit } from '#features/audit/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken } from '#platform/secrets.ts'
import { revokeSessions } from '../revoke-tokens.ts'
import { passwordChangedEmail } from '../rules/security-emails.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { createSession, type Device } from '../sign-in/sessions.ts'
import type { TwoFactor } from '../sign-in/two-factor.ts'
import { deleteEmailedSecrets, updateAccount, useEmailedToken } from '../store/security-store.ts'
import { findCredentialsByEmail } from '../store/store.ts'
import { linkEnded } from './email-change.ts'
import type { EmailProof } from './email-proof.ts'
import { maxEmailsPerAccount, maxEmailsPerClient, type SendLink } from './emailed-link.ts'

export type PasswordReset = ReturnType<typeof createPasswordReset>

type Dependencies = {
  db: Database
  audit: Audit
  mailer: Mailer
  rates: RateLimiter
  background: BackgroundTasks
  twoFactor: TwoFactor
  proof: EmailProof
  sendLink: SendLink
  publicUrl: string
}

export function createPasswordReset(dependencies: Dependencies) {
  const { db, audit, mailer, rates, background, twoFactor, proof, sendLink, publicUrl } = dependencies

  return {
    /** Emails a reset link if the account exists. The response and its timing are the same if it doesn't. */
    async request(email: string, address: string) {
      await rates.countAddress('mail', address, maxEmailsPerClient)
      background.run('Sending a password reset email', async () => {
        const { count } = await rates.count(`mail:reset:${email}`, maxEmailsPerAccount.windowSeconds)
        const found = await findCredentialsByEmail(db, email)
        if (!found || found.disabled || count > maxEmailsPerAccount.max) return
        await sendLink({ userId: found.id, email, purpose: 'reset' })
      })
    },

    /**
     * Sets a new password and ends every session. Returns a new one, except for an account with two-factor on: the
     * email alone is one factor.
     * @throws AppError not_found (field token)
     */
    async complete(token: string, newPassword: string, device: Device): Promise<{ token?: string }> {
      const passwordHash = await hashPassword(newPassword)
      const { answer, email, afterCommit } = await db.transaction().execute(async (tx) => {
        const used = await useEmailedToken(tx, hashToken(token), 'reset')
        if (!used) throw linkEnded()
        const { user_id: userId, email } = used
        const given = { userId, actor: null, method: 'password reset', address: device.address } as const
        const { afterCommit } = await proof.prove(tx, given)
        await updateAccount(tx, userId, { password_hash: passwordHash })
        await revokeSessions(tx, userId)
        await deleteEmailedSecrets(tx, userId)
        await audit.record(tx, {
          actorId: userId,
          actorEmail: email,
          action: 'account.password_reset',
          subject: email,
          details: {},
          address: device.address,
        })
        const answer = (await twoFactor.isOn(tx, userId))
          ? {}
          : { token: (await createSession(tx, userId, device)).token }
        return { answer, email, afterCommit }
      })
      afterCommit()
      background.run('Sending the email about a new password', () =>
        mailer.send({ to: email, ...passwordChangedEmail({ forgotLink: `${publicUrl}/forgot`, isFirst: false }) }),
      )
      return answer
    },
  }
}
