import type { Log } from '../log.ts'
import { createWakeableSleep, type WakeableSleep } from './wakeable-sleep.ts'

const pollMs = 1000
const stopMs = 3000

/** Loops that do what is due, and rest a second when nothing is. */
export function createPolling(log: Log) {
  const stopper = new AbortController()
  const rests = new Set<WakeableSleep>()
  const loops: Promise<void>[] = []
  return {
    signal: stopper.signal,

    /** @param work returns whether there may be more */
    add(failureMessage: string, work: () => Promise<boolean>) {
      loops.push(loop(failureMessage, work))
    },

    async stop() {
      stopper.abort()
      for (const { wake } of rests) wake()
      // Waits for work in progress, but no longer than `stopMs`.
      await Promise.race([Promise.all(loops), new Promise((resolve) => setTimeout(resolve, stopMs).unref())])
    },
  }

  async function loop(failureMessage: string, work: () => Promise<boolean>) {
    const rest = createWakeableSleep()
    rests.add(rest)
    while (!stopper.signal.aborted) {
      const more = await work().catch((err) => {
        log.error({ err }, failureMessage)
        return false
      })
      if (!more) await rest.sleep(pollMs)
    }
  }
}
