import type { SightingSummary } from './popularity.ts'

/** A row as the analysis reads it. Field names are the columns' names: the database writes and reads it as JSON. */
export type RowToAnalyse = {
  id: string
  key: string
  text: string
  type: string
  modifier: string | null
  parent_id: string | null
  depth: number
  sightings: SightingSummary
  volume: number | null
  difficulty: number | null
  /** Null until the first analysis. */
  intent: string | null
  cluster_id: string | null
  topic_pinned: boolean
  given_topic: string | null
  given_parent: string | null
}

/** What the analysis found out about a row. */
export type AnalysedRow = {
  id: string
  key: string
  type: string
  modifier: string | null
  parent_id: string | null
  popularity: number | null
  difficulty: number | null
  intent: string
  intent_confidence: number
  cluster_id: string | null
  topic_pinned: boolean
}
