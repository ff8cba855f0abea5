import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { createLeases, type Lease } from '#platform/jobs/leases.ts'
import type { ListenerRow } from './store.ts'
import './tables.ts'

/** Leases of listeners; many are renewed and locked at a time. */
export const listenerLeases = createLeases<ListenerRow>('listeners')

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
