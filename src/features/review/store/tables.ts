import type { Generated } from 'kysely'
import type { Permission } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    review_links: ReviewLinksTable
  }
}

export type ReviewLinksTable = {
  workspace_id: string
  document_id: string
  /** In the token, with a signature. */
  id: string
  may: Permission
  password_hash: string | null
  expires_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}
