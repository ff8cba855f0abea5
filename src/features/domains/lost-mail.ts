/** The mail to who can do something about it. `link` leads to the screen of the domain. */
export function lostMail(about: {
  domain: string
  workspace: string
  how: 'switched_off' | 'taken_over'
  why: string | null
  link: string
}) {
  const { domain, workspace, how, why, link } = about
  const subject = `${domain} is switched off`
  const what =
    how === 'taken_over'
      ? `Another workspace has proven by a TXT record that ${domain} is its own. It does not show pages of “${workspace}” any more.`
      : `${domain} does not show pages of “${workspace}” any more.${why ? ` ${why}` : ''}`
  const then =
    how === 'taken_over'
      ? 'If the domain is yours, look who can change its DNS.'
      : 'Set its records right again, or remove it. Until then its pages are found at our own address.'
  return {
    // A line break in a name must not begin another header.
    subject: subject.replace(/\s+/g, ' '),
    text: `${what}\n\n${then}\n${link}\n`,
    html: `<p>${escapeHtml(what)}</p><p>${escapeHtml(then)}</p><p><a href="${escapeHtml(link)}">See what was found</a></p>`,
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
