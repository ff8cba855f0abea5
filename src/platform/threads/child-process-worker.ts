import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError, type ErrorBody } from '#kit/errors.ts'

/** Work that may crash or never end, in a process that may be killed for it. It gets nothing of our environment. */
export type WorkerProcess<Task, Output> = {
  /**
   * Runs one task at a time, first in, first out.
   * @throws AppError as the process answered it, or `unavailable` when too many wait
   * @throws WorkerDied when the process took too long, or ended
   */
  run(task: Task): Promise<Output>
  stop(): Promise<void>
}

export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'
  readonly reason: 'time' | 'crash'

  constructor(reason: 'time' | 'crash', message: string) {
    super(message)
    this.reason = reason
  }
}

type Answer<Output> = { output: Output } | { error: ErrorBody; cause?: string }

export function createWorkerProcess<Task, Output>(
  module: URL,
  { timeoutMs, idleMs, maxWaiting: maxQueued }: { timeoutMs: number; idleMs: number; maxWaiting: number },
): WorkerProcess<Task, Output> {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = () => {
    clearTimeout(idle)
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve()
    return new Promise<void>((resolve) => {
      ending.ref()
      ending.once('exit', () => resolve())
      ending.kill('SIGKILL')
    })
  }

  function start(): ChildProcess {
    const started = fork(fileURLToPath(module), {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=256'],
      // Two arenas rather than eight a core: what is freed goes back.
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = null
    })
    return started
  }

  function send(task: Task): Promise<Output> {
    clearTimeout(idle)
    child ??= start()
    const worker = child
    worker.ref()
    worker.channel?.ref()
    return new Promise<Output>((resolve, reject) => {
      const late = setTimeout(() => {
        done()
        void end()
        reject(new WorkerDied('time', `No response within ${timeoutMs / 1000} s`))
      }, timeoutMs)
      const onMessage = (answer: Answer<Output>) => {
        done()
        if ('output' in answer) resolve(answer.output)
        else reject(AppError.fromBody(answer.error))
      }
      const onExit = (code: number | null, signal: string | null) => {
        done()
        reject(new WorkerDied('crash', `The process ended with ${signal ?? code}`))
      }
      const done = () => {
        clearTimeout(late)
        worker.off('message', onMessage as never)
        worker.off('exit', onExit)
      }
      worker.on('message', onMessage as never)
      worker.on('exit', onExit)
      worker.send(task as never, (error) => {
        if (error) worker.kill('SIGKILL')
      })
    }).finally(() => {
      worker.unref()
      worker.channel?.unref()
      idle = setTimeout(() => void end(), idleMs)
      idle.unref()
    })
  }

  return {
    run(task) {
      if (waiting >= maxQueued)
        throw new AppError('unavailable', 'The server is busy. Try again in a moment.', {
          reason: 'server_busy',
          retryAfterSeconds: 5,
        })
      waiting++
      const answer = last.then(() => send(task)).finally(() => waiting--)
      last = answer.catch(() => undefined)
      return answer
    },
    stop: end,
  }
}
