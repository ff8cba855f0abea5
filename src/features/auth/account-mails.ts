type Words = { subject: string; text: string; html: string }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function withLink(mail: { subject: string; before: string; action: string; link: string; after: string }): Words {
  const { subject, before, action, link, after } = mail
  return {
    subject,
    text: `${before}\n\n${action}:\n${link}\n\n${after}\n`,
    html: `<p>${escapeHtml(before)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p><p>${escapeHtml(after)}</p>`,
  }
}

export const verificationMail = (link: string) =>
  withLink({
    subject: 'Confirm your email for Earshot',
    before: 'This address was given for an Earshot account.',
    action: 'Confirm that it is yours',
    link,
    after: 'The link works once, for three days. If you did not expect this, there is nothing to do.',
  })

export const resetMail = (link: string) =>
  withLink({
    subject: 'A new password for Earshot',
    before: 'Somebody asked for a new password for your Earshot account.',
    action: 'Choose a new password',
    link,
    after: 'The link works once, for one hour. If it was not you, nothing changes.',
  })

export const signInMail = (code: string, link: string) =>
  withLink({
    subject: `${code} is your Earshot code`,
    before: `Your code is ${code}. Type it where you asked for it, or use the link.`,
    action: 'Sign in to Earshot',
    link,
    after: 'Both work once, for ten minutes. Nobody from Earshot will ever ask you for this code.',
  })

/** To the former address, so that an owner hears of a change somebody else made. */
export function emailChangedMail(newEmail: string): Words {
  const text = `The email of your Earshot account was changed to ${newEmail}. If it was not you, write to whoever runs this installation.`
  return { subject: 'Your Earshot email was changed', text: `${text}\n`, html: `<p>${escapeHtml(text)}</p>` }
}
