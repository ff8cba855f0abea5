import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { createTurns, QueueFull, type Turns } from '../jobs/turns.ts'

/**
 * Runs heavy work and parsing of untrusted input off the event loop. A task has a time limit and its thread a
 * memory limit: reaching either ends the thread immediately, the next task gets a new one, and the caller gets an
 * AppError.
 */
export type Threads = {
  /**
   * Runs the default export of `module` in a worker thread. `transfer` moves buffers and ports instead of copying.
   * @throws AppError where the thread threw an `ErrorBody` (errors lose their class on the way out of a thread), where a limit was
   *   reached (`tooMuch` makes it), and `unavailable` or `rate_limited` where too many tasks wait
   */
  run<Output>(module: URL, input: unknown, options?: ThreadOptions): Promise<Output>
  stop(): Promise<void>
}

export type ThreadOptions = {
  signal?: AbortSignal
  transfer?: readonly unknown[]
  /** `work` when left out. */
  pool?: PoolName
  /** Whose task it is: of one turn one task runs at a time, and turns are served round-robin. */
  turn?: string
  /** The sentence for a task that reached a limit. */
  tooMuch?: (limit: LimitReached) => AppError
}

export type LimitReached = { kind: 'time' | 'memory'; seconds: number }

export type PoolName = keyof typeof defaultPools

export type PoolSettings = {
  threads: number
  /** Of the JavaScript heap of one thread. Buffers do not count: they are bounded by the sizes of what is sent in. */
  memoryMb: number
  /** Counted from when the task has a thread, its start included. */
  timeoutMs: number
  maxWaiting: number
  maxWaitingPerTurn: number
  /** Yields to the event loop, which shares the processors. */
  background: boolean
}

const minute = 60_000

export const defaultPools = {
  /** Our own long computations on rows we have counted: clustering, analysis, workbooks. */
  work: {
    threads: Math.max(1, Math.min(8, availableParallelism() - 1)),
    memoryMb: 2048,
    timeoutMs: 15 * minute,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerTurn: Number.POSITIVE_INFINITY,
    background: false,
  },
  /** Pages of the web, 5 MB at most, which take up to 100 MB. */
  pages: {
    threads: 2,
    memoryMb: 112,
    timeoutMs: 8000,
    maxWaiting: 2000,
    maxWaitingPerTurn: 200,
    background: true,
  },
  /**
   * Files of keywords, 25 MB at most. Two threads even on one processor: a hostile file leaves one for the others. The largest
   * takes about 7 s, which are more than 30 where other processes keep the machine busy.
   */
  imports: {
    threads: 2,
    memoryMb: 256,
    timeoutMs: 2 * minute,
    maxWaiting: 40,
    maxWaitingPerTurn: 4,
    background: true,
  },
  /** Texts of people and models: Markdown to HTML and Word, scores, plans of what to write. */
  texts: {
    threads: 2,
    memoryMb: 256,
    timeoutMs: 20_000,
    maxWaiting: 400,
    maxWaitingPerTurn: 100,
    background: true,
  },
  /** Texts that someone watches being rewritten, 20,000 characters at most. A tagger takes 70 MB. */
  rewrites: {
    threads: 2,
    memoryMb: 256,
    timeoutMs: 30_000,
    maxWaiting: 400,
    maxWaitingPerTurn: 20,
    background: false,
  },
} satisfies Record<string, PoolSettings>

export function createThreads(settings: Partial<Record<PoolName, Partial<PoolSettings>>> = {}): Threads {
  const pools = new Map<PoolName, { limits: PoolSettings; piscina: Piscina; turns: Turns }>()

  function getPool(name: PoolName) {
    const known = pools.get(name)
    if (known) return known
    const limits: PoolSettings = { ...defaultPools[name], ...settings[name] }
    const piscina = new Piscina({
      minThreads: 0,
      maxThreads: limits.threads,
      // An idle thread holds 30 MB, and a new one starts in a third of a second.
      idleTimeout: 10_000,
      concurrentTasksPerWorker: 1,
      // Two histograms of 0.4 MB for each pool, which nothing reads.
      recordTiming: false,
      niceIncrement: limits.background ? 10 : 0,
      resourceLimits: {
        maxOldGenerationSizeMb: limits.memoryMb,
        maxYoungGenerationSizeMb: limits.background ? 16 : 32,
      },
    })
    // A thread that dies between two tasks is replaced by the next task, so there is nothing to report.
    piscina.on('error', () => undefined)
    // Tasks wait here rather than in Piscina, which starts no thread for those that wait when it has ended one.
    const made = { limits, piscina, turns: createTurns({ ...limits, slots: limits.threads }) }
    pools.set(name, made)
    return made
  }

  return {
    async run<Output>(module: URL, input: unknown, options: ThreadOptions = {}): Promise<Output> {
      const { limits, piscina, turns } = getPool(options.pool ?? 'work')
      try {
        return await turns.run(() => runLimited(piscina, limits, module, input, options), options.turn, options.signal)
      } catch (error) {
        if (error instanceof QueueFull) throw busy(error)
        throw isErrorBody(error) ? AppError.fromBody(error) : error
      }
    },
    async stop() {
      await Promise.all([...pools.values()].map(({ piscina }) => piscina.destroy()))
    },
  }
}

async function runLimited(
  piscina: Piscina,
  { timeoutMs }: PoolSettings,
  module: URL,
  input: unknown,
  { signal, transfer, tooMuch = tooMuchWork }: ThreadOptions,
) {
  // Aborting is what makes Piscina end a thread that is busy.
  const late = AbortSignal.timeout(timeoutMs)
  const ended = signal ? AbortSignal.any([signal, late]) : late
  try {
    return await piscina.run(input, { filename: module.href, signal: ended, transferList: transfer as never })
  } catch (error) {
    if (signal?.aborted) throw error
    const seconds = timeoutMs / 1000
    if (late.aborted) throw tooMuch({ kind: 'time', seconds })
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuch({ kind: 'memory', seconds })
    throw error
  }
}

const tooMuchWork = ({ kind, seconds }: LimitReached) =>
  kind === 'time'
    ? new AppError(
        'too_large',
        `This took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was stopped. Try again with less data.`,
        {
          reason: 'took_too_long',
          params: { seconds },
        },
      )
    : new AppError(
        'too_large',
        'This needs more memory than a task can use and was stopped. Try again with less data.',
        {
          reason: 'out_of_memory',
        },
      )

const busy = ({ by }: QueueFull) =>
  by === 'turn'
    ? new AppError('rate_limited', 'You have too many of these running already. Wait for one to finish.', {
        reason: 'too_many_running',
        retryAfterSeconds: 10,
      })
    : new AppError('unavailable', 'The server is busy. Try again in a moment.', {
        reason: 'server_busy',
        retryAfterSeconds: 5,
      })

const isErrorBody = (error: unknown): error is ErrorBody =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'code' in error && 'message' in error
