/**
 * Takes what waits from one place to another, a step at a time, and leaves room for what comes in meanwhile: while that is
 * much, it works a part of the time only, unless somebody waits for it.
 */
export type Drain = {
  /** Something may wait. */
  wake(): void
  /** Works without pause until `isDone`, or until the time is up. Answers whether it was done. */
  catchUp(isDone: () => Promise<boolean>, maxMs: number): Promise<boolean>
  /** Lets the step under way end and takes no more. */
  stop(): Promise<void>
}

export type DrainSettings = {
  /** Moves some and answers how many; 0: nothing waits. */
  step(): Promise<number>
  /** Part of the time it may work now, above 0; 1: without a rest. */
  share(): number
  /** After waking, so that what comes in this time goes in one step. */
  gatherMs: number
  /** After a step that failed. */
  retryMs: number
  onError(error: unknown): void
}

const maxRestMs = 2000
/** Until somebody who waits looks again at what another process has in its hands. */
const otherHandsMs = 25

export function createDrain(settings: DrainSettings): Drain {
  let isRunning = false
  let ended: Promise<void> = Promise.resolve()
  let again = false
  let stopped = false
  let hurried = 0
  let movedLast = 0
  let resting: { mayBeCutShort: boolean; end(): void } | null = null
  let watchers: (() => void)[] = []

  function rest(ms: number, mayBeCutShort: boolean): Promise<void> {
    if (stopped || (mayBeCutShort && hurried > 0)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        resting = null
        resolve()
      }
      const timer = setTimeout(end, ms)
      resting = { mayBeCutShort, end }
    })
  }

  function tellWatchers() {
    for (const tell of watchers) tell()
    watchers = []
  }

  function stepIsOver(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, mostMs)
      watchers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async function run() {
    await rest(settings.gatherMs, true)
    while (!stopped) {
      again = false
      const started = performance.now()
      try {
        movedLast = await settings.step()
      } catch (error) {
        settings.onError(error)
        movedLast = 0
        tellWatchers()
        await rest(settings.retryMs, false)
        continue
      }
      tellWatchers()
      if (movedLast === 0 && !again) break
      const share = settings.share()
      if (share < 1) await rest(Math.min(maxRestMs, (performance.now() - started) * (1 / share - 1)), true)
    }
    isRunning = false
  }

  function wake() {
    again = true
    if (stopped || isRunning) return
    isRunning = true
    ended = run()
  }

  return {
    wake,
    async catchUp(isDone, mostMs) {
      const until = performance.now() + mostMs
      hurried++
      try {
        while (!(await isDone())) {
          const left = until - performance.now()
          if (left <= 0 || stopped) return false
          wake()
          if (resting?.mayBeCutShort) resting.end()
          await stepIsOver(left)
          // What is left is in other hands.
          if (movedLast === 0) await new Promise((resolve) => setTimeout(resolve, Math.min(left, otherHandsMs)))
        }
        return true
      } finally {
        hurried--
      }
    },
    async stop() {
      stopped = true
      resting?.end()
      await ended
      tellWatchers()
    },
  }
}
