import { maxWatches } from '#features/answers/contract.ts'
import { maxTrackers } from '#features/ranks/contract.ts'
import { formatCount, plural } from '#ui/format/format.ts'

export const trackKinds = ['ranks', 'answers', 'listener'] as const
export type TrackKind = (typeof trackKinds)[number]

/**
 * What to track: a topic, and its keywords where they were picked. Without them, the report’s own are taken. `start`: the form that
 * opens, which the button names. A whole report starts with changes of its topic, picked keywords with their ranks.
 */
export type Tracked = { topic: string; keywords?: string[]; start: TrackKind }

export type TrackChoice = {
  kind: TrackKind
  label: string
  /** What is tracked. */
  what: string
  /** What it takes, against what is allowed. */
  limit: string
  /** Whether it can be started. `limit` says why not. */
  isOpen: boolean
}

export type TrackFacts = {
  topic: string
  /** Null while they load. */
  keywords: number | null
  questions: number | null
  /** Trackers and watches of the workspace, and whether this server can run them. Null while that loads. */
  ranks: { total: number; ready: boolean } | null
  answers: { total: number; ready: boolean } | null
  /** Of the person’s own plan. Null where the workspace’s owner pays. */
  listeners: { used: number; allowance: number; unlimited: boolean } | null
}

/** The three things that can be tracked, with what each takes of what is allowed. */
export function getTrackChoices({ topic, keywords, questions, ranks, answers, listeners }: TrackFacts): TrackChoice[] {
  return [
    {
      kind: 'ranks',
      label: 'Ranks',
      what: keywords === null ? 'Positions in Google' : `Positions in Google for ${plural(keywords, 'keyword')}`,
      ...getRoom(ranks, {
        max: maxTrackers,
        one: 'rank tracker',
        missing: 'Needs a source of Google results. None is set up on this server.',
      }),
    },
    {
      kind: 'answers',
      label: 'AI answers',
      what:
        questions === null || questions === 0
          ? 'How often AI engines name your brand'
          : `How often AI engines name your brand in answers to ${plural(questions, 'question')}`,
      ...getRoom(answers, {
        max: maxWatches,
        one: 'watched brand',
        missing: 'Needs an AI engine. None is set up on this server.',
      }),
    },
    { kind: 'listener', label: 'Listener', what: `New and lost keywords of “${topic}”`, ...getListenerRoom(listeners) },
  ]
}

type Room = Pick<TrackChoice, 'limit' | 'isOpen'>

function getRoom(
  found: TrackFacts['ranks'],
  { max, one, missing }: { max: number; one: string; missing: string },
): Room {
  if (found === null) return { limit: '', isOpen: true }
  if (!found.ready) return { limit: missing, isOpen: false }
  const used = `${formatCount(found.total)} of ${plural(max, one)} in this workspace`
  return found.total >= max
    ? { limit: `${used}. Delete one to free a slot.`, isOpen: false }
    : { limit: `${used}. Uses no credits.`, isOpen: true }
}

function getListenerRoom(plan: TrackFacts['listeners']): Room {
  if (plan === null) return { limit: 'Uses 1 listener of the workspace owner’s plan while active.', isOpen: true }
  const { used, allowance, unlimited } = plan
  if (unlimited) return { limit: 'Your plan has no limit.', isOpen: true }
  if (allowance === 0) return { limit: 'Your plan doesn’t include listeners.', isOpen: false }
  const inUse = `${formatCount(used)} of ${plural(allowance, 'listener')} of your plan in use`
  return used >= allowance
    ? { limit: `${inUse}. Pause or delete one to free a slot.`, isOpen: false }
    : { limit: `${inUse}. Uses 1 while active.`, isOpen: true }
}
