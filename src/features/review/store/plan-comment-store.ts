import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { PlanCommentsTable } from './tables.ts'
import './tables.ts'

export type PlanCommentRow = Omit<PlanCommentsTable, 'created_at'> & { created_at: Date }

export const insertPlanComment = (db: Db, row: Omit<PlanCommentRow, 'created_at' | 'resolved_at' | 'resolver_name'>) =>
  db
    .insertInto('plan_comments')
    .values({ ...row, resolved_at: null, resolver_name: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findPlanComment = (db: Db, { workspaceId, id }: ResourceRef): Promise<PlanCommentRow | undefined> =>
  db
    .selectFrom('plan_comments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Across the workspaces that the caller can reach. */
export async function locatePlanComment(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('plan_comments')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

export async function countPlanComments(db: Db, plan: ResourceRef): Promise<number> {
  const { total } = await db
    .selectFrom('plan_comments')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .executeTakeFirstOrThrow()
  return Number(total)
}

type Filter = { item_id?: string | undefined; resolved?: boolean | undefined; page: number; limit: number }

/** A reply is about the item of its thread, and as resolved as it. Titles are those of now, for items that are still planned. */
export async function findPlanComments(
  db: Db,
  plan: ResourceRef,
  { item_id, resolved, page, limit }: Filter,
): Promise<{ rows: PlanCommentRow[]; total: number }> {
  const ofItem = item_id === undefined ? sql`true` : sql`coalesce(thread.item_id, c.item_id) = ${item_id}`
  const filtered =
    resolved === undefined
      ? sql`true`
      : resolved
        ? sql`coalesce(thread.resolved_at, c.resolved_at) is not null`
        : sql`coalesce(thread.resolved_at, c.resolved_at) is null`
  const from = sql`
    from plan_comments c
    left join plan_comments thread on thread.workspace_id = c.workspace_id and thread.id = c.parent_id
    where c.workspace_id = ${plan.workspaceId} and c.plan_id = ${plan.id} and ${ofItem} and ${filtered}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<PlanCommentRow>`
      select chosen.*, coalesce(i.title, chosen.item_title) as item_title from (
        select c.* ${from} order by c.created_at, c.id limit ${limit} offset ${(page - 1) * limit}) chosen
      left join plan_items i on i.workspace_id = chosen.workspace_id and i.plan_id = chosen.plan_id
        and i.id = chosen.item_id
      order by chosen.created_at, chosen.id`.execute(db),
    sql<{ total: string }>`select count(*) as total ${from}`.execute(db),
  ])
  return { rows, total: Number(counted[0]!.total) }
}

export const updatePlanCommentResolved = (db: Db, { workspaceId, id }: ResourceRef, by: string | null) =>
  db
    .updateTable('plan_comments')
    .set({ resolved_at: by === null ? null : sql<Date>`now()`, resolver_name: by })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** The title of an item. Null: the plan has no such item. */
export async function findItemTitle(db: Db, plan: ResourceRef, itemId: string): Promise<string | null> {
  const { rows } = await sql<{ title: string }>`
    select title from plan_items where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} and id = ${itemId}`.execute(
    db,
  )
  return rows[0]?.title ?? null
}

export async function findPlanName(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from content_plans where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.name ?? null
}

export async function findPlanCommentsForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select plan_id, item_id, item_title, id, parent_id, text, author_kind, author_name, created_at, resolved_at,
      resolver_name as resolved_by
    from plan_comments where workspace_id = ${workspaceId} order by created_at, id`.execute(db)
  return rows
}
