import type { Generated } from 'kysely'

declare module '#platform/database.ts' {
  interface Tables {
    shares: SharesTable
  }
}

export type SharesTable = {
  workspace_id: string
  report_id: string
  id: string
  sections: string[]
  password_hash: string | null
  expires_at: Date | null
  created_by: string | null
  created_at: Generated<Date>
}
