import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { ItemState, ListedPlan, Plan, PlanSource, PlanWeights } from '../contract.ts'
import { restTitle } from '../rules/rest-item.ts'
import './tables.ts'

/** Plans and the weights of a workspace. */

export type NewPlan = ResourceRef & {
  name: string
  sourceKind: PlanSource
  sourceId: string | null
  sourceLabel: string
  language: string
  createdBy: string
  keyName: string | null
}

export async function locatePlan(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('content_plans')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

const largePlan = 1000

export async function insertPlan(tx: Tx, plan: NewPlan) {
  const source = (kind: PlanSource) => (plan.sourceKind === kind ? plan.sourceId : null)
  await tx
    .insertInto('content_plans')
    .values({
      workspace_id: plan.workspaceId,
      id: plan.id,
      name: plan.name,
      source_kind: plan.sourceKind,
      report_id: source('report'),
      list_id: source('list'),
      import_id: source('import'),
      source_label: plan.sourceLabel,
      language: plan.language,
      keys_by_language: true,
      created_by: plan.createdBy,
      key_name: plan.keyName,
    })
    .execute()
}

type StateCounts = Partial<Record<ItemState, number>>

const selectPlans = (db: Db, workspaceId: string) =>
  db.selectFrom('content_plans as p').selectAll('p').where('p.workspace_id', '=', workspaceId)

const select = (db: Db, workspaceId: string) =>
  selectPlans(db, workspaceId).select(
    sql<StateCounts>`coalesce((select jsonb_object_agg(state, n) from (
      select state, count(*) as n from plan_items i where i.workspace_id = p.workspace_id and i.plan_id = p.id
      group by state) counted), '{}')`.as('states'),
  )

type PlanRecord = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

const noItems = { idea: 0, briefed: 0, drafting: 0, review: 0, published: 0, measured: 0, dropped: 0 }

const present = (row: PlanRecord): Plan => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  items: row.item_count,
  keywords: row.keyword_count,
  source: { kind: row.source_kind, id: row.report_id ?? row.list_id ?? row.import_id, label: row.source_label },
  language: row.language,
  states: { ...noItems, ...row.states },
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export async function findPlan(db: Db, { workspaceId, id }: ResourceRef): Promise<Plan | null> {
  const row = await select(db, workspaceId).where('p.id', '=', id).executeTakeFirst()
  return row ? present(row) : null
}

type Progress = Pick<ListedPlan, 'rest_keywords' | 'late' | 'next_due_on'> & {
  states: StateCounts
  pages: StateCounts
}

/** States of a plan's items, and how far its pages are, from one read of the items. `is_page` is the SQL of `isRestItem`. */
const progress = sql<Progress>`(
  select jsonb_build_object(
    'states', coalesce(jsonb_object_agg(state, items), '{}'),
    'pages', coalesce(jsonb_object_agg(state, pages) filter (where pages > 0), '{}'),
    'rest_keywords', coalesce(sum(rest_keywords), 0), 'late', coalesce(sum(late), 0), 'next_due_on', min(next_due_on))
  from (
    select i.state, count(*) as items, count(*) filter (where r.is_page) as pages,
      sum(i.keyword_count) filter (where not r.is_page) as rest_keywords,
      count(*) filter (where r.is_due and i.due_on < current_date) as late,
      min(i.due_on) filter (where r.is_due and i.due_on >= current_date) as next_due_on
    from plan_items i cross join lateral (select i.title <> ${restTitle} or i.url is not null as is_page) t
      cross join lateral (
        select t.is_page, t.is_page and i.state not in ('published', 'measured', 'dropped') as is_due) r
    where i.workspace_id = p.workspace_id and i.plan_id = p.id group by i.state) counted)`

/** One page of plans, last changed first, with how far their pages are. */
export async function findPlans(db: Db, workspaceId: string, { page, limit }: { page: number; limit: number }) {
  const rows = await selectPlans(db, workspaceId)
    .select(progress.as('progress'))
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const items = rows.map(
    ({ progress: { states, pages, ...due }, ...row }): ListedPlan => ({
      ...present({ ...row, states }),
      ...due,
      pages: { ...noItems, ...pages },
    }),
  )
  return { items, total: await countPlans(db, workspaceId) }
}

export async function findPlanName(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const row = await db
    .selectFrom('content_plans')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? null
}

export async function countPlans(db: Db, workspaceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('content_plans')
    .select(sql<number>`count(*)`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return total
}

export type LockedPlan = { version: number; language: string }

/** Locks the plan until the transaction ends, so that changes come one after the other. */
export async function lockPlan(tx: Tx, { workspaceId, id }: ResourceRef): Promise<LockedPlan | null> {
  const row = await tx
    .selectFrom('content_plans')
    .select(['version', 'language'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Counts a change: the next version, and how many items and keywords there are. */
export async function bumpPlan(tx: Tx, { workspaceId, id }: ResourceRef, name?: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update content_plans p set version = version + 1, updated_at = now(), name = coalesce(${name ?? null}, name),
      item_count = (select count(*) from plan_items where workspace_id = p.workspace_id and plan_id = p.id),
      keyword_count = (select count(*) from plan_keywords where workspace_id = p.workspace_id and plan_id = p.id)
    where workspace_id = ${workspaceId} and id = ${id} returning version`.execute(tx)
  return rows[0]!.version
}

/** Sets the counts of a new plan, which stays version 1. */
export async function countNewPlan(tx: Tx, { workspaceId, id }: ResourceRef, items: number) {
  // Without statistics of its rows the planner would join a large plan by nested loops.
  if (items > largePlan) await sql`analyze plan_items, plan_keywords, plan_links`.execute(tx)
  await sql`
    update content_plans p set
      item_count = (select count(*) from plan_items where workspace_id = p.workspace_id and plan_id = p.id),
      keyword_count = (select count(*) from plan_keywords where workspace_id = p.workspace_id and plan_id = p.id)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
}

/** Returns the name of the deleted plan; null when there was none. */
export async function deletePlan(tx: Tx, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const row = await tx
    .deleteFrom('content_plans')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function findWeights(db: Db, workspaceId: string): Promise<PlanWeights | null> {
  const row = await db
    .selectFrom('plan_weights')
    .select('weights')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.weights ?? null
}

export async function saveWeights(tx: Tx, workspaceId: string, weights: PlanWeights) {
  const values = { weights: JSON.stringify(weights) }
  await tx
    .insertInto('plan_weights')
    .values({ workspace_id: workspaceId, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute()
}

export async function findPlanVersion(db: Db, { workspaceId, id }: ResourceRef): Promise<number | null> {
  const row = await db
    .selectFrom('content_plans')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.version ?? null
}

/** Ids of plans, oldest first. */
export async function findPlanIds(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('content_plans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
