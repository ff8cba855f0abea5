import type { Generated, JSONColumnType } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { AnswerFrequency, EngineId } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    answer_watches: AnswerWatchesTable
    answer_periods: AnswerPeriodsTable
    answer_runs: AnswerRunsTable
  }
}

export type StoredBrand = { name: string; aliases: string[]; domains: string[]; context: string[] }
export type StoredCompetitor = Omit<StoredBrand, 'context'>
export type StoredCitation = { url: string; title: string | null; domain: string }
export type StoredReading = {
  brand: string
  mentioned: boolean
  cited: boolean
  position: number | null
  quote: string | null
  spans: { start: number; end: number }[]
}

export type AnswerWatchesTable = {
  workspace_id: string
  id: string
  created_by: string | null
  brand: JSONColumnType<StoredBrand, string, string>
  competitors: JSONColumnType<StoredCompetitor[], string, string>
  prompts: string[]
  engines: EngineId[]
  country: string
  language: string
  /** For each prompt, engine and period. */
  runs: number
  frequency: AnswerFrequency
  budget_usd: number | null
  /** Paid and set aside for requests under way. */
  spent_usd: Generated<number>
  status: Generated<'active' | 'paused'>
  next_run_at: Date | null
  /** When a worker may lease it: the schedule, now, or the end of the current lease. */
  take_at: Date | null
  by_hand: Generated<boolean>
  running: Generated<boolean>
  /** Fencing token of leases. */
  attempt: Generated<number>
  tries: Generated<number>
  /** Finished ones. */
  periods: Generated<number>
  last_run_at: Date | null
  created_at: Generated<Date>
}

export type AnswerPeriodsTable = {
  workspace_id: string
  watch_id: string
  /** From 1. */
  no: number
  by_hand: boolean
  started_at: Generated<Date>
  finished_at: Date | null
  spent_usd: Generated<number>
}

/** `asking`: a paid request was sent and its answer isn’t stored yet. `not_shown`: the engine showed no answer. */
export type RunState = 'open' | 'asking' | 'done' | 'not_shown' | 'failed' | 'skipped' | 'budget'

export type AnswerRunsTable = {
  workspace_id: string
  watch_id: string
  id: string
  period: number
  /** Of the watch’s prompts, from 1. */
  prompt_no: number
  engine: EngineId
  run_no: number
  state: Generated<RunState>
  text: string | null
  citations: JSONColumnType<StoredCitation[], string | undefined, string>
  readings: JSONColumnType<StoredReading[], string | undefined, string>
  model: string | null
  cost_usd: number | null
  failure: JSONColumnType<Failure, string | null, string | null> | null
  at: Date | null
}
