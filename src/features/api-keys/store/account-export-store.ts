import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'

/** Returns the API keys a user created in all workspaces, oldest first, without secrets. */
export async function findUserKeys(db: Db, userId: string) {
  const { rows } = await sql`
    select id, workspace_id, name, scopes, last4, created_at, nullif(last_used_at, created_at) as last_used_at, expires_at
    from access_tokens where kind = 'key' and user_id = ${userId} order by created_at, id`.execute(db)
  return rows
}
