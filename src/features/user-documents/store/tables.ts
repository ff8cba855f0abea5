import type { Generated, JSONColumnType } from 'kysely'

declare module '#platform/database/database.ts' {
  interface Tables {
    user_documents: UserDocumentsTable
    user_documents_gone: RemovedUserDocumentsTable
  }
}

export type UserDocumentsTable = {
  user_id: string
  /** Null: of the person alone. */
  workspace_id: string | null
  path: string
  version: number
  content: JSONColumnType<Record<string, unknown>, string, string>
  bytes: number
  /** Grows with every write of any document, also when a document is created again at the same path. */
  change: number
  updated_at: Generated<Date>
}

/** Removed, and not yet taken out of the mirror. */
export type RemovedUserDocumentsTable = {
  id: Generated<number>
  user_id: string
  workspace_id: string | null
  path: string
  gone_at: Generated<Date>
}
