import type { EmailPart, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'

/** Why someone gets an email requested with a public form. */
const requested = 'You get this email because someone requested it for an Earshot account with this address.'

/** An email about the account, with one link. `why` closes it: why this person gets it. */
export function accountEmail(email: {
  subject: string
  heading?: string
  before: string
  codes?: string[]
  action: string
  link: string
  after: string
  why?: string
}): RenderedEmail {
  const { subject, heading = subject, before, codes, action, link, after, why = requested } = email
  const parts: EmailPart[] = [{ kind: 'text', text: before }]
  if (codes) parts.push({ kind: 'codes', codes })
  return renderEmail({ subject, preview: before, heading, parts, action: { label: action, link }, after: [after], why })
}

export const verificationEmail = (link: string) =>
  accountEmail({
    subject: 'Confirm your email for Earshot',
    heading: 'Confirm your email',
    before: 'Someone signed up for Earshot with this email address. Confirm that it’s yours.',
    action: 'Confirm email',
    link,
    after: 'The link works once and expires in 3 days. If this wasn’t you, ignore this email.',
  })

export const resetEmail = (link: string) =>
  accountEmail({
    subject: 'Reset your Earshot password',
    heading: 'Reset your password',
    before: 'Someone asked to reset the password of your Earshot account.',
    action: 'Set a new password',
    link,
    after:
      'The link works once and expires in one hour. If this wasn’t you, ignore this email. Your password stays the same.',
  })

export const signInEmail = (code: string, link: string) =>
  accountEmail({
    subject: `${code} is your Earshot code`,
    heading: 'Your code',
    before: 'Enter the code where you requested it, or use the link.',
    codes: [code],
    action: 'Sign in to Earshot',
    link,
    after: 'The code and the link work once, for 10 minutes. Nobody from Earshot will ever ask you for this code.',
  })
