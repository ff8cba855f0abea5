import type { Generated, JSONColumnType } from 'kysely'
import type { Intent } from '#features/reports/rules/keywords/intent.ts'
import type { ItemRole, ItemState, LinkState, PlanSource, PlanWeights } from '../contract.ts'
import type { PlanBefore } from '../rules/plan-records.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    content_plans: ContentPlansTable
    plan_items: PlanItemsTable
    plan_keywords: PlanKeywordsTable
    plan_links: PlanLinksTable
    plan_changes: PlanChangesTable
    plan_weights: PlanWeightsTable
  }
}

export type ContentPlansTable = {
  workspace_id: string
  id: string
  name: string
  source_kind: PlanSource
  report_id: string | null
  list_id: string | null
  import_id: string | null
  source_label: string
  language: string
  /** False in plans of earlier versions, until the cleanup made the keys again. */
  keys_by_language: Generated<boolean>
  version: Generated<number>
  item_count: Generated<number>
  keyword_count: Generated<number>
  created_by: string | null
  /** Name of the API key it was created with. */
  key_name: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type PlanItemsTable = {
  workspace_id: string
  plan_id: string
  id: string
  title: string
  role: ItemRole
  parent_id: string | null
  intent: Intent | null
  url: string | null
  /** What makes two URLs the same page; see `urlKey`. */
  url_key: string | null
  state: Generated<ItemState>
  owner_id: string | null
  due_on: string | null
  document_id: string | null
  brief_id: string | null
  publication_id: string | null
  page_id: string | null
  position: number
  keyword_count: number
  volume: number | null
  volume_known: number
  difficulty: number | null
  /** Your own average rank, weighted by volume. Null if unknown. */
  own_position: number | null
  /** Priority by the workspace's weights, for sorting. */
  score: number | null
  /** When it first got each state. */
  history: JSONColumnType<Partial<Record<ItemState, string>>, string | undefined, string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The key makes each keyword one of exactly one item. */
export type PlanKeywordsTable = {
  workspace_id: string
  plan_id: string
  key: string
  item_id: string
  text: string
  volume: number | null
  volume_provider: string | null
  volume_as_of: Date | null
  difficulty: number | null
  /** Your own average rank. Null if unknown. */
  own_position: number | null
  intent: Intent | null
  /** A keyword of the source can’t be left out; one added by hand can. */
  from_source: Generated<boolean>
}

export type PlanLinksTable = {
  workspace_id: string
  plan_id: string
  from_id: string
  to_id: string
  anchor: string
  state: Generated<LinkState>
}

/** What a change replaced, so that it can be undone. */
export type PlanChangesTable = {
  workspace_id: string
  plan_id: string
  version: number
  before: JSONColumnType<PlanBefore, string, string>
  changed_by: string | null
  at: Generated<Date>
}

export type PlanWeightsTable = {
  workspace_id: string
  weights: JSONColumnType<PlanWeights, string, string>
  updated_at: Generated<Date>
}
