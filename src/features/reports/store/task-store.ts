import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { QueuedTask } from '#providers/search-data/port.ts'
import './tables.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'

/** Questions that wait in a vendor's queue. */

export type StoredTask = QueuedTask & { taskId: string | null; createdAt: Date }

export async function insertTasks(db: Db, report: ResourceRef, source: string, tasks: QueuedTask[]) {
  await sql`
    insert into report_tasks (workspace_id, report_id, source, tag, term)
    select ${report.workspaceId}, ${report.id}, ${source}, n.*
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as n(tag uuid, term text)`.execute(db)
}

export async function setTaskIds(db: Db, report: ResourceRef, ids: { tag: string; id: string }[]) {
  await sql`
    update report_tasks t set task_id = n.id
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as n(tag uuid, id text)
    where t.workspace_id = ${report.workspaceId} and t.report_id = ${report.id} and t.tag = n.tag`.execute(db)
}

export async function deleteTasks(db: Db, report: ResourceRef, tags: string[]) {
  await sql`
    delete from report_tasks
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} and tag = any(${tags}::uuid[])`.execute(db)
}

export async function findTasks(db: Db, report: ResourceRef, source: string): Promise<StoredTask[]> {
  const { rows } = await sql<{ tag: string; term: string; task_id: string | null; created_at: Date }>`
    select tag, term, task_id, created_at from report_tasks
    where workspace_id = ${report.workspaceId} and report_id = ${report.id} and source = ${source} order by tag`.execute(
    db,
  )
  return rows.map(({ task_id, created_at, ...task }) => ({ ...task, taskId: task_id, createdAt: created_at }))
}
