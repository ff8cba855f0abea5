/**
 * Runs items that arrive at the same time together: the ones that arrive during a run form the next. Each caller waits for its own
 * item, so a resolved promise means that its run is done (group commit).
 */
export type Batcher<Item, Result> = {
  /** Resolves to the item's result, or rejects with the error of its run. */
  add(item: Item): Promise<Result>
  /** Backpressure: true when too much is queued. */
  isFull(): boolean
  /** Resolves when the queue is empty. */
  settle(): Promise<void>
}

export type BatcherSettings<Item, Result> = {
  /** One result per item, in the same order. */
  run(items: Item[]): Promise<Result[]>
  /** Concurrent runs. */
  lanes?: number
  maxItems: number
  size?(item: Item): number
  /** Largest sum of sizes per run. A single item may be larger. */
  maxSize?: number
  /** Sum of queued sizes above which `isFull`. */
  maxWaitingSize?: number
  /** Runs each item of a failed batch alone, so that one bad item doesn't fail the others. */
  retryAlone?: boolean
}

type Waiting<Item, Result> = { item: Item; size: number; resolve(result: Result): void; reject(error: unknown): void }

export function createBatcher<Item, Result>(settings: BatcherSettings<Item, Result>): Batcher<Item, Result> {
  const { run, lanes = 1, maxItems, size: measure = () => 0, retryAlone = false } = settings
  const { maxSize = Number.POSITIVE_INFINITY, maxWaitingSize = Number.POSITIVE_INFINITY } = settings
  let waiting: Waiting<Item, Result>[] = []
  let waitingSize = 0
  let busyLanes = 0
  let idle: (() => void)[] = []

  /** The items of the next run, first in first out. */
  function take(): Waiting<Item, Result>[] {
    let size = 0
    let count = 0
    for (const next of waiting) {
      if (count > 0 && (count >= maxItems || size + next.size > maxSize)) break
      size += next.size
      count++
    }
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    waitingSize -= size
    return taken
  }

  async function runBatch(batch: Waiting<Item, Result>[]) {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
    } catch (error) {
      if (retryAlone && batch.length > 1) for (const one of batch) await runBatch([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function work() {
    busyLanes++
    // Waits one turn of the event loop, so that simultaneous calls share a run.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await runBatch(take())
    busyLanes--
    if (busyLanes > 0) return
    for (const resolve of idle) resolve()
    idle = []
  }

  return {
    isFull: () => waitingSize > maxWaitingSize,
    add(item) {
      const size = measure(item)
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, size, resolve, reject })
        waitingSize += size
        if (busyLanes < lanes) void work()
      })
    },
    settle() {
      return busyLanes === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))
    },
  }
}
