/**
 * A background worker that moves queued items in steps. Under heavy intake it works only part of the time (backpressure), unless a
 * caller waits for it.
 */
export type Drain = {
  /** Starts it if it's idle. */
  wake(): void
  /** Works without pauses until `isDone`, or for `maxMs`. Answers whether it was done. */
  catchUp(isDone: () => Promise<boolean>, maxMs: number): Promise<boolean>
  /** Graceful shutdown: finishes the current step and starts no other. */
  stop(): Promise<void>
}

export type DrainSettings = {
  /** Moves a batch and answers its size; 0: the queue is empty. */
  step(): Promise<number>
  /** Share of time it may work, above 0; 1: no pauses. */
  share(): number
  /** Delay after waking, so that items arriving together are moved in one step. */
  batchDelayMs: number
  /** Delay after a failed step. */
  retryMs: number
  onError(error: unknown): void
}

const maxPauseMs = 2000
/** Poll interval while another process holds the remaining rows. */
const lockedElsewherePollMs = 25

export function createDrain(settings: DrainSettings): Drain {
  let isRunning = false
  let ended: Promise<void> = Promise.resolve()
  let wokenAgain = false
  let stopped = false
  let waitingCallers = 0
  let movedLast = 0
  let pausing: { interruptible: boolean; end(): void } | null = null
  let watchers: (() => void)[] = []

  function pause(ms: number, interruptible: boolean): Promise<void> {
    if (stopped || (interruptible && waitingCallers > 0)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        pausing = null
        resolve()
      }
      const timer = setTimeout(end, ms)
      pausing = { interruptible: interruptible, end }
    })
  }

  function notifyWatchers() {
    for (const notify of watchers) notify()
    watchers = []
  }

  function waitForStep(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, maxMs)
      watchers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async function run() {
    await pause(settings.batchDelayMs, true)
    while (!stopped) {
      wokenAgain = false
      const started = performance.now()
      try {
        movedLast = await settings.step()
      } catch (error) {
        settings.onError(error)
        movedLast = 0
        notifyWatchers()
        await pause(settings.retryMs, false)
        continue
      }
      notifyWatchers()
      if (movedLast === 0 && !wokenAgain) break
      const share = settings.share()
      if (share < 1) await pause(Math.min(maxPauseMs, (performance.now() - started) * (1 / share - 1)), true)
    }
    isRunning = false
  }

  function wake() {
    wokenAgain = true
    if (stopped || isRunning) return
    isRunning = true
    ended = run()
  }

  return {
    wake,
    async catchUp(isDone, maxMs) {
      const until = performance.now() + maxMs
      waitingCallers++
      try {
        while (!(await isDone())) {
          const left = until - performance.now()
          if (left <= 0 || stopped) return false
          wake()
          if (pausing?.interruptible) pausing.end()
          await waitForStep(left)
          // The remaining rows are locked by another process.
          if (movedLast === 0)
            await new Promise((resolve) => setTimeout(resolve, Math.min(left, lockedElsewherePollMs)))
        }
        return true
      } finally {
        waitingCallers--
      }
    },
    async stop() {
      stopped = true
      pausing?.end()
      await ended
      notifyWatchers()
    },
  }
}
