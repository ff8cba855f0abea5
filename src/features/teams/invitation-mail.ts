import type { GivenRole } from './contract.ts'
import { mayDo } from './invitation-words.ts'

/** The mail an invitation goes out with. `until` is when its link stops working. */
export function invitationMail(invitation: {
  inviter: string
  workspace: string
  role: GivenRole
  link: string
  until: Date
}) {
  const { inviter, workspace, role, link, until } = invitation
  const what = `${inviter} invites you to the workspace “${workspace}” on Earshot. You would ${mayDo[role]}.`
  const day = until.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  const after = `The link works once, until ${day}. If you did not expect this, there is nothing to do.`
  return {
    // A line break in a name must not begin another header.
    subject: `${inviter} invites you to ${workspace}`.replace(/\s+/g, ' '),
    text: `${what}\n\nAccept the invitation:\n${link}\n\n${after}\n`,
    html: `<p>${escapeHtml(what)}</p><p><a href="${escapeHtml(link)}">Accept the invitation</a></p><p>${after}</p>`,
  }
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
