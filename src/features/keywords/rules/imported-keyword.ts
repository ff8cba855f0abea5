import type { KeywordMetrics, SearchPerformance } from '#providers/search-data/port.ts'

/** The metrics of one line of an imported file. */
export type ImportedNumbers = {
  volume?: { value: number | null; low: number | null; high: number | null }
  impressions?: number
  clicks?: number
  ctr?: number
  position?: number
  cpc?: { value: number; currency: string | null }
  competition?: number
  difficulty?: number
  /** A month has bounds instead of a value if the file gives a range. */
  monthly?: { t: string; v: number | null; low?: number | null; high?: number | null }[]
  /** Interest relative to its highest, 0 to 100; `t` is a day. */
  interest?: { t: string; v: number }[]
  /** Lists of Google Trends it's in. */
  trends?: { list: 'top' | 'rising'; value: number | null; breakout: boolean }[]
  /** The question it was found under, and how deep. */
  parent?: string
  depth?: number
  url?: string
  /** URLs of its first results, in order of rank. */
  serp?: string[]
  topic?: string
  parent_topic?: string
}

/** A keyword as its file names it. */
export type ImportRow = { line: number; key: string; text: string; data: ImportedNumbers }

/** An imported keyword as reports use it. */
export type ImportedRow = {
  key: string
  text: string
  performance: SearchPerformance | null
  metrics: KeywordMetrics
  topic: ImportedTopic | null
  /** URLs of its first results, in order of rank; null when its file has none. */
  serp: string[] | null
  /** The question it was found under, and how deep, from 1. */
  parent: string | null
  depth: number
}

/** The topic a file puts a keyword in. */
export type ImportedTopic = { name: string; parent: string | null }

/** Oldest first; `t` is a day, ISO 8601. */
export type ImportedHistory = {
  searches: { t: string; v: number }[]
  impressions: { t: string; v: number }[]
  /** Relative to the highest of its own file, 0 to 100. */
  interest: { t: string; v: number }[]
}
