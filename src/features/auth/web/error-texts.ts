import { workspaceErrorTexts } from '#features/workspaces/web/error-texts.ts'
import { type ErrorTexts, joinErrorTexts } from '#web/calls/error-texts.ts'

const minutes = (value: unknown) => `${value} ${value === 1 ? 'minute' : 'minutes'}`

export const authErrorTexts: ErrorTexts = joinErrorTexts(workspaceErrorTexts, {
  labels: {
    otp: 'Two-factor code',
    current_password: 'Password',
    'password.current': 'Current password',
    'password.next': 'New password',
  },
  reasons: {
    wrong_email_or_password: 'Wrong email or password.',
    wrong_password: 'Wrong password. Check it and try again.',
    wrong_code: 'This code is wrong or has expired. Check it, or request a new one.',
    otp_required: 'Enter the six digits from your authenticator app, or a recovery code.',
    wrong_otp: 'This code is wrong or was already used.',
    two_factor_on: 'Two-factor sign-in is already on. To set it up again, turn it off first.',
    two_factor_not_begun: 'This setup is no longer valid. Cancel and start again.',
    link_ended: 'This link was already used or has expired. Request a new one.',
    setup_link_ended: 'This setup link was already used or has expired. Restart Earshot to get a new one.',
    owner_exists: 'This server already has an owner. Sign in instead.',
    account_exists: 'An account with this email already exists. Sign in instead.',
    account_missing: 'No account uses this email.',
    account_disabled: 'This account is disabled. Contact the administrator of this server.',
    account_changed: 'Your account changed while you were signing in. Try again.',
    email_taken: 'Another account uses this email.',
    session_ended: 'This session has already ended. Reload the page to update the list.',
    key_not_allowed: 'API keys can’t do this. Sign in instead.',
    staff_only: 'Only staff can do this.',
    sign_in_again: 'This account has no password. Sign out, sign in again, and retry within 15 minutes.',
    sign_in_to_accept: 'Sign in or sign up with the invited email to accept this invitation.',
    sign_in_to_confirm: 'Sign in to the account that asked for this change, then open the link again.',
    other_account:
      'This is a different account. Sign in with the account this page belongs to, or cancel and switch accounts.',
    shared_workspaces: ({ names }) =>
      `Other people are in ${((names ?? []) as string[]).map((name) => `“${name}”`).join(', ')}. Transfer ownership or delete the workspace first.`,
    only_staff_member: 'You’re the only staff member on this server. Make someone else staff first.',
    too_many_email_changes: 'Too many email changes this hour. Try again later.',
    too_many_confirmation_emails:
      'Too many confirmation emails this hour. Check your inbox and spam folder, or try again later.',
    too_many_exports: (params) =>
      `You can download your data up to three times per hour. Try again in ${minutes(params.minutes)}.`,
    download_interrupted: ({ received }) => `The download was interrupted after ${received}. Try again.`,
    unknown_timezone: 'Choose a time zone from the list.',
    google_off: 'Google sign-in isn’t available on this server. Use your email instead.',
    google_unreachable: 'Google couldn’t be reached. Try again, or sign in another way.',
    google_other_browser: 'The Google sign-in wasn’t started in this browser, or it took too long. Start again.',
    google_email_missing: 'Google didn’t share your email. Allow it, and try again.',
    google_email_unverified: 'Google hasn’t verified this email. Verify it with Google first.',
    google_expired: 'This Google sign-in has expired. Start again.',
    google_invalid: 'This Google sign-in isn’t valid. Start again.',
    google_used: 'This Google sign-in was already used. Start again.',
    google_other_email: ({ email, google_email }) =>
      `You’re signed in as ${email}, but the Google account is ${google_email}. Sign out first, or choose another Google account.`,
    google_not_linked:
      'An account with this email already exists. Sign in with its password or an emailed code first, then continue with Google.',
    google_linked_elsewhere:
      'This email’s account is linked to another Google account. Sign in with that one, with the password or by email.',
  },
})
