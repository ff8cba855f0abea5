import type { Log } from '../log.ts'

/**
 * Runs that live in the process that serves them, each with a row that has a lease. Saving a run's progress renews its lease
 * (heartbeat). When the process dies, the lease expires, and another process closes the row.
 */
export type LeasedRuns = ReturnType<typeof createLeasedRuns>

export type LeasedRunsOptions = {
  log: Log
  /** For the log: "Humanizer runs". */
  name: string
  /** Closes the rows of dead processes. `alone`: no other process uses this database, so that every open row is one. */
  closeAbandoned(alone: boolean): Promise<void>
  /** Milliseconds between two looks for abandoned rows. */
  closeEveryMs?: number
}

export type Heartbeat = {
  /** Saves progress and renews the lease. Resolves to false when the run was closed or deleted in the meantime. */
  save(): Promise<boolean>
  /** Milliseconds from the end of one save to the next. */
  getGapMs(): number
  /** Called once, when a save found the run closed. */
  onLost(): void
}

export function createLeasedRuns({ log, name, closeAbandoned, closeEveryMs = 30_000 }: LeasedRunsOptions) {
  const pending = new Set<Promise<unknown>>()

  /** Lets graceful shutdown wait for the work. */
  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work)
    const done = () => void pending.delete(work)
    work.then(done, done)
    return work
  }

  const close = (alone: boolean) =>
    closeAbandoned(alone).catch((err) => log.warn({ err }, `${name} of dead processes could not be closed`))

  return {
    track,

    /** Saves a run's progress at intervals, one save at a time: a slow database doesn't pile them up. */
    startHeartbeat({ save, getGapMs, onLost }: Heartbeat) {
      let isOver = false
      let last: Promise<unknown> = Promise.resolve()
      let timer = setTimeout(beat, getGapMs())
      function beat() {
        last = track(save())
          .then(
            (isOpen) => {
              if (isOpen || isOver) return
              isOver = true
              onLost()
            },
            (err) => log.warn({ err }, `Progress of ${name} could not be saved`),
          )
          .finally(() => {
            if (!isOver) timer = setTimeout(beat, getGapMs())
          })
      }
      return {
        /** Resolves when no save is under way any more. */
        async stop() {
          isOver = true
          clearTimeout(timer)
          await last
        },
      }
    },

    /** Closes abandoned rows now and at intervals. Returns a function that ends it. */
    async watch({ alone }: { alone: boolean }): Promise<() => void> {
      await close(alone)
      const timer = setInterval(() => void close(false), closeEveryMs)
      timer.unref()
      return () => clearInterval(timer)
    },

    /** Waits for all tracked work. Call it before the database closes. */
    async drain() {
      await Promise.allSettled([...pending])
    },
  }
}
