/**
 * Columns that were read lately, up to so many bytes; those unused for longest go first. What a run of a report left never changes, so
 * nothing here is ever outdated: a key names the run.
 */
export type ColumnCache<Column extends { bytes: number }> = ReturnType<typeof createColumnCache<Column>>

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
