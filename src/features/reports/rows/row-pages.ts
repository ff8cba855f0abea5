import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Row, RowSummary, UnknownCounts } from '../contract.ts'
import type { ReadReport } from '../report-reader.ts'
import type { Counted } from '../rules/findings.ts'
import {
  type ColumnQuery,
  countValues,
  findMatchingRows,
  getNeededColumns,
  listColumns,
  type RowColumn,
  type RowTexts,
  sumValues,
  type UnknownRows,
} from '../rules/rows/column-index.ts'
import { type RowQuery, sectionTypes, toColumnQuery } from '../rules/rows/to-column-query.ts'
import {
  computeColumns,
  type FoundColumn,
  findFilledColumns,
  findRowStats,
  type RequestedColumn,
  type RowStats,
  textsColumn,
} from '../store/column-store.ts'
import { countRows, findRows, findRowsAt, findRowsByKey } from '../store/row-read-store.ts'
import { createColumnCache } from './column-cache.ts'
import { createFinishedColumns } from './finished-columns.ts'
import { packedTexts } from './packed-texts.ts'

/**
 * Answers every question for a report's rows: pages, whole results and counts, of reports of any size, finished or running. Rows are
 * filtered and sorted by their columns (column-index.ts), and only those shown are read.
 */

export type RowPageDependencies = {
  read: ReadReport
  /** Enqueues building a big report's columns. */
  makeColumns(ref: ResourceRef): Promise<void>
  /** Resolves topics to those without topics under them. */
  findLeafTopics(ref: ResourceRef, ids: string[]): Promise<string[]>
}

export type RowPage = {
  items: Row[]
  total: number
  unknown?: UnknownCounts
  next_cursor: string | null
  summary?: RowSummary
}

type PageRequest = { limit: number; offset: number; cursor?: string; summary?: boolean }

/** A report of 100,000 rows has 10 MB of columns. */
const maxCachedBytes = 64_000_000
const maxExamples = 3
/** Rows read at a time when all are requested. */
const rowsAtATime = 2000

type Matches = {
  /** Indexes in order; null stands for all rows. */
  indexes: Uint32Array | null
  total: number
  unknown: UnknownRows | null
  read(db: Database, indexes: number[]): Promise<Row[]>
  columns: ReadonlyMap<string, RowColumn>
}

export function createRowPages({ read, makeColumns, findLeafTopics }: RowPageDependencies) {
  const cache = createColumnCache<FoundColumn & { bytes: number }>(maxCachedBytes)
  const getFinishedColumns = createFinishedColumns({ makeColumns, cache })

  async function match(
    db: Database,
    ref: ResourceRef,
    stats: RowStats,
    query: ColumnQuery,
    more: readonly RequestedColumn[],
  ): Promise<Matches> {
    const named = new Map<string, RequestedColumn>()
    for (const column of [...getNeededColumns(query), ...more])
      named.set(column.name, { ...column, labels: column.labels || (named.get(column.name)?.labels ?? false) })
    const hasTexts = query.include.length + query.exclude.length > 0
    // A cursor or a count needs one column at least, which tells how many rows there are.
    const requested = [...named.values(), ...(hasTexts ? [textsColumn] : [])]
    if (requested.length === 0) requested.push({ name: 'type', labels: true })
    const isDone = stats.status === 'done'
    const { columns: found, keys } = isDone
      ? { columns: await getFinishedColumns(db, ref, stats, requested), keys: null }
      : await computeColumns(db, ref, false, requested)
    const columns = new Map<string, RowColumn>()
    let texts: RowTexts | null = null
    requested.forEach((column, at) => {
      const { ranks, labels, texts: bytes } = found[at]!
      if (column === textsColumn) texts = packedTexts(bytes!, ranks as Uint32Array)
      else columns.set(column.name, { ranks, labels })
    })
    const { indexes, total, unknown } = findMatchingRows(columns, texts, found[0]!.ranks.length, query)
    return {
      indexes,
      total,
      unknown,
      columns,
      read: (from, indexes) =>
        keys
          ? findRowsByKey(
              from,
              ref,
              indexes.map((index) => keys[index]!),
            )
          : findRowsAt(from, ref, indexes.map(toPosition)),
    }
  }

  async function prepare(db: Database, ref: ResourceRef, query: RowQuery, withHidden = false) {
    const clusterIds = query.cluster_ids ? await findLeafTopics(ref, query.cluster_ids) : null
    const stats = await findRowStats(db, ref, query.section)
    const columnQuery = toColumnQuery(query, clusterIds)
    return stats && { stats, query: withHidden ? columnQuery : withoutHidden(columnQuery, stats, query.hidden) }
  }

  async function getFilled(
    db: Database,
    ref: ResourceRef,
    { status, attempt }: RowStats,
    section: RowQuery['section'],
  ) {
    const key = `${ref.id} ${attempt} filled ${section}`
    const known = cache.get(key)?.labels
    if (known) return known
    const filled = await findFilledColumns(db, ref, sectionTypes[section])
    if (status === 'done')
      cache.add(key, { ranks: new Uint8Array(), labels: filled, texts: null, bytes: 16 * filled.length })
    return filled
  }

  async function findPage(db: Database, ref: ResourceRef, request: RowQuery & PageRequest): Promise<RowPage | null> {
    const prepared = await prepare(db, ref, request)
    if (!prepared) return null
    const { stats, query } = prepared
    const { limit, summary } = request
    const offset = request.cursor === undefined ? request.offset : readCursor(request.cursor, stats)
    const toNext = (total: number) => (offset + limit < total ? makeCursor(stats, offset + limit) : null)
    const isWhole = query.conditions.length + query.include.length + query.exclude.length === 0 && !query.sort
    if (isWhole && !summary) {
      const known = stats.status === 'done' ? stats.counted : null
      const [items, total] = await Promise.all([
        // By position a page far down is read as fast as the first.
        known === null
          ? findRows(db, ref, { section: 'keywords', limit, offset })
          : findRowsAt(db, ref, getIndexes(null, known, offset, limit).map(toPosition)),
        known ?? countRows(db, ref),
      ])
      return { items, total, next_cursor: toNext(total) }
    }
    const matches = await match(db, ref, stats, query, summary ? summaryColumns : [])
    const { total, unknown } = matches
    const [items, summarized] = await Promise.all([
      matches.read(db, getIndexes(matches.indexes, total, offset, limit)),
      summary
        ? getFilled(db, ref, stats, request.section).then((filled) => summarize(matches, stats, request, filled))
        : undefined,
    ])
    return {
      items,
      total,
      ...(unknown && Object.keys(unknown.columns).length > 0
        ? { unknown: { rows: unknown.rows, ...unknown.columns } }
        : {}),
      next_cursor: toNext(total),
      ...(summarized ? { summary: summarized } : {}),
    }
  }

  async function countAll(db: Database, ref: ResourceRef, request: RowQuery): Promise<Counted | null> {
    const prepared = await prepare(db, ref, request)
    if (!prepared) return null
    const matches = await match(db, ref, prepared.stats, prepared.query, [{ name: 'volume', labels: true }])
    const { indexes, total, unknown, columns } = matches
    return {
      rows: total,
      unknown: unknown?.rows ?? 0,
      volume: sumValues(columns.get('volume')!, indexes),
      examples: (await matches.read(db, getIndexes(indexes, total, 0, maxExamples))).map(({ _id, text }) => ({
        _id,
        text,
      })),
    }
  }

  return {
    /**
     * Null when there is no such report.
     * @throws AppError invalid_input when the cursor is of another state of the report
     */
    find: (ref: ResourceRef, request: RowQuery & PageRequest) => read(ref, (db) => findPage(db, ref, request)),

    /** Counts the matching rows and adds up their volumes, with the first three of them. Null when there is no such report. */
    count: (ref: ResourceRef, request: RowQuery) => read(ref, (db) => countAll(db, ref, request)),

    /** Streams all matching rows in batches, so that a big report never is in memory as a whole. */
    async *stream(ref: ResourceRef, request: RowQuery, withHidden = false): AsyncGenerator<Row> {
      const matches = await read(ref, async (db) => {
        const prepared = await prepare(db, ref, request, withHidden)
        return prepared && match(db, ref, prepared.stats, prepared.query, [])
      })
      if (!matches) return
      const { indexes, total } = matches
      for (let offset = 0; offset < total; offset += rowsAtATime)
        yield* await read(ref, (db) => matches.read(db, getIndexes(indexes, total, offset, rowsAtATime)))
    },
  }
}

/** How many rows of the section there are of each kind, and in which columns. */
function summarize(
  matches: Matches,
  stats: RowStats,
  { section, hidden: isHidden }: Pick<RowQuery, 'section' | 'hidden'>,
  filled: string[],
): RowSummary {
  const own = withoutHidden(toColumnQuery({ section }, null), stats, isHidden)
  const rows = matches.columns.get('type')!.ranks.length
  const { indexes, total } = findMatchingRows(matches.columns, null, rows, { ...own, sort: null })
  const count = (name: string, none?: string) => {
    const counts = countValues(matches.columns.get(name)!, indexes, listColumns.has(name))
    const named = [...counts].map(([value, rows]) => [value ?? none, rows] as const)
    return Object.fromEntries(named.filter(([value]) => value !== undefined)) as Record<string, number>
  }
  return {
    rows: total,
    hidden: stats.hidden,
    types: count('type'),
    intents: count('intent', 'none'),
    sources: count('sources'),
    serp_features: count('serp_features'),
    columns: filled,
    volume: sumValues(matches.columns.get('volume')!, matches.indexes),
  }
}

/** Only the rows that someone hid, or all but them. */
function withoutHidden(query: ColumnQuery, { hidden }: RowStats, isWanted = false): ColumnQuery {
  if (hidden === 0 && !isWanted) return query
  return { ...query, conditions: [...query.conditions, { column: 'hidden', values: [isWanted ? 'yes' : null] }] }
}

const summaryColumns: RequestedColumn[] = ['type', 'intent', 'sources', 'serp_features', 'volume'].map((name) => ({
  name,
  labels: true,
}))

function getIndexes(from: Uint32Array | null, total: number, offset: number, limit: number): number[] {
  const indexes: number[] = []
  for (let at = offset; at < Math.min(total, offset + limit); at++) indexes.push(from ? from[at]! : at)
  return indexes
}

/** Rows are numbered from 1. */
const toPosition = (index: number) => index + 1

const makeCursor = ({ attempt }: RowStats, offset: number) => Buffer.from(`${attempt} ${offset}`).toString('base64url')

function readCursor(cursor: string, { attempt }: RowStats): number {
  const [, of, offset] = /^(\d+) (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (Number(of) !== attempt)
    throw new AppError('invalid_input', 'cursor is of an earlier state of the report. Start again without it.', {
      field: 'cursor',
      reason: 'cursor_outdated',
    })
  return Number(offset)
}
