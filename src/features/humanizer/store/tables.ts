import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { Facts, RunStatus, Sentence, Strength, TextReading } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    humanizer_runs: HumanizerRunsTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>
type NullableJson<T extends object> = JSONColumnType<T, string | null, string | null> | null

export type HumanizerRunsTable = {
  workspace_id: string
  id: string
  document_id: string | null
  /** A `running` run with an expired lease belongs to a dead process. */
  status: RunStatus
  text: string
  word_count: number
  strength: Strength
  tone: string | null
  language: string
  frozen: Json<string[]>
  voice_id: string | null
  provider: string
  model: string
  prompt_version: string
  /** As the vendor reported; null when it didn't, or when no AI model was used. */
  input_tokens: number | null
  output_tokens: number | null
  reading_before: NullableJson<TextReading>
  reading_after: NullableJson<TextReading>
  sentences: Json<Sentence[]>
  /** Number of rewritten sentences; the credit is refunded at 0. */
  changed: Generated<number>
  facts: NullableJson<Facts>
  notice: string | null
  error: string | null
  failure: FailureColumn
  payer_id: string
  units: number
  units_period: Date
  units_returned: Generated<boolean>
  leased_until: Date | null
  started_by: string | null
  started_at: Generated<Date>
  ended_at: Date | null
}
