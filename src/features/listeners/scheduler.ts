import type { News } from '#features/notifications/run-changes.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Signals } from '#platform/notify-signals.ts'
import { createBatches } from './batcher.ts'
import { createCloser } from './commit-runs.ts'
import { findKnown } from './item-store.ts'
import { freeAbandoned, handBack, renewLeases, type Taken, takeDue, untilNextDue } from './listener-lease-store.ts'
import { performRun, type RunDependencies } from './perform-run.ts'
import { type RecountTold, recountListeners } from './recount-listeners.ts'
import type { ListenerRow, Place } from './store.ts'

/**
 * Takes what is due, a batch at a time, and runs it: one loop a worker, woken by the clock and by whoever asks for a run.
 * A job in the queue for each run would cost more than the run.
 */

export type SchedulerDependencies = Omit<RunDependencies, 'closer' | 'recall'> & {
  db: Database
  /** Puts what there is to tell in with the transaction that closes runs. */
  tell(tx: Db, news: News[]): Promise<void>
  /** Corrects what was told of runs that are counted again. */
  recountTold: RecountTold
  /** Of listeners that were taken those that may run, by the plans that pay for them. */
  admit?: (taken: ListenerRow[]) => Promise<ListenerRow[]>
  signals: Signals
  log: Log
  /** Runs under way at once. Each source has a pace of its own besides. */
  concurrency?: number
  leaseSeconds?: number
  /** How often the clock is looked at, at least: what another process made due is seen then even if its signal was not. */
  lookEveryMs?: number
  /** While true nothing new begins; what is at work goes on. */
  isPaused?: () => Promise<boolean>
}

export type Scheduler = { stop(): Promise<void>; idle(): Promise<void> }

export const dueTopic = 'listeners'
export const dueId = 'due'
const leaseOfWorker = 20
const maxPauseSeconds = 3600

/** `alone`: no other worker is on this database, so what is marked as running is nobody's. */
export async function startScheduler(
  dependencies: SchedulerDependencies,
  { alone }: { alone: boolean },
): Promise<Scheduler> {
  const { db, signals, log, concurrency = 24, leaseSeconds = leaseOfWorker, lookEveryMs = 1000 } = dependencies
  const isPaused = dependencies.isPaused ?? (async () => false)
  const closer = createCloser(dependencies)
  const recall = createBatches((places: Place[]) => findKnown(db, places))
  const stopper = new AbortController()
  const running = new Map<Promise<void>, Taken>()
  /** Those of them that are asking their sources; the others are being written. */
  let listening = 0
  let wake: () => void = () => undefined
  let woken = false
  if (alone) await freeAbandoned(db)

  const rouse = () => {
    woken = true
    wake()
  }
  const unsubscribe = signals.subscribe(dueTopic, dueId, rouse)
  const renewing = setInterval(() => void renew(), (leaseSeconds * 1000) / 4)
  renewing.unref()
  const looking = loop()
  const recounting = recountListeners(db, dependencies.recountTold, stopper.signal).catch((err) =>
    log.error({ err }, 'Could not recount listeners from an earlier version'),
  )

  return {
    async stop() {
      stopper.abort()
      unsubscribe()
      clearInterval(renewing)
      rouse()
      await Promise.all([looking, recounting])
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
        await pause(lookEveryMs)
        continue
      }
      // While some are written, others listen: as many wait to be written as may listen at once.
      const room = Math.min(concurrency - listening, 2 * concurrency - running.size)
      // A batch costs a query: a few free places are worth one, each single one is not.
      if (room >= Math.min(concurrency, Math.max(1, concurrency / 3))) {
        const found = await takeDue(db, room, leaseSeconds).catch((err) => {
          log.error({ err }, 'Could not claim due listeners')
          return []
        })
        for (const listener of await admitted(found)) begin(listener)
        if (found.length === room) continue
      }
      if (!woken && !stopper.signal.aborted) await pause()
    }
  }

  /** One that cannot be asked about runs: its lease would run out, and nobody learn why. */
  async function admitted(found: ListenerRow[]) {
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
    const ms = Math.max(5, Math.min(lookEveryMs, next ?? lookEveryMs))
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

  function begin(listener: ListenerRow) {
    const taken = { workspaceId: listener.workspace_id, id: listener.id, attempt: listener.attempt }
    let isListening = true
    listening++
    const listened = () => {
      if (!isListening) return
      isListening = false
      listening--
      rouse()
    }
    const done = perform(listener, taken, listened).finally(() => {
      running.delete(done)
      listened()
      rouse()
    })
    running.set(done, taken)
  }

  async function perform(listener: ListenerRow, taken: Taken, listened: () => void) {
    try {
      const closed = await performRun(listener, { ...dependencies, closer, recall }, stopper.signal, listened)
      if (!closed && stopper.signal.aborted) await handBack(db, taken, 0, false)
    } catch (err) {
      log.error({ err, listener_id: listener.id }, 'Listener run failed')
      const pauseSeconds = Math.min(maxPauseSeconds, 15 * 2 ** listener.tries)
      await handBack(db, taken, pauseSeconds, true).catch((cause) =>
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
