import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DestinationsTable } from './tables.ts'
import './tables.ts'

export type DestinationRow = Selectable<DestinationsTable>

export async function locateDestination(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('destinations')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The blog first, then in the order they were added. */
export const findDestinations = (db: Db, workspaceId: string): Promise<DestinationRow[]> =>
  db
    .selectFrom('destinations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`kind = 'blog'`, 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findDestination = (db: Db, { workspaceId, id }: ResourceRef): Promise<DestinationRow | undefined> =>
  db
    .selectFrom('destinations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Counts while others can’t add: the caller’s transaction holds the workspace’s row. */
export async function countDestinations(tx: Db, workspaceId: string): Promise<number> {
  await sql`select 1 from workspaces where id = ${workspaceId} for update`.execute(tx)
  const { total } = await tx
    .selectFrom('destinations')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return total
}

export const insertDestination = (tx: Db, row: Insertable<DestinationsTable>): Promise<DestinationRow> =>
  tx.insertInto('destinations').values(row).returningAll().executeTakeFirstOrThrow()

/** The workspace's own blog is always one of its destinations. */
export async function ensureBlog(tx: Db, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into destinations (workspace_id, id, kind, url, can, checked_at)
      select ${workspaceId}::uuid, ${randomUUIDv7()}::uuid, 'blog', '',
        '{"drafts": true, "publish": true, "media": true}'::jsonb, now()
      where not exists (select from destinations where workspace_id = ${workspaceId} and kind = 'blog')
      on conflict (workspace_id) where kind = 'blog' do nothing
      returning id
    )
    select id from added union all select id from destinations where workspace_id = ${workspaceId} and kind = 'blog'`.execute(
    tx,
  )
  return rows[0]?.id ?? ensureBlog(tx, workspaceId)
}

export async function updateDestination(
  tx: Db,
  { workspaceId, id }: ResourceRef,
  change: Updateable<DestinationsTable>,
): Promise<DestinationRow | undefined> {
  return tx
    .updateTable('destinations')
    .set(change)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export const deleteDestination = (tx: Db, { workspaceId, id }: ResourceRef): Promise<DestinationRow | undefined> =>
  tx
    .deleteFrom('destinations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('kind', '!=', 'blog')
    .returningAll()
    .executeTakeFirst()
