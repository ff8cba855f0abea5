/** The email to owners and admins about a domain that no longer works. `link` opens the domain's settings. */
export function domainLostEmail(about: {
  domain: string
  workspace: string
  how: 'switched_off' | 'taken_over'
  why: string | null
  link: string
}) {
  const { domain, workspace, how, why, link } = about
  const subject = how === 'taken_over' ? `${domain} was claimed by another workspace` : `${domain} was switched off`
  const what =
    how === 'taken_over'
      ? `Another workspace proved that it owns ${domain} with a TXT record. The domain no longer shows pages from “${workspace}”.`
      : `${domain} no longer shows pages from “${workspace}”.${why ? ` ${why}` : ''}`
  const then =
    how === 'taken_over'
      ? 'If the domain is yours, check who can change its DNS.'
      : 'Fix its DNS records, or remove the domain. Until then its pages are available on our domain.'
  const reason = `You get this email because you’re an owner or admin of “${workspace}”.`
  return {
    // Prevents header injection by line breaks in names.
    subject: subject.replace(/\s+/g, ' '),
    text: `${what}\n\n${then}\n\nView DNS records:\n${link}\n\n--\n${reason}\n`,
    html: `<p>${escapeHtml(what)}</p><p>${escapeHtml(then)}</p><p><a href="${escapeHtml(link)}">View DNS records</a></p><p>${escapeHtml(reason)}</p>`,
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
