import type { RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import type { Failure } from '#kit/errors.ts'

/** The email to owners and admins about a domain that no longer works. `link` opens the domain's settings. */
export function domainLostEmail(about: {
  domain: string
  workspace: string
  color: string | null
  how: 'switched_off' | 'taken_over'
  why: Failure | null
  link: string
}): RenderedEmail {
  const { domain, workspace, color, how, why, link } = about
  const heading = how === 'taken_over' ? `${domain} was claimed by another workspace` : `${domain} was switched off`
  const text =
    how === 'taken_over'
      ? `Another workspace proved that it owns ${domain} with a TXT record. The domain no longer shows pages from “${workspace}”.`
      : `${domain} no longer shows pages from “${workspace}”.${getReason(why)}`
  const then =
    how === 'taken_over'
      ? 'If the domain is yours, check who can change its DNS.'
      : 'Fix its DNS records, or remove the domain. Until then its pages are available on our domain.'
  return renderEmail({
    subject: heading,
    preview: text,
    workspace: { name: workspace, color },
    heading,
    parts: [
      { kind: 'text', text },
      { kind: 'text', text: then },
    ],
    action: { label: 'View DNS records', link },
    why: `You get this email because you’re an owner or admin of “${workspace}”.`,
  })
}

function getReason(why: Failure | null): string {
  if (why?.reason === 'domain_moved')
    return ' It no longer points to our server, and was switched off to protect it from misuse.'
  if (why?.reason === 'dns_silent_for_a_week') return ' Its DNS provider hasn’t responded for a week.'
  return ''
}
