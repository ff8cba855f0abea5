/**
 * Group commit: items that arrive during a write are stored together by the next one. Each caller waits for its own items' write, so
 * a resolved promise means that they are stored.
 */
export type GroupCommit<Item> = {
  /** Resolves when the items are stored; rejects with the error of their write. */
  add(items: Item[], size: number): Promise<void>
  /** Backpressure: true when too much is queued. */
  isFull(): boolean
  /** Resolves when the queue is empty. */
  settle(): Promise<void>
}

export type GroupCommitSettings<Item> = {
  write(items: Item[]): Promise<void>
  /** Concurrent writes. */
  lanes: number
  /** Most items per write, unless a single caller adds more. */
  maxItems: number
  /** Largest size per write (in the caller's unit), unless a single caller adds more. */
  maxSize: number
  /** Queued size above which `isFull`. */
  maxWaitingSize: number
}

type Waiting<Item> = { items: Item[]; size: number; resolve(): void; reject(error: unknown): void }

export function createGroupCommit<Item>(settings: GroupCommitSettings<Item>): GroupCommit<Item> {
  let waiting: Waiting<Item>[] = []
  let waitingSize = 0
  let busyLanes = 0
  let idle: (() => void)[] = []

  /** The callers of the next write, first in first out. */
  function take(): Waiting<Item>[] {
    let items = 0
    let size = 0
    let count = 0
    for (const next of waiting) {
      if (count > 0 && (items + next.items.length > settings.maxItems || size + next.size > settings.maxSize)) break
      items += next.items.length
      size += next.size
      count++
    }
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    waitingSize -= size
    return taken
  }

  async function store(group: Waiting<Item>[]) {
    try {
      await settings.write(group.length === 1 ? group[0]!.items : group.flatMap(({ items }) => items))
      for (const { resolve } of group) resolve()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function work() {
    busyLanes++
    // Waits one turn of the event loop, so that requests being read now join the batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await store(take())
    busyLanes--
    if (busyLanes === 0) {
      for (const resolve of idle) resolve()
      idle = []
    }
  }

  return {
    isFull: () => waitingSize > settings.maxWaitingSize,
    add(items, size) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ items, size, resolve, reject })
        waitingSize += size
        if (busyLanes < settings.lanes) void work()
      })
    },
    settle() {
      return busyLanes === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))
    },
  }
}
