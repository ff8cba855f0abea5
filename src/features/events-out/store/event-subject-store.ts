import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import '#features/content-plan/store/tables.ts'
import '#features/reports/store/tables.ts'

/** What events are about, read in the transaction that they happen in. */

/** `keywords`: rows that nobody hid. */
export async function findReport(
  tx: Db,
  { workspaceId, id }: ResourceRef,
): Promise<{ query: string; keywords: number }> {
  const row = await tx
    .selectFrom('reports')
    .select(['query', 'row_count', 'hidden_rows'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { query: row.query, keywords: row.row_count - row.hidden_rows } : { query: '', keywords: 0 }
}

export async function findItemTitles(tx: Db, workspaceId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('plan_items')
    .select(['id', 'title'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
