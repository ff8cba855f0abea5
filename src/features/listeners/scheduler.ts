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
 * Takes what is due, a batch at a time, and runs it: one loop a worker, woken by the clock and by whoever asks for a run.
 * A job in the queue for each run would cost more than the run.
 */

export type SchedulerDependencies = Omit<RunDependencies, 'closer' | 'loadKnown'> & {
  db: Database
  /** Puts what there is to tell in with the transaction that closes runs. */
  notify(tx: Db, news: RunAlert[]): Promise<void>
  /** Corrects what was told of runs that are counted again. */
  updateNotificationCounts: UpdateNotificationCounts
  /** Of listeners that were taken those that may run, by the plans that pay for them. */
  admit?: (lease: ListenerRow[]) => Promise<ListenerRow[]>
  signals: Signals
  log: Log
  /** Runs under way at once. Each source has a pace of its own besides. */
  concurrency?: number
  leaseSeconds?: number
  /** How often the clock is looked at, at least: what another process made due is seen then even if its signal was not. */
  pollMs?: number
  /** While true nothing new begins; what is at work goes on. */
  isPaused?: () => Promise<boolean>
}

export type Scheduler = { stop(): Promise<void>; idle(): Promise<void> }

export const dueTopic = 'listeners'
export const dueId = 'due'
const defaultLeaseSeconds = 20
const maxPauseSeconds = 3600

/** `alone`: no other worker is on this database, so what is marked as running is nobody's. */
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
  /** Those of them that are asking their sources; the others are being written. */
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
    /** When nothing is at work: for measurements. */
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
      // While some are written, others listen: as many wait to be written as may listen at once.
      const freeSlots = Math.min(concurrency - querying, 2 * concurrency - running.size)
      // A batch costs a query: a few free places are worth one, each single one is not.
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

  /** One that cannot be asked about runs: its lease would run out, and nobody learn why. */
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
    // While some are at work, their ends wake the loop often enough.
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
