import { sql } from 'kysely'
import type { Scope } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'

export type KeyRow = {
  id: string
  name: string
  scopes: Scope[]
  last4: string
  created_at: Date
  last_used_at: Date
  made_by: string
  active: boolean
}

/** Returns a workspace's keys, newest first, or only the one with `id`. */
export async function findKeys(db: Db, workspaceId: string, id: string | null = null): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select t.id, t.name, t.scopes, coalesce(t.last4, '') as last4, t.created_at, t.last_used_at, u.email as made_by,
      not u.disabled and exists (select 1 from members m where m.user_id = u.id and m.workspace_id = t.workspace_id) as active
    from access_tokens t join users u on u.id = t.user_id
    where t.kind = 'key' and t.workspace_id = ${workspaceId} and (${id}::uuid is null or t.id = ${id}::uuid)
    order by t.created_at desc, t.id desc`.execute(db)
  return rows
}

/** Returns the workspace of a key if it's one of `workspaceIds`, otherwise null. */
export async function findKeyWorkspace(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('access_tokens')
    .select('workspace_id')
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}
