import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { PlanPermission } from '../contract-plans.ts'
import './tables.ts'

export type PlanLinkSettings = { may: PlanPermission; passwordHash: string | null; expiresAt: Date | null }

/** One link per plan: sharing again keeps the link and replaces its settings. */
export async function upsertPlanLink(db: Db, plan: ResourceRef, link: PlanLinkSettings & { id: string; by: string }) {
  const settings = { may: link.may, password_hash: link.passwordHash, expires_at: link.expiresAt }
  await db
    .insertInto('plan_review_links')
    .values({ workspace_id: plan.workspaceId, plan_id: plan.id, id: link.id, created_by: link.by, ...settings })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'plan_id']).doUpdateSet(settings))
    .execute()
}

export function findPlanLink(db: Db, plan: ResourceRef) {
  return db
    .selectFrom('plan_review_links')
    .selectAll()
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .executeTakeFirst()
}

/** Without a tenant: a guest only knows the link. The caller has verified its signature. */
export function findOpenPlanLinkById(db: Db, id: string) {
  return db
    .selectFrom('plan_review_links')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

export async function deletePlanLink(db: Db, plan: ResourceRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('plan_review_links')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function findPlanLinksForExport(db: Db, workspaceId: string) {
  const { rows } = await sql<object>`
    select plan_id, may, password_hash is not null as has_password, expires_at, created_at from plan_review_links
    where workspace_id = ${workspaceId} order by created_at, plan_id`.execute(db)
  return rows
}
