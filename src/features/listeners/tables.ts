import type { Generated, JSONColumnType } from 'kysely'
import type { Frequency, ListenerStatus } from './contract.ts'
import type { SourceDigests, SourceReport } from './diff-run.ts'
import type { ChangeBatch, ItemBatch } from './replay-history.ts'

declare module '#platform/database.ts' {
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
  /** Null: all that can be asked when it runs. */
  wanted_sources: string[] | null
  frequency: Frequency
  include: string[]
  exclude: string[]
  notify_emails: string[]
  webhook: string | null
  sealed_secret: string
  rss: boolean
  /** What the feeds' addresses are made from: another one ends the old addresses. */
  feed_key: string
  status: ListenerStatus
  /** By the schedule; null while paused. */
  next_run_at: Date | null
  /** When a worker is to take it: by the schedule, at once, or when the lease of the one at work has run out. */
  take_at: Date | null
  /** Somebody asked for the run that is due. */
  by_hand: Generated<boolean>
  running: Generated<boolean>
  /** Counts takings. Only who holds the newest may close a run. */
  attempt: Generated<number>
  /** Takings since a run was last closed. */
  tries: Generated<number>
  run_count: Generated<number>
  /** Up to which run the counts are of phrases; runs of earlier versions counted each phrase once a source. */
  counted_runs: Generated<number>
  last_run_id: string | null
  last_run_at: Date | null
  new_count: Generated<number>
  heard_count: Generated<number>
  /** Sources that did not answer in full in the latest run. */
  failing: Generated<number>
  volatility: number | null
  /** Items added in each of the latest runs, oldest first. */
  sparkline: Generated<number[]>
  heard: JSONColumnType<SourceDigests, string | undefined, string>
  /** Paused because the plan has no room for it: how many it allows. */
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

/** What one source brought for the first time in one run: see history.ts for what the columns hold. */
export type ListenerItemsTable = ItemBatch & { workspace_id: string; listener_id: string }

/** What one run found of one source's known items. */
export type ListenerChangesTable = ChangeBatch & { workspace_id: string; listener_id: string }
