import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ActivityEntriesTable } from './tables.ts'
import './tables.ts'

export type NewEntry = Pick<
  ActivityEntriesTable,
  'workspace_id' | 'kind' | 'subject' | 'title' | 'actor_kind' | 'actor_id'
> &
  Partial<Omit<ActivityEntriesTable, 'id' | 'at'>>

export async function insertEntry(tx: Db, entry: NewEntry) {
  await tx
    .insertInto('activity_entries')
    .values({
      ...{ document_id: null, plan_id: null, post_id: null, actor_name: '', owner_id: null, due_on: null },
      ...{ version: null, state: null, text: null, destination: null, url: null },
      ...entry,
      id: randomUUIDv7(),
    })
    .execute()
}

export async function findDocumentTitle(db: Db, workspaceId: string, id: string): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select title from documents where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.title ?? ''
}

/** Whether a document is there, and stays until the transaction ends. A post may outlive its document. */
export async function holdDocument(tx: Db, workspaceId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from documents where workspace_id = ${workspaceId} and id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

export async function findPlanName(db: Db, workspaceId: string, id: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from content_plans where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.name ?? ''
}

export async function findEntriesForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select e.at, e.kind, e.subject, e.document_id, e.plan_id, e.post_id, e.title, e.actor_kind,
      coalesce(nullif(case when e.actor_kind <> 'api' then e.actor_name end, ''), u.email) as actor,
      nullif(case when e.actor_kind = 'api' then e.actor_name end, '') as key, o.email as owner, e.due_on, e.version, e.state, e.text, e.destination, e.url
    from activity_entries e
    left join users u on u.id = e.actor_id
    left join users o on o.id = e.owner_id
    where e.workspace_id = ${workspaceId} order by e.at, e.id`.execute(db)
  return rows
}

/** Returns the workspace of a document if it's one of `workspaceIds`, otherwise null. */
export async function locateDocument(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from documents where id = ${id} and workspace_id = any(${workspaceIds}::uuid[])`.execute(db)
  return rows[0]?.workspace_id ?? null
}
