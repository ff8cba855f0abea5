import type { Generated } from 'kysely'

declare module '#platform/database/database.ts' {
  interface Tables {
    workspace_visits: WorkspaceVisitsTable
  }
}

export type WorkspaceVisitsTable = {
  workspace_id: string
  user_id: string
  /** When the visit before the latest one ended. Null during the first. */
  previous_at: Date | null
  seen_at: Generated<Date>
}
