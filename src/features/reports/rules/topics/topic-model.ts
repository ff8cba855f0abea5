import type { Meanings } from '#features/keywords/rules/clustering/nearest-meanings.ts'
import type { ClusterKind, Strictness } from '../../contract.ts'

export type TopicRow = {
  text: string
  type: string
  intent: string | null
  volume: number | null
  /** Its topic so far. */
  cluster_id: string | null
  topic_pinned: boolean
  given_topic: string | null
  given_parent: string | null
}

/** A topic or parent as far as grouping goes; its other facts are counted from its rows. */
export type BuiltTopic = {
  _id: string
  kind: ClusterKind
  parent_id: string | null
  name: string
  pillar: string
  intent: string | null
  keywords: number
  volume: number | null
  volume_known: number | null
  renamed: boolean
  locked: boolean
  parent_pinned: boolean
}

export type TopicsInput = {
  rows: readonly TopicRow[]
  /** URLs of each keyword's results, where known. */
  serps: Record<string, string[]>
  /** The report's topics so far. */
  previous: readonly BuiltTopic[]
  language: string
  /** The report's query; null for a list, which isn't about one topic. */
  seed: string | null
  strictness: Strictness
  /** What the keywords mean, to group them by more than words; null without a model that tells. */
  meanings?: TextMeanings | null
  newId: () => string
}

/** Vectors of texts, one after the other. */
export type TextMeanings = Meanings & { indexByText: ReadonlyMap<string, number> }

export type Topics = {
  clusters: BuiltTopic[]
  /** The topic of each row; null for template ideas, which are in none. */
  topicOfRow: (string | null)[]
  /** Whether each row stays in its topic when grouped again. */
  pinned: boolean[]
}

/** A topic while it's made. */
export type TopicDraft = {
  id: string
  previous: BuiltTopic | null
  members: number[]
  /** Name in an imported file. */
  given: string | null
  givenParent: string | null
}
