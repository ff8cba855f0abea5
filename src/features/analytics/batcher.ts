/**
 * Many small writes as few large ones: whatever arrives while a write is under way goes with the next. Each caller waits for
 * the write its own items went with, so an answer still means that they are stored.
 */
export type GroupCommit<Item> = {
  /** Resolves when the items are stored; rejects with what their write failed of, or at once when `isFull`. */
  add(items: Item[], size: number): Promise<void>
  /** True when more waits than may. */
  isFull(): boolean
  /** Waits for everything that was added. */
  settle(): Promise<void>
}

export type GroupCommitSettings<Item> = {
  write(items: Item[]): Promise<void>
  /** Writes under way at once. */
  lanes: number
  /** Items a write carries at most, unless one caller alone brings more. */
  maxItems: number
  /** Size (in the callers' own unit) a write carries at most, unless one caller alone brings more. */
  maxSize: number
  /** Size that may wait before `isFull`. */
  maxWaitingSize: number
}

type Waiting<Item> = { items: Item[]; size: number; resolve(): void; reject(error: unknown): void }

export function createGroupCommit<Item>(settings: GroupCommitSettings<Item>): GroupCommit<Item> {
  let waiting: Waiting<Item>[] = []
  let waitingSize = 0
  let busyLanes = 0
  let idle: (() => void)[] = []

  /** The callers of the next write, in the order they came. */
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
    // After the requests that are being read in this turn of the event loop: they go along.
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
