export type EmailContent = { subject: string; text: string; html: string }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const whySent = (why: string) => `<p style="color:#6b6a70;font-size:13px">${escapeHtml(why)}</p>`

/** The last paragraph of an email requested with a public form. */
const defaultReason = 'You get this email because someone requested it for an Earshot account with this address.'

/** `why` closes the email: why this person gets it. */
export function withLink(mail: {
  subject: string
  before: string
  action: string
  link: string
  after: string
  why?: string
}): EmailContent {
  const { subject, before, action, link, after, why = defaultReason } = mail
  return {
    subject,
    text: `${before}\n\n${action}:\n${link}\n\n${after}\n\n--\n${why}\n`,
    html: `<p>${escapeHtml(before)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p><p>${escapeHtml(after)}</p>${whySent(why)}`,
  }
}

export const verificationMail = (link: string) =>
  withLink({
    subject: 'Confirm your email for Earshot',
    before: 'Someone signed up for Earshot with this email address. Confirm that it’s yours.',
    action: 'Confirm your email',
    link,
    after: 'The link works once, for 3 days. If this wasn’t you, ignore this email.',
  })

export const resetMail = (link: string) =>
  withLink({
    subject: 'Reset your Earshot password',
    before: 'Someone asked to reset the password of your Earshot account.',
    action: 'Set a new password',
    link,
    after: 'The link works once, for one hour. If this wasn’t you, ignore this email. Your password stays the same.',
  })

export const signInMail = (code: string, link: string) =>
  withLink({
    subject: `${code} is your Earshot code`,
    before: `Your code is ${code}. Enter it where you requested it, or use the link.`,
    action: 'Sign in to Earshot',
    link,
    after: 'The code and the link work once, for 10 minutes. Nobody from Earshot will ever ask you for this code.',
  })

export const plainMail = (subject: string, text: string, why: string): EmailContent => ({
  subject,
  text: `${text}\n\n--\n${why}\n`,
  html: `<p>${escapeHtml(text)}</p>${whySent(why)}`,
})
