/**
 * An LRU cache of columns, limited by bytes. Entries never become stale: a key includes the run's attempt, and a run's columns
 * never change.
 */
export function createColumnCache<Column extends { bytes: number }>(maxBytes: number) {
  const held = new Map<string, Column>()
  let bytes = 0
  return {
    get(key: string): Column | undefined {
      const column = held.get(key)
      if (!column) return undefined
      // A map keeps the order of its additions: added again, it is the youngest.
      held.delete(key)
      held.set(key, column)
      return column
    },
    add(key: string, column: Column) {
      bytes += column.bytes - (held.get(key)?.bytes ?? 0)
      held.delete(key)
      held.set(key, column)
      for (const [oldest, { bytes: freed }] of held) {
        if (bytes <= maxBytes) break
        held.delete(oldest)
        bytes -= freed
      }
    },
    get bytes() {
      return bytes
    },
  }
}
