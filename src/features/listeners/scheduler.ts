import type { RunAlert } from '#features/notifications/run-changes.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Signals } from '#platform/notify-signals.ts'
import { createBatches } from './batcher.ts'
import { createCloser } from './commit-runs.ts'
import { findKnown } from './item-store.ts'
import {
  type Lease,
  leaseDue,
  releaseAllLeases,
  releaseLease,
  renewLeases,
  untilNextDue,
} from './listener-lease-store.ts'
import { performRun, type RunDependencies } from './perform-run.ts'
import { recountListeners, type UpdateNotificationCounts } from './recount-listeners.ts'
import type { ListenerRef, ListenerRow } from './store.ts'

/**
 * Leases due listeners in batches and runs them: one loop per worker, woken by the clock and by signals. Doesn't use the job
 * queue, because a job would cost more than a run.
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
  const loadKnown = createBatches((refs: ListenerRef[]) => findKnown(db, refs))
  const stopper = new AbortController()
  const running = new Map<Promise<void>, Lease>()
  /** Runs still querying sources; the others are committing. */
  let querying = 0
  let wake: () => void = () => undefined
  let woken = false
  if (alone) await releaseAllLeases(db)

  const wakeUp = () => {
    woken = true
    wake()
  }
  const unsubscribe = signals.subscribe(dueTopic, dueId, wakeUp)
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
      wakeUp()
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
      woken = false
      const paused = await isPaused().catch((err) => {
        log.error({ err }, 'Could not check whether listeners are paused')
        return true
      })
      if (paused) {
        await pause(pollMs)
        continue
      }
      // Backpressure: commits lag behind queries by at most one full set of runs.
      const freeSlots = Math.min(concurrency - querying, 2 * concurrency - running.size)
      // Leases only when a third of the slots is free, since every batch costs a query.
      if (freeSlots >= Math.min(concurrency, Math.max(1, concurrency / 3))) {
        const found = await leaseDue(db, freeSlots, leaseSeconds).catch((err) => {
          log.error({ err }, 'Could not claim due listeners')
          return []
        })
        for (const listener of await filterAdmitted(found)) start(listener)
        if (found.length === freeSlots) continue
      }
      if (!woken && !stopper.signal.aborted) await pause()
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

  async function pause(forMs?: number) {
    // Finished runs wake the loop, so the next due time matters only when idle.
    const next = forMs ?? (running.size === 0 ? await nextDue() : null)
    if (woken || stopper.signal.aborted) return
    const ms = Math.max(5, Math.min(pollMs, next ?? pollMs))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = () => undefined
  }

  async function nextDue() {
    try {
      return await untilNextDue(db)
    } catch (err) {
      log.error({ err }, 'Could not read when the next listener is due')
      return null
    }
  }

  function start(listener: ListenerRow) {
    const lease = { workspaceId: listener.workspace_id, id: listener.id, attempt: listener.attempt }
    let isQuerying = true
    querying++
    const onQueried = () => {
      if (!isQuerying) return
      isQuerying = false
      querying--
      wakeUp()
    }
    const done = perform(listener, lease, onQueried).finally(() => {
      running.delete(done)
      onQueried()
      wakeUp()
    })
    running.set(done, lease)
  }

  async function perform(listener: ListenerRow, lease: Lease, onQueried: () => void) {
    try {
      const closed = await performRun(listener, { ...dependencies, closer, loadKnown }, stopper.signal, onQueried)
      if (!closed && stopper.signal.aborted) await releaseLease(db, lease, 0, false)
    } catch (err) {
      log.error({ err, listener_id: listener.id }, 'Listener run failed')
      const pauseSeconds = Math.min(maxPauseSeconds, 15 * 2 ** listener.tries)
      await releaseLease(db, lease, pauseSeconds, true).catch((cause) =>
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
