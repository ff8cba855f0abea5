import type { Generated, JSONColumnType } from 'kysely'
import type { StoredSections } from '#features/ai-content/rules/generation/stored-sections.ts'
import type { FailureColumn } from '#platform/stored-error.ts'
import type {
  BatchChecks,
  BatchEstimate,
  BatchItemInput,
  BatchItemStatus,
  BatchPrice,
  BatchStatus,
  ChainStep,
  ItemStep,
  PauseReason,
} from '../contract.ts'
import type { BatchOverlap } from '../rules/batch-records.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    writing_batches: WritingBatchesTable
    writing_batch_items: WritingBatchItemsTable
    writing_batch_calls: WritingBatchCallsTable
    model_pacing: ModelPacingTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>
type NullableJson<T extends object> = JSONColumnType<T, string | null, string | null> | null

/** Money is in billionths of a US dollar, so that sums are exact. */
export type WritingBatchesTable = {
  workspace_id: string
  id: string
  name: string
  status: Generated<BatchStatus>
  reason: PauseReason | null
  chain: ChainStep[]
  options: Json<BatchOptions>
  provider: string
  model: string
  /** Which requests share a rate limit: all of one model with one key. */
  model_key: string
  price: NullableJson<BatchPrice>
  estimate: Json<BatchEstimate>
  budget_nano: number | null
  spent_nano: Generated<number>
  reserved_nano: Generated<number>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  overlap_pairs: Json<BatchOverlap[]>
  error: string | null
  failure: FailureColumn
  created_by: string | null
  created_at: Generated<Date>
  started_at: Date | null
  finished_at: Date | null
}

export type BatchOptions = { model: string | null; strength: 'light' | 'balanced' | 'strong' }

/** What a text's sections brought besides the text, which is stored in its document; or rewritten parts. */
export type BatchDraft = {
  stored?: StoredSections
  parts?: string[]
  /** Heading of the section at work. */
  section?: string | null
}

export type WritingBatchItemsTable = {
  workspace_id: string
  batch_id: string
  id: string
  position: number
  title: string
  plan_id: string | null
  plan_item_id: string | null
  input: Json<BatchItemInput>
  document_id: string | null
  brief_id: string | null
  status: Generated<BatchItemStatus>
  /** The step at work or next; null when all are done. */
  step: ItemStep | null
  /** The running generation of the step. */
  generation_id: string | null
  /** Version of the step's document as the batch saved it last, while no generation is open. */
  document_version: number | null
  sections_done: Generated<number>
  sections: number | null
  draft: NullableJson<BatchDraft>
  words: number | null
  score: number | null
  spent_nano: Generated<number>
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  checks: NullableJson<BatchChecks>
  error: string | null
  failure: FailureColumn
  payer_id: string
  units_period: Date
  /** Credits reserved for steps that aren't done. */
  ai_held: Generated<number>
  humanizer_held: Generated<number>
  ai_used: Generated<number>
  humanizer_used: Generated<number>
  /** Names one claim of the item: a worker that lost its lease can't store anything more. */
  lease: string | null
  leased_until: Date | null
  /** How often a step was begun again after a failure that may pass. */
  attempts: Generated<number>
  run_after: Date | null
  updated_at: Generated<Date>
  finished_at: Date | null
}

/** Each request to a model: what it may cost until its vendor reports what it cost. */
export type WritingBatchCallsTable = {
  workspace_id: string
  batch_id: string
  item_id: string
  id: string
  lease: string
  step: ItemStep
  /** `lost`: what it used isn't known, so all that was reserved counts as spent. */
  state: Generated<'open' | 'settled' | 'lost'>
  reserved_nano: number
  cost_nano: number | null
  input_tokens: number | null
  output_tokens: number | null
  started_at: Generated<Date>
  ended_at: Date | null
}

/** The rate limit of a model, shared by all workers. */
export type ModelPacingTable = {
  key: string
  paused_until: Generated<Date>
  /** Refusals since the last answer. */
  strikes: Generated<number>
  /** When the next request may start. */
  next_at: Generated<Date>
}
