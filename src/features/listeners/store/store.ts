import { type Selectable, sql, type Updateable } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ListenersTable } from './tables.ts'
import './tables.ts'

export type ListenerRow = Selectable<ListenersTable>

export type NewListener = Pick<
  ListenersTable,
  | 'workspace_id'
  | 'id'
  | 'created_by'
  | 'keyword'
  | 'country'
  | 'language'
  | 'wanted_sources'
  | 'frequency'
  | 'include'
  | 'exclude'
  | 'notify_emails'
  | 'webhook'
  | 'sealed_secret'
  | 'rss'
  | 'feed_key'
> & { next_run_at: Date; take_at: Date }

export async function insertListener(tx: Db, listener: NewListener): Promise<ListenerRow> {
  return tx
    .insertInto('listeners')
    .values({ ...listener, status: 'active', last_run_id: null, last_run_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the workspace of a listener if it's one of these. */
export async function locateListener(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('listeners')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

const one = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('listeners').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

export const findListener = (db: Db, ref: ResourceRef) => one(db, ref).executeTakeFirst()

export const lockListener = (tx: Db, ref: ResourceRef) => one(tx, ref).forUpdate().executeTakeFirst()

/** Finds a listener without its workspace: the token's signature was verified by the caller. */
export const findListenerByFeed = (db: Db, feedKey: string) =>
  db.selectFrom('listeners').selectAll().where('feed_key', '=', feedKey).where('rss', '=', true).executeTakeFirst()

/** Left out: every country or language. */
export type ListenerLocale = { country?: string; language?: string }

const inWorkspace = (db: Db, workspaceId: string, { country, language }: ListenerLocale) =>
  db
    .selectFrom('listeners')
    .where('workspace_id', '=', workspaceId)
    .$if(country !== undefined, (query) => query.where('country', '=', country!))
    .$if(language !== undefined, (query) => query.where('language', '=', language!))

/** What each listener of the workspace tracks. */
export const findTopics = (db: Db, workspaceId: string, locale: ListenerLocale) =>
  inWorkspace(db, workspaceId, locale).select(['id', 'keyword', 'language']).execute()

/** @param query `ids`: only these of them */
export async function findListeners(
  db: Db,
  workspaceId: string,
  query: ListenerLocale & { page: number; limit: number; ids?: string[] },
) {
  const { page, limit, ids } = query
  if (ids?.length === 0) return { items: [], total: 0 }
  const found = inWorkspace(db, workspaceId, query).$if(ids !== undefined, (all) => all.where('id', 'in', ids!))
  const items = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

export async function updateListener(
  tx: Db,
  ref: ResourceRef,
  values: Updateable<ListenersTable>,
): Promise<ListenerRow> {
  return tx
    .updateTable('listeners')
    .set(values)
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the deleted listener's status; null when it didn't exist. */
export async function deleteListener(tx: Db, ref: ResourceRef) {
  const row = await tx
    .deleteFrom('listeners')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .returning('status')
    .executeTakeFirst()
  return row?.status ?? null
}

/** Removes a recipient from every listener of a workspace. */
export async function removeAddress(db: Db, workspaceId: string, email: string) {
  await sql`
    update listeners set notify_emails = array_remove(notify_emails, ${email})
    where workspace_id = ${workspaceId} and ${email} = any(notify_emails)`.execute(db)
}

/** Counts the workspace's active listeners. */
export async function countActive(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('listeners')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow()
  return count
}

/** Sums the new phrases of the latest runs of a workspace's listeners. */
export async function sumNew(db: Db, workspaceId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('listeners')
    .select(sql<number>`coalesce(sum(new_count), 0)::int`.as('sum'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return sum
}

/** Returns listeners, across workspaces, that still need a recount. */
export async function findUncounted(db: Db, limit: number): Promise<ResourceRef[]> {
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from listeners where counted_runs < run_count limit ${limit}`.execute(db)
  return rows.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, id }))
}

/** Pauses all listeners of a workspace that's being deleted. */
export async function releaseAll(tx: Db, workspaceId: string) {
  await sql`
    update listeners set status = 'paused', paused_limit = null, next_run_at = null, take_at = null, running = false, attempt = attempt + 1
    where workspace_id = ${workspaceId} and (status = 'active' or paused_limit is not null)`.execute(tx)
}
