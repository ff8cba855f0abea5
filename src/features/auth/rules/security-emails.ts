import type { RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import type { AccessReset } from '../contract.ts'
import { describeRevokedAccess } from './access-reset-text.ts'
import { accountEmail } from './account-emails.ts'

/** How a person proved that an address is theirs. */
export type ProofMethod = 'verification link' | 'sign-in email' | 'password reset' | 'invitation' | 'Google'

/** Security emails. They are always sent, whatever the email preferences are. */

const unsure = 'If this wasn’t you, set a new password now. The person who did it is still signed in.'

const why =
  'You get this email because it’s about the security of your Earshot account. Security emails can’t be turned off.'

const securityEmail = (email: Parameters<typeof accountEmail>[0]): RenderedEmail => accountEmail({ ...email, why })

const methodTexts: Record<ProofMethod, string> = {
  'verification link': 'opening the confirmation link',
  'sign-in email': 'signing in with an emailed code or link',
  'password reset': 'resetting the password',
  invitation: 'accepting an invitation',
  Google: 'signing in with Google',
}

export const accessResetEmail = (params: {
  reset: AccessReset
  method: ProofMethod
  forgotLink: string
}): RenderedEmail =>
  securityEmail({
    subject: 'Earlier access to your Earshot account was removed',
    before: `You confirmed this email address by ${methodTexts[params.method]}. The account was created earlier, in a session we can’t tell was yours, so we removed what was set up before: ${describeRevokedAccess(params.reset)}. Your reports and workspaces are unchanged.`,
    action: 'Set a password',
    link: params.forgotLink,
    after:
      'If you created the account yourself on another device, sign in there again. If you didn’t, someone else signed up with your address and is now signed out. Check who is on your workspace’s Team page.',
  })

export const passwordChangedEmail = (params: { forgotLink: string; isFirst: boolean }): RenderedEmail =>
  securityEmail({
    subject: params.isFirst ? 'A password was added to your Earshot account' : 'Your Earshot password was changed',
    before: params.isFirst
      ? 'A password was added to your Earshot account. All other sessions were signed out.'
      : 'The password of your Earshot account was changed. All other sessions were signed out.',
    action: 'Set a new password',
    link: params.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

export const twoFactorOffEmail = (params: { forgotLink: string }): RenderedEmail =>
  securityEmail({
    subject: 'Two-factor sign-in was turned off',
    before:
      'Two-factor sign-in was turned off for your Earshot account. A password or an emailed code is now enough to sign in.',
    action: 'Set a new password',
    link: params.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

/** To the new address, which counts once its link is opened. */
export const emailConfirmationEmail = (params: { from: string; to: string; link: string }): RenderedEmail =>
  accountEmail({
    subject: 'Confirm your new email for Earshot',
    before: `The Earshot account of ${params.from} is about to change its email to ${params.to}.`,
    action: 'Confirm your new email',
    link: params.link,
    after:
      'The link works once and expires in 3 days. If you didn’t ask for this, ignore this email and don’t open the link.',
    why: `You get this email because the account of ${params.from} wants to use this address.`,
  })

/** To the current email, as soon as a change is requested. */
export const emailChangeRequestedEmail = (params: { to: string; undoLink: string }): RenderedEmail =>
  securityEmail({
    subject: 'Your Earshot email is about to change',
    before: `Someone signed in to your Earshot account asked to change its email to ${params.to}. It changes when the link sent there is opened.`,
    action: 'This wasn’t me: keep my email',
    link: params.undoLink,
    after:
      'If you asked for this, ignore this email. The link works for 7 days, also after the change. It signs out every session and removes the password.',
  })

/** To the former address, so that its owner can take the account back. */
export const emailChangedEmail = (params: { to: string; undoLink: string }): RenderedEmail =>
  securityEmail({
    subject: 'Your Earshot email was changed',
    before: `The email of your Earshot account was changed to ${params.to}.`,
    action: 'This wasn’t me: undo the change',
    link: params.undoLink,
    after:
      'If you made this change, ignore this email. The link works for 7 days. It restores this address, signs out every session and removes the password.',
  })

export const emailRestoredEmail = (params: { email: string; forgotLink: string }): RenderedEmail =>
  securityEmail({
    subject: 'Your Earshot email was kept',
    before: `The change of email was undone: your Earshot account uses ${params.email}. Every session was signed out and the password was removed. Check your API keys: those created before the change still work.`,
    action: 'Set a new password',
    link: params.forgotLink,
    after: 'Until then you can sign in with an emailed code.',
  })

export function accountDeletedEmail({ workspaces }: { workspaces: number }): RenderedEmail {
  const text = `Your Earshot account and ${workspaces === 1 ? 'its workspace' : `its ${workspaces} workspaces`} were deleted. This can’t be undone.`
  return renderEmail({
    subject: 'Your Earshot account was deleted',
    preview: text,
    heading: 'Your Earshot account was deleted',
    parts: [{ kind: 'text', text }],
    after: ['If this wasn’t you, contact the administrator of this server.'],
    why: 'You get this email because the deleted account used this address.',
  })
}
