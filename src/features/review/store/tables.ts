import type { Generated, JSONColumnType } from 'kysely'
import type { Permission } from '../contract.ts'
import type { Mention } from '../contract-comments.ts'
import type { PlanPermission } from '../contract-plans.ts'
import type { ReviewStateName } from '../contract-state.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    review_links: ReviewLinksTable
    document_comments: DocumentCommentsTable
    document_reviews: DocumentReviewsTable
    document_proposals: DocumentProposalsTable
    document_suggestions: DocumentSuggestionsTable
    plan_review_links: PlanReviewLinksTable
    plan_comments: PlanCommentsTable
  }
}

export type ReviewLinksTable = {
  workspace_id: string
  document_id: string
  /** In the token, with a signature. */
  id: string
  may: Permission
  /** Whether guests see the document's brief. */
  shows_brief: Generated<boolean>
  password_hash: string | null
  expires_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

/** Members who are mentioned, with their names as they were then. */
type MentionsColumn = JSONColumnType<Mention[], string, string>

export type DocumentCommentsTable = {
  workspace_id: string
  id: string
  document_id: string
  /** Null: it starts a thread. Replies have no replies of their own. */
  parent_id: string | null
  /** The passage as it was, with what stood before and after it. Empty: all of the document. */
  quote: string
  prefix: string
  suffix: string
  text: string
  mentions: MentionsColumn
  author_kind: 'member' | 'guest'
  author_id: string | null
  author_name: string
  /** Name of the API key that the member wrote it with. */
  key_name: string | null
  /** Of threads. */
  resolved_at: Date | null
  resolver_name: string | null
  created_at: Generated<Date>
}

export type DocumentReviewsTable = {
  workspace_id: string
  document_id: string
  state: ReviewStateName
  /** Of the document, which it's about. */
  version: number
  by_kind: 'member' | 'guest'
  by_id: string | null
  by_name: string
  note: string
  at: Generated<Date>
}

/** A text that a guest made of a document. */
export type DocumentProposalsTable = {
  workspace_id: string
  id: string
  document_id: string
  /** The review link it came by, which may be gone. Null in imported workspaces. */
  link_id: string | null
  base_version: number
  /** The text they started from. Empty once all suggestions are decided on. */
  base_md: string
  author_name: string
  created_at: Generated<Date>
}

/** A change of the text that a guest started from. */
export type DocumentSuggestionsTable = {
  workspace_id: string
  id: string
  proposal_id: string
  /** UTF-16 units from the start of `base_md`. */
  start_at: number
  end_at: number
  before: string
  after: string
  state: Generated<'open' | 'accepted' | 'rejected'>
  decided_by: string | null
  /** Name of the API key it was decided with. */
  key_name: string | null
  decided_at: Date | null
}

export type PlanReviewLinksTable = {
  workspace_id: string
  plan_id: string
  /** In the token, with a signature. */
  id: string
  may: PlanPermission
  password_hash: string | null
  expires_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

export type PlanCommentsTable = {
  workspace_id: string
  id: string
  plan_id: string
  /** Null: all of the plan, or the item was removed. */
  item_id: string | null
  /** As it was then. Empty: all of the plan, and in replies. */
  item_title: string
  /** Null: it starts a thread. Replies have no replies of their own. */
  parent_id: string | null
  text: string
  mentions: MentionsColumn
  author_kind: 'member' | 'guest'
  author_id: string | null
  author_name: string
  /** Name of the API key that the member wrote it with. */
  key_name: string | null
  /** Of threads. */
  resolved_at: Date | null
  resolver_name: string | null
  created_at: Generated<Date>
}
