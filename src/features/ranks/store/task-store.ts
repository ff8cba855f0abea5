import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Keywords of a run that wait in a vendor’s queue. */

export type RankTask = { no: number; text: string; tag: string; taskId: string | null; createdAt: Date }

export async function insertTasks(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  runNo: number,
  tasks: readonly { no: number; tag: string }[],
) {
  await sql`
    insert into rank_tasks (workspace_id, tracker_id, run_no, keyword_no, tag)
    select ${workspaceId}, ${id}, ${runNo}, n.*
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as n(no integer, tag uuid)
    on conflict do nothing`.execute(tx)
}

export async function findTasks(db: Db, { workspaceId, id }: ResourceRef, runNo: number): Promise<RankTask[]> {
  const { rows } = await sql<RankTask>`
    select t.keyword_no as no, k.text, t.tag, t.task_id as "taskId", t.created_at as "createdAt"
    from rank_tasks t
    join rank_keywords k on k.workspace_id = t.workspace_id and k.tracker_id = t.tracker_id and k.no = t.keyword_no
    where t.workspace_id = ${workspaceId} and t.tracker_id = ${id} and t.run_no = ${runNo} order by t.keyword_no`.execute(
    db,
  )
  return rows
}

export async function setTaskIds(
  db: Db,
  { workspaceId, id }: ResourceRef,
  runNo: number,
  ids: readonly { tag: string; id: string }[],
) {
  await sql`
    update rank_tasks t set task_id = n.id
    from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as n(tag uuid, id text)
    where t.workspace_id = ${workspaceId} and t.tracker_id = ${id} and t.run_no = ${runNo} and t.tag = n.tag`.execute(
    db,
  )
}

/** Tasks that the vendor took nothing for: their keywords are open again. */
export async function forgetTasks(
  db: Db,
  { workspaceId, id }: ResourceRef,
  runNo: number,
  keywords: readonly number[],
) {
  await sql`
    with gone as (
      delete from rank_tasks
      where workspace_id = ${workspaceId} and tracker_id = ${id} and run_no = ${runNo}
        and keyword_no = any(${keywords}::integer[])
      returning keyword_no
    )
    delete from rank_checks c using gone
    where c.workspace_id = ${workspaceId} and c.tracker_id = ${id} and c.run_no = ${runNo} and c.state = 'asking'
      and c.keyword_no = gone.keyword_no`.execute(db)
}

/** When a run ends, nothing of it waits any more. */
export async function deleteTasks(tx: Db, { workspaceId, id }: ResourceRef, runNo: number) {
  await sql`
    delete from rank_tasks where workspace_id = ${workspaceId} and tracker_id = ${id} and run_no <= ${runNo}`.execute(
    tx,
  )
}
