/** A queue that is fair to its callers: those who wait are served round-robin by turn, and each turn has one task under way. */

export type Turns = {
  /**
   * Runs `work` when a slot is free and nothing else of the same turn runs. Without a turn only a free slot is waited for.
   * @param signal ends the wait; what runs already has to watch it itself
   * @throws QueueFull
   */
  run<Output>(work: () => Promise<Output>, turn?: string, signal?: AbortSignal): Promise<Output>
  readonly waiting: number
}

export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  /** Who filled the queue: everybody together, or this caller alone. */
  readonly by: 'all' | 'turn'

  constructor(by: 'all' | 'turn') {
    super('The queue is full')
    this.by = by
  }
}

type Waiting = { start(): void }
type Line = { waiting: Waiting[]; running: number; exclusive: boolean }

export function createTurns({
  slots,
  maxWaiting,
  maxWaitingPerTurn,
}: {
  slots: number
  maxWaiting: number
  maxWaitingPerTurn: number
}): Turns {
  // In the order they are served: a line that was served goes to the end.
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  function startNext() {
    for (const [name, line] of lines) {
      if (running >= slots) return
      if (line.exclusive && line.running > 0) continue
      const next = line.waiting.shift()
      if (!next) continue
      lines.delete(name)
      lines.set(name, line)
      waiting--
      next.start()
      return startNext()
    }
  }

  function getLine(turn: string | undefined): [string, Line] {
    const name = turn === undefined ? '' : `turn ${turn}`
    const line = lines.get(name) ?? { waiting: [], running: 0, exclusive: turn !== undefined }
    lines.set(name, line)
    return [name, line]
  }

  return {
    get waiting() {
      return waiting
    },
    run(work, turn, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const [name, line] = getLine(turn)
      const mustWait = running >= slots || (line.exclusive && line.running > 0) || line.waiting.length > 0
      if (mustWait && waiting >= maxWaiting) return Promise.reject(new QueueFull('all'))
      if (mustWait && line.exclusive && line.waiting.length >= maxWaitingPerTurn)
        return Promise.reject(new QueueFull('turn'))
      return new Promise((resolve, reject) => {
        const leave = () => {
          const at = line.waiting.indexOf(entry)
          if (at < 0) return
          line.waiting.splice(at, 1)
          waiting--
          forget()
          reject(signal!.reason)
        }
        const forget = () => {
          if (line.running === 0 && line.waiting.length === 0) lines.delete(name)
        }
        const entry: Waiting = {
          start() {
            signal?.removeEventListener('abort', leave)
            running++
            line.running++
            work()
              .then(resolve, reject)
              .finally(() => {
                running--
                line.running--
                forget()
                startNext()
              })
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        line.waiting.push(entry)
        waiting++
        startNext()
      })
    },
  }
}
