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
  // Counted again rather than added to: where rows are on another server, a change may have been committed there alone.
  const { count } = await tx
    .selectFrom('report_rows')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('hidden', '=', true)
    .executeTakeFirstOrThrow()
  // The attempt makes cached columns of rows outdated.
  const updated = await tx
    .updateTable('reports')
    .set({ hidden_rows: count, attempt: sql`attempt + 1` })
    .where('workspace_id', '=', report.workspaceId)
    .where('id', '=', report.id)
    .where(sql<boolean>`(${changed} > 0 or hidden_rows <> ${count})`)
    .returning('attempt')
    .executeTakeFirst()
  if (updated) await updateColumn(tx, report, updated.attempt, 'hidden')
  return changed
}
