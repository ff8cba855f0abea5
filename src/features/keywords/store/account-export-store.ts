import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Returns import ids, oldest first. */
export async function findImportIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns lists that weren't removed, oldest first. */
export async function findListIds(db: Db, workspaceId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('keyword_lists')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}
