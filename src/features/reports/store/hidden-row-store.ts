import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ReportStatus } from '../contract.ts'
import { updateColumn } from './column-store.ts'
import './tables.ts'

/** Locks a report and returns its status; undefined when it doesn't exist. */
export async function lockReportStatus(tx: Tx, report: ResourceRef): Promise<ReportStatus | undefined> {
  const row = await tx
    .selectFrom('reports')
    .select('status')
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status
}

/** Hides rows or shows them again, in the report's columns too. Returns how many changed. */
export async function setRowsHidden(tx: Tx, report: ResourceRef, rowIds: readonly string[], hidden: boolean) {
  const { numUpdatedRows } = await tx
    .updateTable('report_rows')
    .set({ hidden })
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('hidden', '=', !hidden)
    .where(sql<boolean>`id = any(${[...rowIds]}::uuid[])`)
    .executeTakeFirstOrThrow()
  const changed = Number(numUpdatedRows)
  if (changed === 0) return 0
  // The attempt makes cached columns of rows outdated.
  const { attempt } = await tx
    .updateTable('reports')
    .set({ hidden_rows: sql`hidden_rows + ${hidden ? changed : -changed}::integer`, attempt: sql`attempt + 1` })
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .returning('attempt')
    .executeTakeFirstOrThrow()
  await updateColumn(tx, report, attempt, 'hidden')
  return changed
}
