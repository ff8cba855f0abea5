import type { Email, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'
import { formatDate } from './invitation-email.ts'

type OfferedWorkspace = { workspace: string; color: string | null }

const ownershipEmail = (
  { workspace, color }: OfferedWorkspace,
  { heading, text, action, after }: { heading: string; text: string } & Pick<Email, 'action' | 'after'>,
): RenderedEmail =>
  renderEmail({
    subject: heading,
    preview: text,
    workspace: { name: workspace, color },
    heading,
    parts: [{ kind: 'text', text }],
    ...(action && { action }),
    ...(after && { after }),
    why: 'You get this email because you’re the owner in this offer or the person it was made to.',
  })

/** To both: who offers, and who is offered. `from` and `to` are their names. */
export const ownershipOfferedEmail = (
  params: OfferedWorkspace & { from: string; to: string; until: Date; link: string },
) =>
  ownershipEmail(params, {
    heading: `Ownership of ${params.workspace} was offered`,
    text: `${params.from} offered ownership of the Earshot workspace “${params.workspace}” to ${params.to}. Nothing changes until ${params.to} accepts. Then the workspace uses the plan of ${params.to}.`,
    action: { label: 'View offer', link: params.link },
    after: [
      `The offer expires on ${formatDate(params.until)}. If you didn’t expect this, decline or withdraw it on the Team page.`,
    ],
  })

/** To both: the new owner and the former one. */
export const ownershipAcceptedEmail = (params: OfferedWorkspace & { to: string; link: string }) =>
  ownershipEmail(params, {
    heading: `${params.workspace} has a new owner`,
    text: `${params.to} accepted ownership of the Earshot workspace “${params.workspace}”. It now uses their plan. The former owner stays in it as an admin.`,
    action: { label: 'View team', link: params.link },
  })

export const ownershipDeclinedEmail = (params: OfferedWorkspace & { to: string }) =>
  ownershipEmail(params, {
    heading: `Ownership of ${params.workspace} was declined`,
    text: `${params.to} declined ownership of the Earshot workspace “${params.workspace}”. You still own it.`,
  })
