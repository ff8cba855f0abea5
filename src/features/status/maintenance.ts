import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import { findMaintenance } from './store/store.ts'

export type Maintenance = ReturnType<typeof createMaintenance>
export type MaintenanceNow = { message: string; since: string }

const topic = 'maintenance'
const refreshEveryMs = 2000

/**
 * Whether maintenance is on, cached in this process: read once, again when any process signals a change, and every two seconds while
 * there are requests, in case a signal was lost. If the database doesn't respond, the last value stays.
 */
export function createMaintenance({ db, signals, log }: { db: Database; signals: Signals; log: Log }) {
  let now: MaintenanceNow | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function read() {
    try {
      const found = await findMaintenance(db)
      now = found && { message: found.message, since: found.since.toISOString() }
    } catch (err) {
      log.warn({ err }, 'Maintenance state could not be read')
    }
    readAt = performance.now()
  }
  /** One read at a time. A caller during a read gets the next one, which started after the call. */
  async function refresh() {
    if (reading) await reading
    reading ??= read().finally(() => {
      reading = null
    })
    await reading
  }
  const unsubscribe = signals.subscribe(topic, 'changed', () => void refresh())

  return {
    /** Null while maintenance is off. */
    async current(): Promise<MaintenanceNow | null> {
      if (readAt === Number.NEGATIVE_INFINITY) await refresh()
      else if (performance.now() - readAt > refreshEveryMs) {
        readAt = performance.now()
        void refresh()
      }
      return now
    },
    /** Synchronous `current`: false until the first read. */
    isOn: () => now !== null,
    /** Call after committing a change: refreshes this process and signals the others. */
    async changed() {
      await refresh()
      signals.publish(topic, 'changed')
    },
    close: unsubscribe,
  }
}
