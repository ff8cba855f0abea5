import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { BackgroundTasks } from '#platform/jobs/background-tasks.ts'
import { hashToken } from '#platform/secrets.ts'
import type { AccessReset } from '../contract.ts'
import { useEmailedToken } from '../store/security-store.ts'
import { findPendingEmail } from '../store/store.ts'
import { type EmailChange, linkEnded } from './email-change.ts'
import type { EmailProof } from './email-proof.ts'
import { maxEmailsPerAccount, maxEmailsPerClient, type SendLink } from './emailed-link.ts'

export type EmailVerification = ReturnType<typeof createEmailVerification>

type Dependencies = {
  db: Database
  rates: RateLimiter
  background: BackgroundTasks
  proof: EmailProof
  emailChange: EmailChange
  sendLink: SendLink
}

export function createEmailVerification({ db, rates, background, proof, emailChange, sendLink }: Dependencies) {
  return { send, resend, verify }

  /** After the commit that made or changed the address. */
  function send(userId: string, email: string) {
    background.run('Sending a verification email', () => sendLink({ userId, email, purpose: 'email' }))
  }

  /** Resends the confirmation link, to the pending email if there is one. */
  async function resend(actor: Actor, address: string) {
    await rates.countAddress('mail', address, maxEmailsPerClient)
    const { count, resets_at } = await rates.count(`mail:email:${actor.email}`, maxEmailsPerAccount.windowSeconds)
    if (count > maxEmailsPerAccount.max)
      throw new AppError(
        'rate_limited',
        'Too many confirmation emails this hour. Check your inbox and spam folder, or try again later.',
        {
          reason: 'too_many_confirmation_emails',
          retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
        },
      )
    const waiting = await findPendingEmail(db, actor.userId)
    if (waiting) emailChange.sendConfirmation(actor, waiting)
    else send(actor.userId, actor.email)
  }

  /**
   * Marks the address as verified, or replaces it with the pending one. Returns the access that was reset where the account
   * may have been somebody else's until now.
   * @throws AppError not_found (field token: used, too old, or of a former address), conflict (field email)
   */
  async function verify(actor: Actor | null, token: string, address: string): Promise<{ access_reset?: AccessReset }> {
    const { reset, afterCommit } = await db.transaction().execute(async (tx) => {
      const used = await useEmailedToken(tx, hashToken(token), 'email')
      if (!used) throw linkEnded()
      if (used.mailed_to !== used.email) return emailChange.confirm(tx, used, actor, address)
      return proof.prove(tx, { userId: used.user_id, actor, method: 'verification link', address })
    })
    afterCommit()
    return reset ? { access_reset: reset } : {}
  }
}
