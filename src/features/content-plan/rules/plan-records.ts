import type { Intent } from '#features/reports/rules/keywords/intent.ts'
import type { ItemRole, ItemState, LinkState } from '../contract.ts'

/** An item's row. Field names are the columns' names: the database writes and reads it as JSON. */
export type ItemRecord = {
  id: string
  title: string
  role: ItemRole
  parent_id: string | null
  intent: Intent | null
  url: string | null
  url_key: string | null
  state: ItemState
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
  own_position: number | null
  score: number | null
  history: Partial<Record<ItemState, string>>
  updated_at: string
}

export type KeywordRecord = {
  key: string
  item_id: string
  text: string
  volume: number | null
  volume_provider: string | null
  volume_as_of: string | null
  difficulty: number | null
  own_position: number | null
  intent: Intent | null
  from_source: boolean
}

export type LinkRecord = { from_id: string; to_id: string; anchor: string; state: LinkState }

/** What a plan was before a change. */
export type PlanBefore = {
  name: string | null
  /** Items as they were, among them those removed. */
  items: ItemRecord[]
  /** Ids of items that the change added. */
  added: string[]
  /** Keywords as they were. */
  keywords: KeywordRecord[]
  /** Keys that the change added. */
  addedKeys: string[]
  /** Links as they were, of `linkedItems`. */
  links: LinkRecord[]
  /** Ids of items whose links changed, or all. */
  linkedItems: string[] | 'all'
}
