import { describeRevokedAccess } from './access-reset-text.ts'
import { type EmailContent, plainMail, withLink } from './account-emails.ts'
import type { AccessReset } from './contract.ts'
import type { ProofMethod } from './email-proof.ts'

/** Security emails. They are always sent, whatever the email preferences are. */

const unsure = 'If this wasn’t you, set a new password now. The person who did it is still signed in.'

const why =
  'You get this email because it’s about the security of your Earshot account. Security emails can’t be turned off.'

const securityMail = (mail: Parameters<typeof withLink>[0]): EmailContent => withLink({ ...mail, why })

const methodTexts: Record<ProofMethod, string> = {
  'verification link': 'opening the confirmation link',
  'sign-in email': 'signing in with an emailed code or link',
  'password reset': 'resetting the password',
  invitation: 'accepting an invitation',
  Google: 'signing in with Google',
}

export const accessResetMail = (params: {
  reset: AccessReset
  method: ProofMethod
  forgotLink: string
}): EmailContent =>
  securityMail({
    subject: 'Earlier access to your Earshot account was removed',
    before: `You confirmed this email address by ${methodTexts[params.method]}. The account was created earlier, in a session we can’t tell was yours, so we removed what was set up before: ${describeRevokedAccess(params.reset)}. Your reports and workspaces are unchanged.`,
    action: 'Set a password',
    link: params.forgotLink,
    after:
      'If you created the account yourself on another device, sign in there again. If you didn’t, someone else signed up with your address and is now signed out. Check who is on your workspace’s Team page.',
  })

export const passwordChangedMail = (params: { forgotLink: string; isFirst: boolean }): EmailContent =>
  securityMail({
    subject: params.isFirst ? 'A password was added to your Earshot account' : 'Your Earshot password was changed',
    before: params.isFirst
      ? 'A password was added to your Earshot account. All other sessions were signed out.'
      : 'The password of your Earshot account was changed. All other sessions were signed out.',
    action: 'Set a new password',
    link: params.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

export const twoFactorOffMail = (params: { forgotLink: string }): EmailContent =>
  securityMail({
    subject: 'Two-factor sign-in was turned off',
    before:
      'Two-factor sign-in was turned off for your Earshot account. A password or an emailed code is now enough to sign in.',
    action: 'Set a new password',
    link: params.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

/** To the new address, which counts once its link is opened. */
export const confirmNewEmailMail = (params: { from: string; to: string; link: string }): EmailContent =>
  withLink({
    subject: 'Confirm your new email for Earshot',
    before: `The Earshot account of ${params.from} is about to change its email to ${params.to}.`,
    action: 'Confirm your new email',
    link: params.link,
    after: 'The link works once, for 3 days. If you didn’t ask for this, ignore this email and don’t open the link.',
    why: `You get this email because the account of ${params.from} wants to use this address.`,
  })

/** To the current email, as soon as a change is requested. */
export const emailChangeRequestedMail = (params: { to: string; undoLink: string }): EmailContent =>
  securityMail({
    subject: 'Your Earshot email is about to change',
    before: `Someone signed in to your Earshot account asked to change its email to ${params.to}. It changes when the link sent there is opened.`,
    action: 'This wasn’t me: keep my email',
    link: params.undoLink,
    after:
      'If you asked for this, ignore this email. The link works for 7 days, also after the change. It signs out every session and removes the password.',
  })

/** To the former address, so that its owner can take the account back. */
export const emailChangedMail = (params: { to: string; undoLink: string }): EmailContent =>
  securityMail({
    subject: 'Your Earshot email was changed',
    before: `The email of your Earshot account was changed to ${params.to}.`,
    action: 'This wasn’t me: undo the change',
    link: params.undoLink,
    after:
      'If you made this change, ignore this email. The link works for 7 days. It restores this address, signs out every session and removes the password.',
  })

export const emailRestoredMail = (params: { email: string; forgotLink: string }): EmailContent =>
  securityMail({
    subject: 'Your Earshot email was kept',
    before: `The change of email was undone: your Earshot account uses ${params.email}. Every session was signed out and the password was removed. Check your API keys: those created before the change still work.`,
    action: 'Set a new password',
    link: params.forgotLink,
    after: 'Until then you can sign in with an emailed code.',
  })

export const accountDeletedMail = (params: { workspaces: number }): EmailContent =>
  plainMail(
    'Your Earshot account was deleted',
    `Your Earshot account and ${params.workspaces === 1 ? 'its workspace' : `its ${params.workspaces} workspaces`} were deleted. This can’t be undone. If this wasn’t you, contact the administrator of this server.`,
    'You get this email because the deleted account used this address.',
  )
