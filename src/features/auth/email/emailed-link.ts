import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { resetEmail, verificationEmail } from '../rules/account-emails.ts'
import { insertEmailedToken } from '../store/security-store.ts'

const verifyMs = 3 * 86_400_000
const resetMs = 3_600_000

export const maxEmailsPerClient = { max: 100, windowSeconds: 3600 }
export const maxEmailsPerAccount = { max: 10, windowSeconds: 3600 }

export type SendLink = ReturnType<typeof createLinkSender>

/** Emails a link with a one-time token, to confirm an address or to reset a password. */
export function createLinkSender({ db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: string }) {
  return async function sendLink(to: { userId: string; email: string; purpose: 'email' | 'reset' }) {
    const token = newToken(to.purpose === 'email' ? 'ev' : 'er')
    const expiresAt = new Date(Date.now() + (to.purpose === 'email' ? verifyMs : resetMs))
    await insertEmailedToken(db, { ...to, hash: hashToken(token), expiresAt })
    const content =
      to.purpose === 'email'
        ? verificationEmail(`${publicUrl}/verify?token=${token}`)
        : resetEmail(`${publicUrl}/reset?token=${token}`)
    await mailer.send({ to: to.email, ...content })
  }
}
