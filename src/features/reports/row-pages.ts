import type { Database, HotRead } from '#platform/database.ts'
import { createColumnCache } from './column-cache.ts'
import { type ColumnQuery, findMatchingRows, getColumnNames } from './column-index.ts'
import {
  type FoundColumn,
  findColumns,
  findRowStats,
  isLabelled,
  isRanked,
  maxRowsWithoutColumns,
} from './column-store.ts'
import type { Row } from './contract.ts'
import type { ReportRef } from './report-ref.ts'
import { countRows, findRows, findRowsAt, findRowsCounted, type RowQuery, sectionTypes } from './row-store.ts'

/**
 * A page of a report's rows and how many there are. Nothing is counted that is known; big finished reports are looked through by
 * column (row-columns.ts), and what columns do not answer the database does from the rows.
 */

export type RowPageDependencies = {
  db: Database
  hotRead: HotRead
  /** Enqueues building a big report's columns. */
  makeColumns(ref: ReportRef): Promise<void>
}
type RowPageQuery = RowQuery & { limit: number; offset: number }

/** A report of 100,000 rows has 10 MB of columns. */
const maxCachedBytes = 64_000_000

export function createRowPages({ db, hotRead, makeColumns }: RowPageDependencies) {
  const cache = createColumnCache<FoundColumn>(maxCachedBytes)

  /** Undefined when one of them doesn't exist. */
  async function getColumns(ref: ReportRef, attempt: number, names: string[]) {
    const toKey = (name: string) => `${ref.id} ${attempt} ${name}`
    const columns = new Map<string, FoundColumn>()
    for (const name of names) {
      const column = cache.get(toKey(name))
      if (column) columns.set(name, column)
    }
    const missing = names.filter((name) => !columns.has(name))
    if (missing.length > 0)
      for (const [name, column] of await findColumns(hotRead, ref, attempt, missing)) {
        cache.add(toKey(name), column)
        columns.set(name, column)
      }
    return columns.size === names.length ? columns : undefined
  }

  return {
    /** Null when there is no such report. */
    async find(ref: ReportRef, request: RowPageQuery): Promise<{ items: Row[]; total: number } | null> {
      const stats = await findRowStats(hotRead, ref, request.section, request.q ?? null)
      if (!stats) return null
      const isDone = stats.status === 'done'
      const isWhole = !request.q && Object.keys(request.filters ?? {}).length === 0
      const known = isDone && isWhole ? stats.counted : null
      const isBig = stats.rows > maxRowsWithoutColumns
      const query = isDone ? getColumnQuery(request) : null
      const names = query ? getColumnNames(query) : []

      if (query && known !== null && names.length === 0) {
        const { indexes } = findMatchingRows(new Map(), null, known, query)
        return { items: await findRowsAt(db, ref, indexes.map(getPosition)), total: known }
      }
      if (query && isBig && names.length > 0) {
        const columns = await getColumns(ref, stats.attempt, names)
        if (columns) {
          const count = [...columns.values()][0]!.ranks.length
          const texts = columns.get('words')?.texts ?? null
          const { indexes, total } = findMatchingRows(columns, texts, count, { ...query, words: stats.words })
          return { items: await findRowsAt(db, ref, indexes.map(getPosition)), total }
        }
        await makeColumns(ref)
      }
      if (known === null && !isBig) {
        const { rows, total } = await findRowsCounted(db, ref, request)
        return { items: rows, total }
      }
      const [items, total] = await Promise.all([findRows(db, ref, request), known ?? countRows(db, ref, request)])
      return { items, total }
    },
  }
}

/** Rows are numbered from 1. */
const getPosition = (index: number) => index + 1

/** Null where the columns do not answer: rows are looked up by a number, or ordered by their lists of sources. */
function getColumnQuery({ section, q, filters = {}, sort, limit, offset }: RowPageQuery): ColumnQuery | null {
  if (sort && !isRanked(sort.replace(/^-/, ''))) return null
  for (const [name, wanted] of Object.entries(filters)) {
    const values = Array.isArray(wanted) ? wanted : [wanted]
    if (!isLabelled(name) && values.some((value) => value !== null)) return null
  }
  return { types: sectionTypes[section], filters, sort: sort ?? null, words: q ?? null, offset, limit }
}
