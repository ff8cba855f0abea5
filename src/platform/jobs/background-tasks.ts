import type { Log } from '../log.ts'

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>

/** Work that an answer must not wait for: its time would tell what was found. Failures are logged. */
export function createBackgroundTasks(log: Log) {
  const running = new Set<Promise<void>>()
  return {
    run(what: string, work: () => Promise<void>) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((err) => log.error({ err }, `${what} failed`))
        .finally(() => running.delete(done))
      running.add(done)
    },
    /** Waits for the tasks that were started. */
    async settle() {
      await Promise.all(running)
    },
  }
}
