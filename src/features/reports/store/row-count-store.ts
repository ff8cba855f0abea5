import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export async function recountListUnits(tx: Db, workspaceId: string) {
  await sql`
    update reports t set units = greatest(t.units, n.count)
    from (select report_id, count(*)::int as count from report_rows where workspace_id = ${workspaceId} group by 1) n
    where t.workspace_id = ${workspaceId} and t.is_list and n.report_id = t.id`.execute(tx)
}
