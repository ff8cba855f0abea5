import type { VolumeRange } from '../cells/import-numbers.ts'

/** A keyword with its metrics as its file says them. */

export type ImportedKeyword = {
  line: number
  text: string
  volume: VolumeRange | null
  impressions: number | null
  clicks: number | null
  /** 0..1 */
  ctr: number | null
  position: number | null
  /** The file's cost per click; for Keyword Planner files the high-range top-of-page bid. */
  cpc: { value: number; currency: string | null } | null
  /** 0..1 */
  competition: number | null
  /** 0..100 on the vendor's scale. */
  difficulty: number | null
  intent: string | null
  url: string | null
  /** Searches of each month, oldest first; `t` is its first day, ISO 8601. */
  monthly: ImportedMonth[]
  serp_features: string[]
  /** Names of its topic and parent topic; a parent without a topic is dropped. */
  topic: string | null
  parent_topic: string | null
  /** Question it was found under, and how deep, from 1. */
  parent?: string
  depth?: number
  /** Lists of Google Trends it's in: no search volume. A breakout has no value. */
  trends?: TrendsEntry[]
  /** Interest relative to its highest, 0 to 100, oldest first; `t` is a day, ISO 8601. */
  interest?: { t: string; v: number }[]
  /** Interest of the last twelve months, which the file doesn't name: dated once the file's date is known. */
  trend?: number[]
  /** In SERP files: URLs of its first results, in order of rank. */
  serp?: string[]
}

/** A month has bounds instead of a value if the file gives a range. */
export type ImportedMonth = { t: string; v: number | null; low?: number | null; high?: number | null }
export type TrendsEntry = { list: 'top' | 'rising'; value: number | null; breakout: boolean }
