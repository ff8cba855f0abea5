import type { Generated, JSONColumnType } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { GapReason, RankDevice, RankFrequency, RankSource } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    rank_trackers: RankTrackersTable
    rank_keywords: RankKeywordsTable
    rank_runs: RankRunsTable
    rank_checks: RankChecksTable
    rank_tasks: RankTasksTable
  }
}

export type RankTrackersTable = {
  workspace_id: string
  id: string
  created_by: string | null
  domain: string
  competitors: string[]
  country: string
  language: string
  device: RankDevice
  depth: number
  /** Whether it measures where results are on the page, in pixels. */
  pixels: Generated<boolean>
  frequency: RankFrequency
  source: RankSource
  status: Generated<'active' | 'paused'>
  max_cost_usd: number | null
  /** First day of the month that `spent_usd` is about. */
  spent_month: Generated<string>
  /** Paid and set aside for requests under way. */
  spent_usd: Generated<number>
  /** By the schedule; null while paused. */
  next_run_at: Date | null
  /** When a worker may lease it: the schedule, now, or the end of the current lease. */
  take_at: Date | null
  by_hand: Generated<boolean>
  running: Generated<boolean>
  /** Fencing token of leases. */
  attempt: Generated<number>
  /** Leases since the last finished run. */
  tries: Generated<number>
  run_count: Generated<number>
  last_run_at: Date | null
  created_at: Generated<Date>
}

/** A keyword as it was last checked. */
export type RankKeywordsTable = {
  workspace_id: string
  tracker_id: string
  no: number
  text: string
  position: number | null
  /** From the top of the results page. */
  pixels: number | null
  reason: GapReason | null
  failure: JSONColumnType<Failure, string | null, string | null> | null
  url: string | null
  /** Of the measurement before; null without a position in it. */
  previous: number | null
  previous_url: string | null
  /** When that was; null when there is none. */
  previous_at: Date | null
  best: number | null
  features: Generated<string[]>
  ai_present: boolean | null
  ai_cited: boolean | null
  competitors: JSONColumnType<{ domain: string; position: number | null }[], string | undefined, string>
  checked_at: Date | null
  serp_at: Date | null
}

export type RankRunsTable = {
  workspace_id: string
  tracker_id: string
  /** From 1. */
  no: number
  by_hand: boolean
  started_at: Generated<Date>
  finished_at: Date | null
  total: number
  measured: Generated<number>
  gaps: Generated<number>
  ranked: Generated<number>
  top10: Generated<number>
  average: number | null
  spent_usd: Generated<number>
}

/** `asking`: a paid request was sent and its answer isn’t stored yet. */
export type RankChecksTable = {
  workspace_id: string
  tracker_id: string
  keyword_no: number
  run_no: number
  at: Generated<Date>
  state: 'asking' | 'done'
  position: number | null
  pixels: number | null
  reason: GapReason | null
  url: string | null
  serp_at: Date | null
}

/** A keyword that waits in a source’s queue while its check is `asking`. */
export type RankTasksTable = {
  workspace_id: string
  tracker_id: string
  run_no: number
  keyword_no: number
  /** Sent with the task: it’s found by it when the answer to posting it was lost. */
  tag: string
  /** The vendor’s; null until it’s known. */
  task_id: string | null
  created_at: Generated<Date>
}
