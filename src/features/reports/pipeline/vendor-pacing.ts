import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { SharedPacing } from '#providers/search-data/port.ts'
import { findPause, storePause, takeStart } from '../store/vendor-pacing-store.ts'

type Options = {
  /** How long a request to a vendor waits for the database. */
  timeoutMs?: number
  /** How long none waits for it after a failure. */
  aloneMs?: number
}

const free = { restMs: 0, openMs: 0 }

/** The pace and the pauses of vendors in PostgreSQL, so that four workers don't ask four times as fast. */
export function createVendorPacing(
  db: Database,
  log: Pick<Log, 'warn'>,
  { timeoutMs = 2000, aloneMs = 5000 }: Options = {},
): SharedPacing {
  let aloneUntil = 0

  /** Null while the database is away. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    if (performance.now() < aloneUntil) return null
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`The database didn’t respond within ${timeoutMs} ms.`)), timeoutMs)
    try {
      return await Promise.race([work(), tooLate])
    } catch (err) {
      if (performance.now() >= aloneUntil) log.warn({ err }, 'This process paces its sources alone for a moment')
      aloneUntil = performance.now() + aloneMs
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async untilStart(vendor, spacingMs, signal) {
      const start = await attempt(() => takeStart(db, vendor, spacingMs))
      if (!start || start.restMs > 0 || start.openMs > 0 || start.waitMs <= 0) return start ?? free
      await sleep(start.waitMs, null, { signal }).catch(() => null)
      if (signal.aborted) return free
      // Another process may have been told to wait in the meantime.
      return (await attempt(() => findPause(db, vendor))) ?? free
    },
    pause: (vendor, pause) => void attempt(() => storePause(db, vendor, pause)),
  }
}
