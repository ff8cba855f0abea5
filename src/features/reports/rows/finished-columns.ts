import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import {
  computeColumns,
  type FoundColumn,
  findStoredColumns,
  maxRowsWithoutColumns,
  type RequestedColumn,
  type RowStats,
} from '../store/column-store.ts'
import type { createColumnCache } from './column-cache.ts'

type Dependencies = {
  /** Enqueues building a big report's columns. */
  makeColumns(ref: ResourceRef): Promise<void>
  cache: ReturnType<typeof createColumnCache<FoundColumn & { bytes: number }>>
}

/** Cached, stored or computed columns of a finished report. */
export function createFinishedColumns({ makeColumns, cache }: Dependencies) {
  return async (
    db: Database,
    ref: ResourceRef,
    { attempt, rows }: RowStats,
    requested: readonly RequestedColumn[],
  ): Promise<FoundColumn[]> => {
    const toKey = ({ name, labels }: RequestedColumn) => `${ref.id} ${attempt} ${name}${labels ? ' labels' : ''}`
    // A column with labels also serves for sorting.
    const found = requested.map((column) => cache.get(toKey(column)) ?? cache.get(toKey({ ...column, labels: true })))
    const cacheAt = (at: number, column: FoundColumn) => {
      const labelBytes = (column.labels ?? []).reduce((sum, label) => sum + label.length + 16, 0)
      found[at] = { ...column, bytes: column.ranks.byteLength + labelBytes + (column.texts?.length ?? 0) }
      cache.add(toKey(requested[at]!), found[at])
    }
    const findMissing = () => requested.flatMap((column, at) => (found[at] ? [] : [{ column, at }]))
    const isBig = rows > maxRowsWithoutColumns
    if (isBig && findMissing().length > 0) {
      const missing = findMissing()
      const stored = await findStoredColumns(db, ref, attempt, toColumns(missing))
      for (const [index, { at }] of missing.entries()) if (stored[index]) cacheAt(at, stored[index])
      if (findMissing().length > 0) await makeColumns(ref)
    }
    const missing = findMissing()
    if (missing.length > 0) {
      const { columns } = await computeColumns(db, ref, true, toColumns(missing))
      for (const [index, { at }] of missing.entries()) cacheAt(at, columns[index]!)
    }
    return found as FoundColumn[]
  }
}

const toColumns = (missing: { column: RequestedColumn }[]) => missing.map(({ column }) => column)
