import type { Generated } from 'kysely'
import type { ActivityKind, ActorKind } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    activity_entries: ActivityEntriesTable
  }
}

/** What no other table keeps. */
export type ActivityEntriesTable = {
  workspace_id: string
  id: string
  at: Generated<Date>
  kind: ActivityKind
  subject: 'document' | 'plan' | 'post'
  document_id: string | null
  plan_id: string | null
  post_id: string | null
  /** As it was then. */
  title: string
  actor_kind: ActorKind
  actor_id: string | null
  /** Of guests, and of the API key where `actor_kind` is api. */
  actor_name: string
  owner_id: string | null
  due_on: string | null
  version: number | null
  state: string | null
  text: string | null
  destination: string | null
  url: string | null
}
