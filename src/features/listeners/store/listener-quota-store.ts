import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import '#features/plans/store/tables.ts'
import '#features/workspaces/store/tables.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { ListenerRow } from './store.ts'
import './tables.ts'

/** Listeners of all workspaces a user owns: the owner's plan pays for all of them. */

export type OwnedListener = Pick<
  ListenerRow,
  'workspace_id' | 'id' | 'keyword' | 'frequency' | 'status' | 'paused_limit' | 'created_at'
>

/** Counts active listeners, and those paused under a different plan limit. */
export async function countOwned(db: Db, userId: string, allowance: number) {
  const { rows } = await sql<{ active: number; waiting: number }>`
    select count(*) filter (where l.status = 'active') as active,
      count(*) filter (where l.paused_limit <> ${allowance}) as waiting
    from workspaces w join listeners l on l.workspace_id = w.id where w.owner_id = ${userId}`.execute(db)
  return rows[0]!
}

/** Locks in the same order as `lockLeased`, so that the two can't deadlock. */
export async function lockOwned(tx: Db, userId: string): Promise<OwnedListener[]> {
  const { rows } = await sql<OwnedListener>`
    select l.workspace_id, l.id, l.keyword, l.frequency, l.status, l.paused_limit, l.created_at
    from workspaces w join listeners l on l.workspace_id = w.id
    where w.owner_id = ${userId} and (l.status = 'active' or l.paused_limit is not null)
    order by l.workspace_id, l.id for update of l`.execute(tx)
  return rows
}

export async function pauseListeners(tx: Db, refs: ResourceRef[], allowance: number) {
  await sql`
    update listeners l set status = 'paused', paused_limit = ${allowance}, next_run_at = null, take_at = null,
      by_hand = false, running = false, attempt = l.attempt + 1
    from ${toRows(refs)} as those (workspace_id, id)
    where l.workspace_id = those.workspace_id and l.id = those.id`.execute(tx)
}

export async function resumeListeners(tx: Db, refs: (ResourceRef & { next: Date })[]) {
  await sql`
    update listeners l set status = 'active', paused_limit = null, next_run_at = those.next,
      take_at = case when l.run_count = 0 then now() else those.next end
    from unnest(${refs.map((one) => one.workspaceId)}::uuid[], ${refs.map((one) => one.id)}::uuid[],
      ${refs.map((one) => one.next)}::timestamptz[]) as those (workspace_id, id, next)
    where l.workspace_id = those.workspace_id and l.id = those.id`.execute(tx)
}

/** Stores the current limit on listeners that stay paused. */
export async function updatePausedLimit(tx: Db, refs: ResourceRef[], allowance: number) {
  await sql`
    update listeners l set paused_limit = ${allowance} from ${toRows(refs)} as those (workspace_id, id)
    where l.workspace_id = those.workspace_id and l.id = those.id`.execute(tx)
}

const toRows = (refs: ResourceRef[]) =>
  sql`unnest(${refs.map((one) => one.workspaceId)}::uuid[], ${refs.map((one) => one.id)}::uuid[])`

/** Returns owners, across all users, whose paused listeners were paused under a different plan limit. */
export async function findOwnersWithNewLimit(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct w.owner_id as user_id
    from listeners l
    join workspaces w on w.id = l.workspace_id
    join user_plans up on up.user_id = w.owner_id
    join plans p on p.name = up.plan
    where l.paused_limit is not null and l.paused_limit <> (p.allowances->>'search_listener')::bigint
    limit ${limit}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
