import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import { storable } from '#platform/sanitize-text.ts'
import type { KeywordView } from '../contract.ts'
import './tables.ts'

/** Saved views of keyword tables. */

export type ViewContent = Pick<KeywordView, 'name' | 'filter' | 'sort' | 'columns'>

const select = (db: Db, workspaceId: string) =>
  db
    .selectFrom('keyword_views')
    .select(['id', 'workspace_id', 'name', 'filter', 'sort', 'columns', 'created_at', 'updated_at'])
    .where('workspace_id', '=', workspaceId)

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const present = ({ id, created_at, updated_at, ...view }: Found): KeywordView => ({
  _id: id,
  ...view,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

export async function locateView(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('keyword_views')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export async function findViews(db: Db, workspaceId: string): Promise<KeywordView[]> {
  const rows = await select(db, workspaceId).orderBy(sql`lower(name)`).orderBy('id').execute()
  return rows.map(present)
}

export async function findView(db: Db, { workspaceId, id }: ResourceRef): Promise<KeywordView | null> {
  const row = await select(db, workspaceId).where('id', '=', id).executeTakeFirst()
  return row ? present(row) : null
}

export async function hasViewNamed(db: Db, workspaceId: string, name: string, besides: string | null) {
  const found = await db
    .selectFrom('keyword_views')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .$if(besides !== null, (query) => query.where('id', '!=', besides!))
    .executeTakeFirst()
  return found !== undefined
}

const toColumns = ({ name, filter, sort, columns }: ViewContent) => ({
  name: storable(name),
  filter: JSON.stringify(storable(filter)),
  sort: sort === null ? null : storable(sort),
  columns: columns && storable(columns),
})

export async function insertView(tx: Tx, view: ResourceRef & { createdBy: string }, content: ViewContent) {
  await tx
    .insertInto('keyword_views')
    .values({ workspace_id: view.workspaceId, id: view.id, created_by: view.createdBy, ...toColumns(content) })
    .execute()
}

export async function updateView(tx: Tx, { workspaceId, id }: ResourceRef, content: ViewContent) {
  await tx
    .updateTable('keyword_views')
    .set({ ...toColumns(content), updated_at: new Date() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteView(db: Db, { workspaceId, id }: ResourceRef) {
  await db.deleteFrom('keyword_views').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}

/** Serializes changes of a workspace's views, so that two can't take one name. */
export const lockViews = (tx: Tx, workspaceId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('keyword_views'), hashtext(${workspaceId}))`.execute(tx)
