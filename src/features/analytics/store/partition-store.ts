import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import './tables.ts'

const lockTimeout = '3s'

const monthStart = (of: Date, shift: number) => new Date(Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + shift, 1))
const toName = (month: Date) => `events_${month.getUTCFullYear()}_${String(month.getUTCMonth() + 1).padStart(2, '0')}`

async function partitions(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relname = 'events' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Creates missing partitions for this month and the next ones. Safe to run concurrently. It needs a brief table lock; with a lock
 * timeout, so that a long query can't block incoming events behind it.
 */
export async function makePartitions(db: Database, monthsAhead: number, now = new Date()) {
  const there = new Set(await partitions(db))
  for (let shift = 0; shift <= monthsAhead; shift++) {
    const [from, to] = [monthStart(now, shift), monthStart(now, shift + 1)]
    if (there.has(toName(from))) continue
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('earshot events partitions'))`.execute(tx)
      await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx)
      await sql`create table if not exists ${sql.table(toName(from))} partition of events
        for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
    })
  }
}

/** Retention: drops partitions older than `retentionMonths`, with their ids and counts. Answers their names. */
export async function dropPartitions(db: Database, retentionMonths: number, now = new Date()): Promise<string[]> {
  const oldest = monthStart(now, -retentionMonths)
  const old = (await partitions(db)).filter((name) => /^events_\d{4}_\d\d$/.test(name) && name < toName(oldest))
  for (const name of old)
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(tx)
      await sql`drop table if exists ${sql.table(name)}`.execute(tx)
    })
  const before = oldest.toISOString().slice(0, 10)
  await sql`delete from event_ids where received_on < ${before}`.execute(db)
  await sql`delete from event_counts where day < ${before}`.execute(db)
  return old
}
