import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { AppError, type ErrorBody } from '#kit/errors.ts'

/** Heavy work off the event loop: one pool, tasks named by their module. */
export type Threads = {
  /**
   * Runs the default export of `module` in a worker thread. `transfer` moves buffers and ports instead of copying.
   * @throws AppError where the thread threw an `ErrorBody`: errors lose their class on the way out of a thread
   */
  run<Output>(
    module: URL,
    input: unknown,
    options?: { signal?: AbortSignal; transfer?: readonly unknown[] },
  ): Promise<Output>
  stop(): Promise<void>
}

export function createThreads(): Threads {
  let pool: Piscina | null = null
  const start = () =>
    new Piscina({
      minThreads: 0,
      maxThreads: Math.max(1, Math.min(8, availableParallelism() - 1)),
      idleTimeout: 60_000,
      concurrentTasksPerWorker: 1,
      // Half-finished results of a killed task are never seen: a task answers whole or not at all.
      resourceLimits: { maxOldGenerationSizeMb: 2048 },
    })
  return {
    run(module, input, options = {}) {
      pool ??= start()
      return pool
        .run(input, { filename: module.href, signal: options.signal, transferList: options.transfer as never })
        .catch((error: unknown) => {
          throw isErrorBody(error) ? AppError.fromBody(error) : error
        })
    },
    async stop() {
      await pool?.destroy()
    },
  }
}

const isErrorBody = (error: unknown): error is ErrorBody =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error && 'message' in error
