import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

const everyMs = 10 * 60_000

/**
 * Enforces retention: deletes expired answers, used keys, old rate limit windows and ended sessions. Several
 * processes may run it at the same time, since each row can only be deleted once.
 */
export function startHousekeeping({
  db,
  log,
  sweeps = [],
}: {
  db: Database
  log: Log
  /** What slices take away themselves. */
  sweeps?: (() => Promise<void>)[]
}): { stop(): void; sweep(): Promise<void> } {
  const sweep = async () => {
    await sql`delete from source_cache where expires_at < now()`.execute(db)
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from rate_counts where resets_at < now()`.execute(db)
    await sql`delete from access_tokens where expires_at < now() - interval '1 day'`.execute(db)
    await sql`delete from one_time_tokens where expires_at < now() - interval '1 day'`.execute(db)
    for (const also of sweeps) await also()
  }
  const timer = setInterval(() => void sweep().catch((err) => log.warn({ err }, 'Cleanup failed')), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer), sweep }
}
