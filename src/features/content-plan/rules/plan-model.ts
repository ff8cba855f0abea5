import type { ClusterKind } from '#features/reports/contract.ts'
import type { Intent } from '#features/reports/rules/keywords/intent.ts'
import type { ItemRole } from '../contract.ts'

/** A keyword of a plan's source with the numbers known of it. */
export type SourceKeyword = {
  key: string
  text: string
  volume: number | null
  difficulty: number | null
  intent: Intent | null
  provider: string | null
  as_of: string | null
}

/** A topic of the source. Parents have no keywords of their own. */
export type SourceTopic = {
  id: string
  kind: ClusterKind
  /** Whether a person or a file made or named it. */
  isNamed: boolean
  parentId: string | null
  name: string
  /** Its most searched keyword. */
  pillar: string
  /** Topics that the same pages rank for, and how many pages. */
  overlaps: readonly { cluster_id: string; pages: number }[]
}

export type PlanSourceData = {
  topics: readonly SourceTopic[]
  /** Topics that were picked by hand: each is a page, even with one keyword. */
  chosen?: readonly string[]
  /** Each keyword once, with its topic; null for one that was never grouped. */
  keywords: readonly (SourceKeyword & { topicId: string | null })[]
  language: string
  /** What the source is about; null for a list of several subjects. */
  seed: string | null
}

/** An item before it has an id: `index` in the list of items stands for it. */
export type ProposedItem = {
  title: string
  role: ItemRole
  /** Index of its pillar. */
  parent: number | null
  intent: Intent | null
  /** Null for keywords that are no page yet. */
  url: string | null
  keywords: SourceKeyword[]
}

export type ProposedLink = { from: number; to: number; anchor: string }

export type ProposedPlan = { items: ProposedItem[]; links: ProposedLink[] }
