import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Signals } from '#platform/notify-signals.ts'
import { findMaintenance } from './store.ts'

export type Maintenance = ReturnType<typeof createMaintenance>
export type MaintenanceNow = { message: string; since: string }

const topic = 'maintenance'
const lookedAtEveryMs = 2000

/**
 * Whether this installation is in maintenance, as this process knows it: read once, again when a process says that it changed, and
 * every few seconds while there are requests, should that word get lost. A database that does not answer changes nothing.
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
      log.warn({ err }, 'Whether maintenance is on could not be read')
    }
    readAt = performance.now()
  }
  /** One reading at a time; whoever asks meanwhile gets one that began after they asked. */
  async function reread() {
    if (reading) await reading
    reading ??= read().finally(() => {
      reading = null
    })
    await reading
  }
  const unsubscribe = signals.subscribe(topic, 'changed', () => void reread())

  return {
    /** Null when it is not on. */
    async current(): Promise<MaintenanceNow | null> {
      if (readAt === Number.NEGATIVE_INFINITY) await reread()
      else if (performance.now() - readAt > lookedAtEveryMs) {
        readAt = performance.now()
        void reread()
      }
      return now
    },
    /** As `current`, for those who cannot wait: false until it was read. */
    isOn: () => now !== null,
    /** After the change was committed: here at once, elsewhere by word. */
    async changed() {
      await reread()
      signals.publish(topic, 'changed')
    },
    close: unsubscribe,
  }
}
