import type { Db } from '#platform/database.ts'
import './tables.ts'

/** In the order they were made. */
export async function findImportIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
