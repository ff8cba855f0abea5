import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** In the order they were made; hidden ones too. */
export async function findReportIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
