import type { RunAlert } from '#features/notifications/rules/run-changes.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createBatcher } from '#platform/jobs/batcher.ts'
import { type Lease, toLease } from '#platform/jobs/leases.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { Log } from '#platform/log.ts'
import { createCloser, maxRunsPerBatch } from './commit-runs.ts'
import { performRun, type RunDependencies } from './perform-run.ts'
import { recountListeners, type UpdateNotificationCounts } from './recount-listeners.ts'
import { findKnown } from './store/item-store.ts'
import { listenerLeases, renewLeases } from './store/listener-lease-store.ts'
import type { ListenerRow } from './store/store.ts'

/**
 * Leases due listeners in batches and runs them: one loop per worker, woken by the clock and by signals. Doesn't use the job
 * queue, because a job would cost more than a run. Doesn't use `startLeaseScheduler`, which renews, ends and commits each row by
 * itself: here one query does it for many runs, and a run gives its slot back before its commit.
 */

export type SchedulerDependencies = Omit<RunDependencies, 'closer' | 'loadKnown'> & {
  db: Database
  /** Adds notifications in the transaction that commits runs. */
  notify(tx: Db, news: RunAlert[]): Promise<void>
  /** Updates notifications of recounted runs. */
  updateNotificationCounts: UpdateNotificationCounts
  /** Filters leased listeners to those their plan allows. */
  admit?: (lease: ListenerRow[]) => Promise<ListenerRow[]>
  signals: Signals
  log: Log
  /** Concurrent runs (backpressure). Sources have their own rate limits. */
  concurrency?: number
  leaseSeconds?: number
  /** Longest poll interval in ms: finds due listeners whose signal was missed. */
  pollMs?: number
  /** While true, no new run starts; running ones continue. */
  isPaused?: () => Promise<boolean>
}

export type Scheduler = { stop(): Promise<void>; idle(): Promise<void> }

export const dueTopic = 'listeners'
export const dueId = 'due'
const defaultLeaseSeconds = 20
const maxPauseSeconds = 3600

/** `alone`: no other worker uses this database, so all existing leases are stale. */
export async function startScheduler(
  dependencies: SchedulerDependencies,
  { alone }: { alone: boolean },
): Promise<Scheduler> {
  const { db, signals, log, concurrency = 24, leaseSeconds = defaultLeaseSeconds, pollMs = 1000 } = dependencies
  const isPaused = dependencies.isPaused ?? (async () => false)
  const closer = createCloser(dependencies)
  const known = createBatcher({
    run: (refs: ResourceRef[]) => findKnown(db, refs),
    maxItems: maxRunsPerBatch,
    retryAlone: true,
  })
  const stopper = new AbortController()
  const running = new Map<Promise<void>, Lease>()
  /** Runs still querying sources; the others are committing. */
  let querying = 0
  const rest = createWakeableSleep()
  if (alone) await listenerLeases.releaseAll(db)

  const unsubscribe = signals.subscribe(dueTopic, dueId, rest.wake)
  const renewing = setInterval(() => void renew(), (leaseSeconds * 1000) / 4)
  renewing.unref()
  const polling = loop()
  const recounting = recountListeners(db, dependencies.updateNotificationCounts, stopper.signal).catch((err) =>
    log.error({ err }, 'Could not recount listeners from an earlier version'),
  )

  return {
    async stop() {
      stopper.abort()
      unsubscribe()
      clearInterval(renewing)
      rest.wake()
      await Promise.all([polling, recounting])
      await Promise.all(running.keys())
    },
    /** Resolves when no run is in progress; for benchmarks. */
    async idle() {
      while (running.size > 0) await Promise.race(running.keys())
    },
  }

  async function loop() {
    while (!stopper.signal.aborted) {
      rest.clear()
      const paused = await isPaused().catch((err) => {
        log.error({ err }, 'Could not check whether listeners are paused')
        return true
      })
      if (paused) {
        await rest.sleep(pollMs)
        continue
      }
      // Backpressure: commits lag behind queries by at most one full set of runs.
      const freeSlots = Math.min(concurrency - querying, 2 * concurrency - running.size)
      // Leases only when a third of the slots is free, since every batch costs a query.
      if (freeSlots >= Math.min(concurrency, Math.max(1, concurrency / 3))) {
        const found = await listenerLeases.leaseDue(db, freeSlots, leaseSeconds).catch((err) => {
          log.error({ err }, 'Could not claim due listeners')
          return []
        })
        for (const listener of await filterAdmitted(found)) start(listener)
        if (found.length === freeSlots) continue
      }
      // Finished runs wake the loop, so the next due time matters only when idle.
      const next = running.size === 0 ? await nextDue() : null
      await rest.sleep(Math.max(5, Math.min(pollMs, next ?? pollMs)))
    }
  }

  /** Runs all listeners when the plan check fails; otherwise their leases would expire silently. */
  async function filterAdmitted(found: ListenerRow[]) {
    if (found.length === 0 || !dependencies.admit) return found
    try {
      return await dependencies.admit(found)
    } catch (err) {
      log.error({ err }, 'Could not check whether due listeners may run')
      return found
    }
  }

  async function nextDue() {
    try {
      return await listenerLeases.untilNextDue(db)
    } catch (err) {
      log.error({ err }, 'Could not read when the next listener is due')
      return null
    }
  }

  function start(listener: ListenerRow) {
    const lease = toLease(listener)
    let isQuerying = true
    querying++
    const onQueried = () => {
      if (!isQuerying) return
      isQuerying = false
      querying--
      rest.wake()
    }
    const done = perform(listener, lease, onQueried).finally(() => {
      running.delete(done)
      onQueried()
      rest.wake()
    })
    running.set(done, lease)
  }

  async function perform(listener: ListenerRow, lease: Lease, onQueried: () => void) {
    try {
      const closed = await performRun(
        listener,
        { ...dependencies, closer, loadKnown: known.add },
        stopper.signal,
        onQueried,
      )
      if (!closed && stopper.signal.aborted) await listenerLeases.release(db, lease, 0, false)
    } catch (err) {
      log.error({ err, listener_id: listener.id }, 'Listener run failed')
      const pauseSeconds = Math.min(maxPauseSeconds, 15 * 2 ** listener.tries)
      await listenerLeases
        .release(db, lease, pauseSeconds, true)
        .catch((cause) =>
          log.error({ err: cause, listener_id: listener.id }, 'Could not release a listener; its lease will expire'),
        )
    }
  }

  async function renew() {
    if (running.size === 0) return
    await renewLeases(db, [...running.values()], leaseSeconds).catch((err) =>
      log.error({ err }, 'Could not renew the leases of running listeners'),
    )
  }
}
