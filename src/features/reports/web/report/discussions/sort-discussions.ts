import type { Discussion } from '../../../contract.ts'

export const discussionOrders = {
  active: 'Most active',
  votes: 'Most votes',
  answers: 'Most answers',
  newest: 'Newest',
  oldest: 'Oldest',
}
export type DiscussionOrder = keyof typeof discussionOrders

/** An answer takes more effort than a vote. */
const answerWeight = 2

type Value = (thread: Discussion) => number | null

const activity: Value = ({ score, answers }) =>
  score === null && answers === null ? null : (score ?? 0) + answerWeight * (answers ?? 0)

const values: Record<DiscussionOrder, Value> = {
  active: activity,
  votes: ({ score }) => score,
  answers: ({ answers }) => answers,
  newest: ({ at }) => (at === null ? null : Date.parse(at)),
  oldest: ({ at }) => (at === null ? null : -Date.parse(at)),
}

/** Threads whose value is unknown come last, whatever the order. */
export function sortDiscussions(discussions: readonly Discussion[], order: DiscussionOrder): Discussion[] {
  const getValue = values[order]
  return discussions
    .map((thread, index) => ({ thread, index, value: getValue(thread) ?? Number.NEGATIVE_INFINITY }))
    .sort((a, b) => (a.value === b.value ? a.index - b.index : b.value > a.value ? 1 : -1))
    .map(({ thread }) => thread)
}
