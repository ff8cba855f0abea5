import { escapeHtml, formatDate } from './invitation-email.ts'

const why = 'You get this email because you’re the owner in this offer or the person it was made to.'

function mail(subject: string, text: string, to?: { label: string; link: string }) {
  const button = to ? `<p><a href="${escapeHtml(to.link)}">${escapeHtml(to.label)}</a></p>` : ''
  return {
    // A line break in a name must not begin another header.
    subject: subject.replace(/\s+/g, ' '),
    text: `${text}\n${to ? `\n${to.label}:\n${to.link}\n` : ''}\n--\n${why}\n`,
    html: `<p>${escapeHtml(text)}</p>${button}<p>${escapeHtml(why)}</p>`,
  }
}

/** To both: who offers, and who is offered. */
export const ownershipOfferedMail = (params: {
  workspace: string
  from: string
  to: string
  until: Date
  link: string
}) =>
  mail(
    `Ownership of ${params.workspace} was offered`,
    `${params.from} offered ownership of the Earshot workspace “${params.workspace}” to ${params.to}. Nothing changes until ${params.to} accepts. Then the workspace uses the plan of ${params.to}. The offer expires on ${formatDate(params.until)}. If you didn’t expect this, decline or withdraw it on the Team page.`,
    { label: 'View offer', link: params.link },
  )

/** To both: the new owner and the former one. */
export const ownershipAcceptedMail = (params: { workspace: string; to: string; link: string }) =>
  mail(
    `${params.workspace} has a new owner`,
    `${params.to} accepted ownership of the Earshot workspace “${params.workspace}”. It now uses their plan. The former owner stays in it as an admin.`,
    { label: 'View team', link: params.link },
  )

export const ownershipDeclinedMail = (params: { workspace: string; to: string }) =>
  mail(
    `Ownership of ${params.workspace} was declined`,
    `${params.to} declined ownership of the Earshot workspace “${params.workspace}”. You still own it.`,
  )
