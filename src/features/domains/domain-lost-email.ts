/** The email to owners and admins about a domain that no longer works. `link` opens the domain's settings. */
export function lostMail(about: {
  domain: string
  workspace: string
  how: 'switched_off' | 'taken_over'
  why: string | null
  link: string
}) {
  const { domain, workspace, how, why, link } = about
  const subject = `${domain} was switched off`
  const what =
    how === 'taken_over'
      ? `Another workspace proved with a TXT record that it owns ${domain}. The domain no longer shows pages of “${workspace}”.`
      : `${domain} no longer shows pages of “${workspace}”.${why ? ` ${why}` : ''}`
  const then =
    how === 'taken_over'
      ? 'If the domain is yours, check who can change its DNS.'
      : 'Fix its DNS records, or remove the domain. Until then its pages are available at our address.'
  const reason = `You get this email because you’re an owner or admin of “${workspace}”.`
  return {
    // A line break in a name must not begin another header.
    subject: subject.replace(/\s+/g, ' '),
    text: `${what}\n\n${then}\n\nView DNS check:\n${link}\n\n--\n${reason}\n`,
    html: `<p>${escapeHtml(what)}</p><p>${escapeHtml(then)}</p><p><a href="${escapeHtml(link)}">View DNS check</a></p><p>${escapeHtml(reason)}</p>`,
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
