import type { Generated, JSONColumnType } from 'kysely'
import type { Heading } from '#features/reports/contract.ts'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { Briefing, Citation, DocumentStatus, ModelProvider, Provenance, Score, TemplateName } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    documents: DocumentsTable
    document_versions: DocumentVersionsTable
    generations: GenerationsTable
    brand_voices: BrandVoicesTable
    workspace_models: WorkspaceModelsTable
    document_live_sessions: DocumentLiveSessionsTable
    document_live_updates: DocumentLiveUpdatesTable
    document_live_people: DocumentLivePeopleTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>
type NullableJson<T extends object> = JSONColumnType<T, string | null, string | null> | null

export type DocumentsTable = {
  workspace_id: string
  id: string
  created_by: string | null
  template: TemplateName
  title: string
  status: DocumentStatus
  briefing: Json<Briefing>
  report_id: string | null
  brand_voice_id: string | null
  model: string | null
  content_md: Generated<string>
  word_count: Generated<number>
  outline: Json<Heading[]>
  citations: Json<Citation[]>
  score: NullableJson<Score>
  provenance: NullableJson<Provenance>
  error: string | null
  failure: FailureColumn
  /** Kept when they leave the workspace, as those of plan items are. */
  owner_id: string | null
  due_on: string | null
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type DocumentVersionsTable = {
  workspace_id: string
  document_id: string
  version: number
  title: string
  content_md: string
  word_count: number
  outline: Json<Heading[]>
  citations: Json<Citation[]>
  cause: 'new' | 'update' | 'generation'
  by: string | null
  /** An API key saved it. */
  with_key: Generated<boolean>
  /** Its name. */
  key_name: string | null
  at: Generated<Date>
}

export type GenerationsTable = {
  workspace_id: string
  document_id: string
  id: string
  kind: 'document' | 'section' | 'continue' | 'more' | 'edit'
  /** A `running` generation whose lease expired belongs to a dead process. */
  status: 'running' | 'done' | 'cut' | 'failed'
  provider: string
  model: string
  prompt_version: string
  /** As reported by the vendor. Null if it wasn't. */
  input_tokens: number | null
  output_tokens: number | null
  /** Text of a variation or an edited passage. A document's own text is stored in the document. */
  output: string | null
  /** Share of the plan that is written, 0–1. */
  progress: Generated<number>
  /** Characters of text so far. At 0, the unit is refunded. */
  characters: Generated<number>
  error: string | null
  failure: FailureColumn
  payer_id: string
  units: number
  units_period: Date
  units_returned: Generated<boolean>
  leased_until: Date | null
  /** The batch item that owns it instead of a reader. */
  batch_item_id: Generated<string | null>
  started_by: string | null
  started_at: Generated<Date>
  ended_at: Date | null
}

export type BrandVoicesTable = {
  workspace_id: string
  id: string
  name: string
  samples: Json<string[]>
  traits: Json<string[]>
  word_count: number
  created_by: string | null
  created_at: Generated<Date>
}

export type WorkspaceModelsTable = {
  workspace_id: string
  provider: ModelProvider
  model: string
  /** Null: the provider's usual one. */
  embedding_model: string | null
  base_url: string | null
  /** Encrypted with the server's secret, for this workspace only. */
  sealed_key: string | null
  key_hint: string | null
  /** US dollars for a million tokens, as the workspace set them. */
  input_price: Generated<number | null>
  output_price: Generated<number | null>
  updated_by: string | null
  updated_at: Generated<Date>
}

/** A document that several people write in at a time. */
export type DocumentLiveSessionsTable = {
  workspace_id: string
  document_id: string
  /** Another session of the document has another one. */
  epoch: string
  /** The document's version, which only saving from the session changes. */
  version: number
  seq: Generated<number>
  /** The last update whose text is in the version. */
  saved_seq: Generated<number>
  /** The updates up to `state_seq` as one. */
  state: Buffer
  state_seq: Generated<number>
  /** Of the state and the updates after it. */
  bytes: number
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type DocumentLiveUpdatesTable = {
  workspace_id: string
  document_id: string
  seq: number
  data: Buffer
}

/** Editors that are open, and where their selection is. */
export type DocumentLivePeopleTable = {
  workspace_id: string
  document_id: string
  client: string
  user_id: string
  /** The connection that renews the lease. */
  stream: string
  /** The session they joined. */
  epoch: string | null
  anchor: Buffer | null
  head: Buffer | null
  came_at: Generated<Date>
  leased_until: Date
}
