import type { EmailSample } from '#kit/email/email.ts'
import { resetEmail, signInEmail, verificationEmail } from './account-emails.ts'
import {
  accessResetEmail,
  accountDeletedEmail,
  emailChangedEmail,
  emailChangeRequestedEmail,
  emailConfirmationEmail,
  emailRestoredEmail,
  passwordChangedEmail,
  twoFactorOffEmail,
} from './security-emails.ts'

/** Emails of accounts, with sample data. */
export function accountEmailSamples(publicUrl: string): EmailSample[] {
  const link = `${publicUrl}/verify?token=sample`
  const forgotLink = `${publicUrl}/forgot`
  const undoLink = `${publicUrl}/verify?token=sample&undo=1`
  const [from, to] = ['maya@example.com', 'maya.lindqvist@example.com']
  const account = 'the account’s address'
  const reset = {
    reason: 'first_proof',
    at: '2026-11-22T06:52:00Z',
    password: true,
    two_factor: true,
    sessions: 2,
    api_keys: 1,
  } as const
  return [
    { name: 'Confirm email', sentTo: 'someone who signed up', email: verificationEmail(link) },
    { name: 'Reset password', sentTo: account, email: resetEmail(link) },
    { name: 'Sign-in code', sentTo: account, email: signInEmail('482915', link) },
    {
      name: 'Earlier access removed',
      sentTo: account,
      email: accessResetEmail({ reset, method: 'sign-in email', forgotLink }),
    },
    { name: 'Password added', sentTo: account, email: passwordChangedEmail({ forgotLink, isFirst: true }) },
    { name: 'Password changed', sentTo: account, email: passwordChangedEmail({ forgotLink, isFirst: false }) },
    { name: 'Two-factor turned off', sentTo: account, email: twoFactorOffEmail({ forgotLink }) },
    { name: 'Confirm new email', sentTo: 'the new address', email: emailConfirmationEmail({ from, to, link }) },
    { name: 'Email about to change', sentTo: account, email: emailChangeRequestedEmail({ to, undoLink }) },
    { name: 'Email changed', sentTo: 'the previous address', email: emailChangedEmail({ to, undoLink }) },
    { name: 'Email change undone', sentTo: account, email: emailRestoredEmail({ email: from, forgotLink }) },
    { name: 'Account deleted', sentTo: 'the deleted account’s address', email: accountDeletedEmail({ workspaces: 2 }) },
  ]
}
