import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A lease on a row; `attempt` is its fencing token: a worker with an older one may not write. */
export type Lease = { workspaceId: string; id: string; attempt: number }

/** What a table of leased rows has. `take_at` is both the schedule and the lease's end, so that one index finds both. */
export type LeasedRow = { workspace_id: string; id: string; attempt: number; tries: number }

export type Leases<Row extends LeasedRow> = ReturnType<typeof createLeases<Row>>

export const toLease = ({ workspace_id, id, attempt }: LeasedRow): Lease => ({ workspaceId: workspace_id, id, attempt })

/** Leases of a table's rows, across workspaces. */
export function createLeases<Row extends LeasedRow>(name: string) {
  const table = sql.table(name)

  /** The query that leases due rows; benchmarks explain it. */
  const leaseDueQuery = (limit: number, leaseSeconds: number) => sql<Row>`
    with due as materialized (
      select workspace_id, id from ${table}
      where take_at <= now() order by take_at limit ${limit} for update skip locked
    )
    update ${table} t
    set running = true, attempt = t.attempt + 1, tries = t.tries + 1,
      take_at = now() + make_interval(secs => ${leaseSeconds})
    from due where t.workspace_id = due.workspace_id and t.id = due.id
    returning t.*`

  const isHeld = ({ workspaceId, id, attempt }: Lease): RawBuilder<SqlBool> =>
    sql<SqlBool>`workspace_id = ${workspaceId} and id = ${id} and attempt = ${attempt} and running`

  return {
    leaseDueQuery,
    /** A condition: this worker still has the lease. */
    isHeld,

    /** Leases due rows, longest overdue first; two workers never lease the same one. */
    leaseDue: async (db: Db, limit: number, leaseSeconds: number): Promise<Row[]> =>
      (await leaseDueQuery(limit, leaseSeconds).execute(db)).rows,

    /** Renews a lease (heartbeat). False when it's lost. */
    async renew(db: Db, lease: Lease, leaseSeconds: number): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update ${table} set take_at = now() + make_interval(secs => ${leaseSeconds}) where ${isHeld(lease)}`.execute(db)
      return numAffectedRows === 1n
    },

    /** Gives a lease back; the row is due again after so long. `tried` false doesn't count as a failed attempt. */
    async release(db: Db, lease: Lease, afterSeconds: number, tried: boolean) {
      await sql`
        update ${table}
        set running = false, take_at = now() + make_interval(secs => ${afterSeconds}), tries = tries - ${tried ? 0 : 1}
        where ${isHeld(lease)}`.execute(db)
    },

    /** Only for the single process on a database, before it starts: all leases are of dead workers. */
    async releaseAll(db: Db) {
      await sql`update ${table} set running = false, take_at = now() where running`.execute(db)
    },

    /** Milliseconds until the next row is due; null when none is. */
    async untilNextDue(db: Db): Promise<number | null> {
      const { rows } = await sql<{ ms: number | null }>`
        select (extract(epoch from min(take_at) - now()) * 1000)::float8 as ms
        from ${table} where take_at is not null`.execute(db)
      return rows[0]?.ms ?? null
    },
  }
}

/** Leases of rows that run again and again until they're paused. `counter` is the column that counts finished runs. */
export function createScheduledLeases<Row extends LeasedRow>(name: string, counter: string) {
  const leases = createLeases<Row>(name)
  const count = sql.ref(counter)
  return {
    ...leases,
    /** Ends a finished run's lease. False when it's lost. */
    async finish(tx: Db, lease: Lease, next: Date, at: Date): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update ${sql.table(name)}
        set running = false, by_hand = false, tries = 0, ${count} = ${count} + 1, last_run_at = ${at},
          next_run_at = case when status = 'active' then ${next}::timestamptz end,
          take_at = case when status = 'active' then ${next}::timestamptz end
        where ${leases.isHeld(lease)}`.execute(tx)
      return numAffectedRows === 1n
    },
  }
}

export type ScheduledLeases<Row extends LeasedRow> = ReturnType<typeof createScheduledLeases<Row>>
