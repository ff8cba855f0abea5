import type { RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import type { GivenRole } from '../contract.ts'
import { roleAbilities } from './invitation-text.ts'

/** The email an invitation is sent with. `until` is when its link stops working. */
export function invitationEmail(invitation: {
  inviter: string
  workspace: string
  color: string | null
  role: GivenRole
  link: string
  until: Date
}): RenderedEmail {
  const { inviter, workspace, color, role, link, until } = invitation
  const text = `${inviter} invited you to the workspace “${workspace}” on Earshot. You’ll be able to ${roleAbilities[role]}.`
  return renderEmail({
    subject: `${inviter} invited you to ${workspace}`,
    preview: `You’ll be able to ${roleAbilities[role]}.`,
    workspace: { name: workspace, color },
    heading: `Join ${workspace}`,
    parts: [{ kind: 'text', text }],
    action: { label: 'Accept invitation', link },
    after: [`The link works once, until ${formatDate(until)}. If you didn’t expect this, ignore this email.`],
    why: 'You get this email because someone invited this address to an Earshot workspace.',
  })
}

export const formatDate = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
