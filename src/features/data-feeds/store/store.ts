import { type Insertable, type Selectable, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DataFeedsTable } from './tables.ts'
import './tables.ts'

export type FeedRow = Selectable<DataFeedsTable>
export type ListedFeed = FeedRow & { made_by: string | null }

/** Null if there is one of the same table already. */
export async function insertFeed(tx: Db, row: Insertable<DataFeedsTable>): Promise<FeedRow | null> {
  const made = await tx
    .insertInto('data_feeds')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind', 'source_id', 'section']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** Newest first; the feed of one table if `of`. */
export async function findFeeds(
  db: Db,
  workspaceId: string,
  of?: Pick<FeedRow, 'kind' | 'source_id' | 'section'>,
): Promise<ListedFeed[]> {
  let query = db
    .selectFrom('data_feeds')
    .leftJoin('users', 'users.id', 'data_feeds.created_by')
    .selectAll('data_feeds')
    .select('users.email as made_by')
    .where('data_feeds.workspace_id', '=', workspaceId)
  if (of)
    query = query.where('kind', '=', of.kind).where('source_id', '=', of.source_id).where('section', '=', of.section)
  return query.orderBy('data_feeds.created_at', 'desc').orderBy('data_feeds.id', 'desc').execute()
}

/** Counts while others can’t add: the caller holds the workspace’s row. */
export async function countFeeds(tx: Db, workspaceId: string): Promise<number> {
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(tx)
  const { total } = await tx
    .selectFrom('data_feeds')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return total
}

/** By id alone: the token that names it is signed. */
export const findFeedByToken = (db: Db, id: string): Promise<FeedRow | undefined> =>
  db.selectFrom('data_feeds').selectAll().where('id', '=', id).executeTakeFirst()

export async function locateFeed(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('data_feeds')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export const deleteFeed = (tx: Db, { workspaceId, id }: ResourceRef): Promise<FeedRow | undefined> =>
  tx
    .deleteFrom('data_feeds')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** At most once a minute, since dashboards read often. */
export async function touchFeed(db: Db, { workspaceId, id }: ResourceRef): Promise<void> {
  await sql`
    update data_feeds set last_read_at = now()
    where workspace_id = ${workspaceId} and id = ${id}
      and (last_read_at is null or last_read_at < now() - interval '1 minute')`.execute(db)
}
