import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { PlanBefore } from '../rules/plan-records.ts'
import './tables.ts'

/** So many changes can be looked back at; only the latest can be undone. */
const maxChanges = 20

export async function insertChange(
  tx: Tx,
  plan: ResourceRef,
  { version, before, userId }: { version: number; before: PlanBefore; userId: string | null },
) {
  await tx
    .insertInto('plan_changes')
    .values({
      workspace_id: plan.workspaceId,
      plan_id: plan.id,
      version,
      before: JSON.stringify(before),
      changed_by: userId,
    })
    .execute()
  await tx
    .deleteFrom('plan_changes')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where('version', '<=', version - maxChanges)
    .execute()
}

/** What the change that made this version replaced; null when it can't be undone. */
export async function findChange(tx: Tx, plan: ResourceRef, version: number): Promise<PlanBefore | null> {
  const row = await tx
    .selectFrom('plan_changes')
    .select('before')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.before ?? null
}

export type PlanChange = { version: number; changed_by: string | null; ids: string[] }

/** The changes after a version, with the ids of the items that each changed, added or removed. Older ones may be forgotten. */
export async function findChangesSince(db: Db, plan: ResourceRef, version: number): Promise<PlanChange[]> {
  const { rows } = await sql<PlanChange>`
    select version, changed_by,
      jsonb_path_query_array(before, '$.items[*].id') || coalesce(before->'added', '[]') as ids
    from plan_changes
    where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} and version > ${version} order by version`.execute(
    db,
  )
  return rows
}

/** Ids of documents and members that still exist: a restored item may name ones that were removed since. */
export async function findExisting(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from documents where workspace_id = ${workspaceId} and id = any(${[...ids]}::uuid[])
    union select user_id from members where workspace_id = ${workspaceId} and user_id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}
