import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type ShareFacts = {
  id: string
  report_id: string
  sections: string[]
  title: string | null
  has_password: boolean
  expires_at: Date | null
  created_at: Date
}

export async function findShares(db: Db, workspaceId: string): Promise<ShareFacts[]> {
  const { rows } = await sql<ShareFacts>`
    select id, report_id, sections, title, password_hash is not null as has_password, expires_at, created_at from shares
    where workspace_id = ${workspaceId} order by created_at, id`.execute(db)
  return rows
}
