import type { DestinationKind } from '#providers/publishing/port.ts'
import type { ActivityEntry } from '../contract.ts'

/** A sentence around the name of what something was done to. */
export type ActivityText = { before: string; after: string }

/** How a language and region write things: the screen's. */
export type Formats = { day(date: string): string; count(number: number, noun: string): string }

const sites: Record<DestinationKind, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  shopify: 'Shopify',
  webflow: 'Webflow',
  webhook: 'your server',
  blog: 'the Earshot blog',
}

function getName({ kind, name, key }: ActivityEntry['actor']): string {
  if (kind === 'earshot') return 'Earshot'
  if (kind === 'guest') return name === null ? 'A guest' : `${name} (guest)`
  const member = name ?? 'A deleted account'
  return kind === 'api' ? `${member} (API key${key === null ? '' : ` ${key}`})` : member
}

/** "Ana approved version 4 of …": the words before and after the title. */
export function getActivityText(entry: ActivityEntry, formats: Formats): ActivityText {
  const who = getName(entry.actor)
  const { before, after = '' } = getParts(entry, who, formats)
  const noun = entry.subject.kind === 'plan' ? 'the plan ' : entry.subject.kind === 'post' ? 'the post ' : ''
  return { before: `${before} ${noun}`, after }
}

function getParts(entry: ActivityEntry, who: string, formats: Formats): { before: string; after?: string } {
  const { kind, version, count, destination } = entry
  const suggestions = formats.count(count ?? 0, 'suggestion')
  const site = destination ? sites[destination] : 'a site'
  switch (kind) {
    case 'created':
      return { before: `${who} created` }
    case 'edited':
      return { before: `${who} edited` }
    case 'generated':
      return { before: `${who} wrote version ${version} of` }
    case 'deleted':
      return { before: `${who} deleted` }
    case 'state_changed':
      return getReview(entry, who)
    case 'assigned':
      return getAssignment(entry, who, formats)
    case 'commented':
      return { before: `${who} commented on` }
    case 'resolved':
      return { before: `${who} resolved a comment on` }
    case 'suggested':
      return { before: `${who} made ${suggestions} for` }
    case 'suggestions_accepted':
      return { before: `${who} accepted ${suggestions} for` }
    case 'suggestions_rejected':
      return { before: `${who} rejected ${suggestions} for` }
    case 'published':
      return { before: `${who} published`, after: ` on ${site}` }
    case 'post_updated':
      return { before: `${who} published changes of`, after: ` on ${site}` }
    case 'unpublished':
      return { before: `${who} unpublished`, after: ` on ${site}` }
    case 'link_created':
      return { before: `${who} shared`, after: ' by review link' }
    case 'link_revoked':
      return { before: `${who} disabled the review link of` }
    case 'report_done':
      return { before: entry.actor.kind === 'earshot' ? 'The report' : `${who}’s report`, after: ' finished' }
    case 'report_failed':
      return { before: entry.actor.kind === 'earshot' ? 'The report' : `${who}’s report`, after: ' failed' }
  }
}

function getReview({ state, version }: ActivityEntry, who: string) {
  if (state === 'approved') return { before: `${who} approved version ${version} of` }
  if (state === 'changes') return { before: `${who} requested changes to version ${version} of` }
  if (state === 'review') return { before: `${who} sent version ${version} of`, after: ' to review' }
  return { before: `${who} set`, after: ' back to draft' }
}

function getAssignment({ owner, due_on }: ActivityEntry, who: string, { day }: Formats) {
  if (owner) return { before: `${who} assigned`, after: ` to ${owner}${due_on ? `, due ${day(due_on)}` : ''}` }
  if (due_on) return { before: `${who} set`, after: ` to be due ${day(due_on)}, without an owner` }
  return { before: `${who} removed the owner and due date of` }
}
