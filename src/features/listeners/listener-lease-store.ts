import { sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { ListenerRow } from './store.ts'
import './tables.ts'

/**
 * Leases of listeners, across workspaces. `take_at` is both the schedule and the lease's end, so that one index finds due
 * listeners and expired leases.
 */

/** A lease; `attempt` is its fencing token: a worker with an older one may not write. */
export type Lease = { workspaceId: string; id: string; attempt: number }

/** The query that leases due listeners; exported for the benchmark. */
export const leaseDueQuery = (limit: number, leaseSeconds: number) => sql<ListenerRow>`
  with due as materialized (
    select workspace_id, id from listeners
    where take_at <= now()
    order by take_at
    limit ${limit}
    for update skip locked
  )
  update listeners l
  set running = true, attempt = l.attempt + 1, tries = l.tries + 1,
    take_at = now() + make_interval(secs => ${leaseSeconds})
  from due
  where l.workspace_id = due.workspace_id and l.id = due.id
  returning l.*`

/** Leases due listeners, longest overdue first; two workers never lease the same one. */
export async function leaseDue(db: Db, limit: number, leaseSeconds: number): Promise<ListenerRow[]> {
  return (await leaseDueQuery(limit, leaseSeconds).execute(db)).rows
}

/** Renews leases (heartbeat). Skips locked rows, so that it never waits for a commit. */
export async function renewLeases(db: Db, leases: Lease[], leaseSeconds: number) {
  await sql`
    with mine as materialized (
      select l.workspace_id, l.id from listeners l
      join ${leaseRows(leases)} on l.workspace_id = held.workspace_id and l.id = held.id and l.attempt = held.attempt
      where l.running
      for update of l skip locked
    )
    update listeners l set take_at = now() + make_interval(secs => ${leaseSeconds})
    from mine where l.workspace_id = mine.workspace_id and l.id = mine.id`.execute(db)
}

/** Releases a lease, due again after `afterSeconds`. `tried` false doesn't count the attempt as a failure. */
export async function releaseLease(db: Db, leases: Lease, afterSeconds: number, tried: boolean) {
  await sql`
    update listeners
    set running = false, take_at = now() + make_interval(secs => ${afterSeconds}),
      tries = tries - ${tried ? 0 : 1}
    where workspace_id = ${leases.workspaceId} and id = ${leases.id} and attempt = ${leases.attempt} and running`.execute(
    db,
  )
}

/** Releases every lease. Only for the single process on a database, before it starts: all leases are from dead workers. */
export async function releaseAllLeases(db: Db) {
  await sql`update listeners set running = false, take_at = now() where running`.execute(db)
}

/**
 * Locks leased listeners and returns their rows by id, without those that were paused, deleted or leased by another worker
 * since. Locks in id order so two workers can't deadlock.
 */
export async function lockLeased(tx: Db, leases: Lease[]): Promise<Map<string, ListenerRow>> {
  const { rows } = await sql<ListenerRow>`
    select l.* from listeners l
    join ${leaseRows(leases)} on l.workspace_id = held.workspace_id and l.id = held.id and l.attempt = held.attempt
    where l.running
    order by l.workspace_id, l.id
    for update of l`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the ids of listeners whose lease is still valid. */
export async function findStillLeased(db: Db, leases: Lease[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from listeners l
    join ${leaseRows(leases)} on l.workspace_id = held.workspace_id and l.id = held.id and l.attempt = held.attempt
    where l.running`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const leaseRows = (leases: Lease[]) =>
  sql`unnest(${leases.map((one) => one.workspaceId)}::uuid[], ${leases.map((one) => one.id)}::uuid[],
    ${leases.map((one) => one.attempt)}::int[]) as held (workspace_id, id, attempt)`

/** Milliseconds until the next one is due; null when none is. */
export async function untilNextDue(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(take_at) - now()) * 1000)::float8 as ms from listeners where take_at is not null`.execute(
    db,
  )
  return rows[0]?.ms ?? null
}
