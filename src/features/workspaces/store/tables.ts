import type { Generated } from 'kysely'
import type { Role } from '#kit/endpoint.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    workspaces: WorkspacesTable
    members: MembersTable
  }
}

export type WorkspacesTable = {
  id: string
  owner_id: string
  name: string
  color: string
  /** Only approved documents are published. */
  require_approval: Generated<boolean>
  created_at: Generated<Date>
}

export type MembersTable = {
  workspace_id: string
  id: Generated<string>
  user_id: string
  role: Role
  created_at: Generated<Date>
}
