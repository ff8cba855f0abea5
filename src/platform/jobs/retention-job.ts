import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'

const everyMs = 10 * 60_000

/**
 * Enforces retention: deletes used idempotency keys and old rate limit windows, then what the features clean up. Several
 * processes may run it at the same time, since each row can only be deleted once.
 */
export function startRetentionJob({
  db,
  log,
  cleanups = [],
}: {
  db: Database
  log: Log
  /** The features' own. */
  cleanups?: (() => Promise<unknown>)[]
}): { stop(): void; cleanUp(): Promise<void> } {
  const cleanUp = async () => {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
    await sql`delete from rate_counts where resets_at < now()`.execute(db)
    for (const also of cleanups) await also()
  }
  const timer = setInterval(() => void cleanUp().catch((err) => log.warn({ err }, 'Cleanup failed')), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer), cleanUp }
}
