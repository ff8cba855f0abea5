import { endedWords } from './access-reset-text.ts'
import { plainMail, type Words, withLink } from './account-emails.ts'
import type { AccessReset } from './contract.ts'
import type { ProofWay } from './email-proof.ts'

/** Emails about what happened to an account. They always go, whatever somebody chose to receive. */

const unsure = 'If this wasn’t you, set a new password now. The person who did it is still signed in.'

const why =
  'You get this email because it’s about the security of your Earshot account. Security emails can’t be turned off.'

const securityMail = (mail: Parameters<typeof withLink>[0]): Words => withLink({ ...mail, why })

const wayWords: Record<ProofWay, string> = {
  'verification link': 'opening the confirmation link',
  'sign-in email': 'signing in with an emailed code or link',
  'password reset': 'resetting the password',
  invitation: 'accepting an invitation',
  Google: 'signing in with Google',
}

export const accessResetMail = (told: { reset: AccessReset; way: ProofWay; forgotLink: string }): Words =>
  securityMail({
    subject: 'Earlier access to your Earshot account was removed',
    before: `You confirmed this email address by ${wayWords[told.way]}. The account was created earlier, in a session we can’t tell was yours, so we removed what was set up before: ${endedWords(told.reset)}. Your reports and workspaces are unchanged.`,
    action: 'Set a password',
    link: told.forgotLink,
    after:
      'If you created the account yourself on another device, sign in there again. If you didn’t, someone else signed up with your address and is now signed out. Check who is on your workspace’s Team page.',
  })

export const passwordChangedMail = (told: { forgotLink: string; isFirst: boolean }): Words =>
  securityMail({
    subject: told.isFirst ? 'A password was added to your Earshot account' : 'Your Earshot password was changed',
    before: told.isFirst
      ? 'A password was added to your Earshot account. All other sessions were signed out.'
      : 'The password of your Earshot account was changed. All other sessions were signed out.',
    action: 'Set a new password',
    link: told.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

export const twoFactorOffMail = (told: { forgotLink: string }): Words =>
  securityMail({
    subject: 'Two-factor sign-in was turned off',
    before:
      'Two-factor sign-in was turned off for your Earshot account. A password or an emailed code is now enough to sign in.',
    action: 'Set a new password',
    link: told.forgotLink,
    after: `If you did this, ignore this email. ${unsure}`,
  })

/** To the new address, which counts once its link is opened. */
export const confirmNewEmailMail = (told: { from: string; to: string; link: string }): Words =>
  withLink({
    subject: 'Confirm your new email for Earshot',
    before: `The Earshot account of ${told.from} is about to change its email to ${told.to}.`,
    action: 'Confirm your new email',
    link: told.link,
    after: 'The link works once, for 3 days. If you didn’t ask for this, ignore this email and don’t open the link.',
    why: `You get this email because the account of ${told.from} wants to use this address.`,
  })

/** To the present address, as soon as a change is asked for. */
export const emailChangeAskedMail = (told: { to: string; undoLink: string }): Words =>
  securityMail({
    subject: 'Your Earshot email is about to change',
    before: `Someone signed in to your Earshot account asked to change its email to ${told.to}. It changes when the link sent there is opened.`,
    action: 'This wasn’t me: keep my email',
    link: told.undoLink,
    after:
      'If you asked for this, ignore this email. The link works for 7 days, also after the change. It signs out every session and removes the password.',
  })

/** To the former address, so that its owner can take the account back. */
export const emailChangedMail = (told: { to: string; undoLink: string }): Words =>
  securityMail({
    subject: 'Your Earshot email was changed',
    before: `The email of your Earshot account was changed to ${told.to}.`,
    action: 'This wasn’t me: undo the change',
    link: told.undoLink,
    after:
      'If you made this change, ignore this email. The link works for 7 days. It restores this address, signs out every session and removes the password.',
  })

export const emailRestoredMail = (told: { email: string; forgotLink: string }): Words =>
  securityMail({
    subject: 'Your Earshot email was kept',
    before: `The change of email was undone: your Earshot account uses ${told.email}. Every session was signed out and the password was removed. Check your API keys: those created before the change still work.`,
    action: 'Set a new password',
    link: told.forgotLink,
    after: 'Until then you can sign in with an emailed code.',
  })

export const accountDeletedMail = (told: { workspaces: number }): Words =>
  plainMail(
    'Your Earshot account was deleted',
    `Your Earshot account and ${told.workspaces === 1 ? 'its workspace' : `its ${told.workspaces} workspaces`} were deleted. This can’t be undone. If this wasn’t you, contact the administrator of this server.`,
    'You get this email because the deleted account used this address.',
  )
