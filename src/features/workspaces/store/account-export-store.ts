import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export async function findMemberships(db: Db, userId: string) {
  const { rows } = await sql`
    select w.id as workspace_id, w.name, m.role, m.created_at as since from members m join workspaces w on w.id = m.workspace_id
    where m.user_id = ${userId} order by m.created_at, w.id`.execute(db)
  return rows
}
