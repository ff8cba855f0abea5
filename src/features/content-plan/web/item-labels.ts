import type { OwnTopic } from '#features/reports/contract.ts'
import { showPath, showPosition } from '#features/reports/web/keyword-labels.ts'
import { showOwnPeriod } from '#features/reports/web/own-labels.ts'
import { plural } from '#ui/format/format.ts'
import type { FactorName, ItemState } from '../contract.ts'
import type { MergedField } from '../rules/merge-changes.ts'

export type Option = { value: string; label: string }

export const stateLabels: Record<ItemState, string> = {
  idea: 'Idea',
  briefed: 'Briefed',
  drafting: 'Drafting',
  review: 'In review',
  published: 'Published',
  measured: 'Measured',
  dropped: 'Dropped',
}

export const factorLabels: Record<FactorName, string> = {
  volume: 'Search volume',
  difficulty: 'Keyword difficulty',
  intent: 'Intent',
  position: 'Your current rank',
}

export const fieldLabels: Record<MergedField, string> = {
  title: 'Title',
  url: 'URL',
  state: 'State',
  owner_id: 'Owner',
  due_on: 'Due date',
  intent: 'Intent',
  role: 'Role',
}

/** "You have /mats (612 words, ranks 8.4)"; a rank from an export names its period. */
export function getOwnText({ page, words, position, period, upload }: OwnTopic): string {
  const facts = [
    words !== null && plural(words, 'word'),
    position !== null && `ranks ${showPosition(position)}${upload ? ` ${showOwnPeriod({ period, upload })}` : ''}`,
  ].filter(Boolean)
  return `You have ${showPath(page)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`
}

export const capitalize = (word: string) => word[0]!.toUpperCase() + word.slice(1)

export const itemHref = (planId: string, itemId: string) => `/app/plan/${planId}/${itemId}`

/** The members of a workspace as owners to choose from. */
export const toOwners = (
  members: readonly { user_id: string | null; name: string | null; email: string }[],
): Option[] =>
  members.flatMap(({ user_id, name, email }) => (user_id ? [{ value: user_id, label: name || email }] : []))
