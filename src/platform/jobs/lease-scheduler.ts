import type { Database, Db } from '../database/database.ts'
import type { Signals } from '../database/notify-signals.ts'
import type { Log } from '../log.ts'
import { type Lease, type LeasedRow, type ScheduledLeases, toLease } from './leases.ts'
import { createWakeableSleep } from './wakeable-sleep.ts'

/** Leases due rows and works on them, minutes to hours each: one loop per worker, woken by the clock and by signals. */

export type LeaseSchedulerOptions<Row extends LeasedRow> = {
  /** For the log: "rank tracker". */
  name: string
  topic: { topic: string; id: string }
  db: Database
  signals: Signals
  log: Log
  leases: ScheduledLeases<Row>
  /** When the row is due again, as of now. */
  getNext(row: Row, now: Date): Date
  /** Returns what to write in the transaction that ends the run; null when it was stopped, or the lease was lost. */
  perform(row: Row, signal: AbortSignal): Promise<((tx: Db, lease: Lease, now: Date) => Promise<void>) | null>
  /** While true, nothing starts. */
  isPaused?: () => Promise<boolean>
  concurrency?: number
  leaseSeconds?: number
  /** Longest wait between two looks, for a signal that was missed. */
  pollMs?: number
}

const maxPauseSeconds = 3600

/** `alone`: no other worker uses this database, so all existing leases are stale. */
export async function startLeaseScheduler<Row extends LeasedRow>(
  options: LeaseSchedulerOptions<Row>,
  { alone }: { alone: boolean },
) {
  const { name, topic, db, signals, log, leases, concurrency = 4, leaseSeconds = 30, pollMs = 2000 } = options
  const isPaused = options.isPaused ?? (async () => false)
  const stopper = new AbortController()
  const running = new Set<Promise<void>>()
  const rest = createWakeableSleep()
  if (alone) await leases.releaseAll(db)
  const unsubscribe = signals.subscribe(topic.topic, topic.id, rest.wake)
  const polling = loop()

  return {
    async stop() {
      stopper.abort()
      unsubscribe()
      rest.wake()
      await polling
      await Promise.all(running)
    },
  }

  async function loop() {
    while (!stopper.signal.aborted) {
      rest.clear()
      const free = concurrency - running.size
      const paused = await isPaused().catch(() => true)
      if (free > 0 && !paused) {
        const found = await leases.leaseDue(db, free, leaseSeconds).catch((err) => {
          log.error({ err }, `Could not claim a due ${name}`)
          return []
        })
        for (const row of found) start(row)
        if (found.length === free) continue
      }
      const next = running.size === 0 && !paused ? await leases.untilNextDue(db).catch(() => null) : null
      await rest.sleep(Math.max(20, Math.min(pollMs, next ?? pollMs)))
    }
  }

  function start(row: Row) {
    const done = work(row).finally(() => {
      running.delete(done)
      rest.wake()
    })
    running.add(done)
  }

  async function work(row: Row) {
    const lease = toLease(row)
    const lost = new AbortController()
    const renewing = setInterval(
      () =>
        void leases.renew(db, lease, leaseSeconds).then(
          (held) => held || lost.abort(),
          () => undefined,
        ),
      (leaseSeconds * 1000) / 4,
    )
    renewing.unref()
    try {
      const commit = await options.perform(row, AbortSignal.any([stopper.signal, lost.signal]))
      if (commit) await finish(row, lease, commit)
      else if (stopper.signal.aborted) await leases.release(db, lease, 0, false)
    } catch (err) {
      log.error({ err, id: row.id }, `A ${name} failed`)
      const pause = Math.min(maxPauseSeconds, 15 * 2 ** Math.min(row.tries, 10))
      await leases
        .release(db, lease, pause, true)
        .catch((cause) => log.error({ err: cause, id: row.id }, `Could not release a ${name}`))
    } finally {
      clearInterval(renewing)
    }
  }

  async function finish(row: Row, lease: Lease, commit: (tx: Db, lease: Lease, now: Date) => Promise<void>) {
    const now = new Date()
    await db.transaction().execute(async (tx) => {
      if (await leases.finish(tx, lease, options.getNext(row, now), now)) await commit(tx, lease, now)
    })
  }
}
