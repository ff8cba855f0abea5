import { useCallback, useState } from 'react'
import type { TableRow } from '../table/table-model.ts'

/** Rows picked one by one, or every matching row but some. */
type Picked = { rows: ReadonlyMap<string, TableRow> } | { without: ReadonlySet<string> }

const none: Picked = { rows: new Map() }

/**
 * Which rows are picked; and the row a range starts from.
 * @param total how many rows match: they can be picked without being loaded
 */
export function useTableSelection(total: number) {
  const [picked, setPicked] = useState<Picked>(none)
  const [anchor, setAnchor] = useState<number | null>(null)

  const set = useCallback((rows: TableRow[], on: boolean) => {
    setPicked((old) => {
      if ('without' in old) {
        const without = new Set(old.without)
        for (const { _id } of rows)
          if (on) without.delete(_id)
          else without.add(_id)
        return { without }
      }
      const next = new Map(old.rows)
      for (const row of rows)
        if (on) next.set(row._id, row)
        else next.delete(row._id)
      return { rows: next }
    })
  }, [])
  const only = useCallback((rows: TableRow[]) => setPicked({ rows: new Map(rows.map((row) => [row._id, row])) }), [])
  const all = useCallback(() => setPicked({ without: new Set() }), [])
  const clear = useCallback(() => {
    setPicked(none)
    setAnchor(null)
  }, [])
  const isAll = 'without' in picked
  return {
    has: (id: string) => ('without' in picked ? !picked.without.has(id) : picked.rows.has(id)),
    size: 'without' in picked ? Math.max(0, total - picked.without.size) : picked.rows.size,
    /** Every matching row, but those taken out again. */
    isAll,
    isWhole: 'without' in picked && picked.without.size === 0,
    /** The rows picked one by one. */
    rows: 'rows' in picked ? [...picked.rows.values()] : [],
    anchor,
    setAnchor,
    set,
    only,
    all,
    clear,
  }
}
