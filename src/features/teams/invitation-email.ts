import type { GivenRole } from './contract.ts'
import { roleAbilities } from './invitation-text.ts'

/** The mail an invitation goes out with. `until` is when its link stops working. */
export function invitationMail(invitation: {
  inviter: string
  workspace: string
  role: GivenRole
  link: string
  until: Date
}) {
  const { inviter, workspace, role, link, until } = invitation
  const what = `${inviter} invited you to the workspace “${workspace}” on Earshot. You’ll be able to ${roleAbilities[role]}.`
  const day = formatDate(until)
  const after = `The link works once, until ${day}. If you didn’t expect this, ignore this email. You get it because someone invited this address to an Earshot workspace.`
  return {
    // A line break in a name must not begin another header.
    subject: `${inviter} invited you to ${workspace}`.replace(/\s+/g, ' '),
    text: `${what}\n\nAccept the invitation:\n${link}\n\n${after}\n`,
    html: `<p>${escapeHtml(what)}</p><p><a href="${escapeHtml(link)}">Accept invitation</a></p><p>${after}</p>`,
  }
}

export const formatDate = (date: Date) =>
  date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
