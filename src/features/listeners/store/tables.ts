import type { Generated, JSONColumnType } from 'kysely'
import type { Frequency, ListenerStatus } from '../contract.ts'
import type { SourceDigests, SourceReport } from '../rules/diff-run.ts'
import type { ChangeBatch, ItemBatch } from '../rules/replay-history.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    listeners: ListenersTable
    listener_runs: ListenerRunsTable
    listener_items: ListenerItemsTable
    listener_changes: ListenerChangesTable
  }
}

export type ListenersTable = {
  workspace_id: string
  id: string
  created_by: string | null
  keyword: string
  country: string
  language: string
  /** Null: all sources available at each run. */
  wanted_sources: string[] | null
  frequency: Frequency
  include: string[]
  exclude: string[]
  notify_emails: string[]
  webhook: string | null
  sealed_secret: string
  rss: boolean
  /** The feed URLs derive from it: replacing it ends the old URLs. */
  feed_key: string
  status: ListenerStatus
  /** By the schedule; null while paused. */
  next_run_at: Date | null
  /** When a worker may lease it: the schedule, now, or the end of the current lease. */
  take_at: Date | null
  /** The due run was requested manually. */
  by_hand: Generated<boolean>
  running: Generated<boolean>
  /** Fencing token of leases: only the newest may commit a run. */
  attempt: Generated<number>
  /** Leases since the last committed run. */
  tries: Generated<number>
  run_count: Generated<number>
  /** Runs up to this number are counted by phrase; earlier versions counted per source. */
  counted_runs: Generated<number>
  last_run_id: string | null
  last_run_at: Date | null
  new_count: Generated<number>
  heard_count: Generated<number>
  /** Sources without a full answer in the latest run. */
  failing: Generated<number>
  volatility: number | null
  /** Phrases added in each of the latest runs, oldest first. */
  sparkline: Generated<number[]>
  heard: JSONColumnType<SourceDigests, string | undefined, string>
  /** The plan's limit that paused it; null when a person did. */
  paused_limit: Generated<number | null>
  created_at: Generated<Date>
}

export type ListenerRunsTable = {
  workspace_id: string
  listener_id: string
  /** From 1. */
  no: number
  id: string
  by_hand: boolean
  started_at: Date
  at: Date
  added: number
  removed: number
  heard: number
  sources: JSONColumnType<SourceReport[], string, string>
}

/** New items of one source in one run; `replay-history.ts` describes the columns. */
export type ListenerItemsTable = ItemBatch & { workspace_id: string; listener_id: string }

/** Changes to one source's known items in one run. */
export type ListenerChangesTable = ChangeBatch & { workspace_id: string; listener_id: string }
