import { useEffect, useMemo, useRef, useState } from 'react'
import { getSentence } from '#web/calls/error-texts.ts'
import type { RowFilter, RowSummary, UnknownCounts } from '../../../../contract.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import { type TableQuery, type TableRow, tidyFilter, toSortParam } from './table-model.ts'

export type RowsRequest = {
  filter: RowFilter
  sort: string | undefined
  offset: number
  limit: number
  summary: boolean
}
export type RowsPage = { items: TableRow[]; total: number; unknown?: UnknownCounts; summary?: RowSummary }

/** All rows at once come with their texts only. */
export type RowText = Pick<TableRow, '_id' | 'text'> & Partial<Pick<TableRow, 'cluster_id'>>

/** Where a table's rows come from. Keep its identity stable. */
export type RowSource = {
  /** The first page without a filter, if it's known already. */
  first?: RowsPage
  load(request: RowsRequest): Promise<RowsPage>
  /** Every matching row. */
  loadAll(request: Pick<RowsRequest, 'filter' | 'sort'>): Promise<TableRow[]>
  /** Only what lists and outlines take of every matching row. */
  loadTexts(request: Pick<RowsRequest, 'filter' | 'sort'>): Promise<RowText[]>
}

export type RowsView = {
  /** How many rows pass the filter. */
  count: number
  /** A row in the order shown; undefined while it is on its way. */
  at: (index: number) => TableRow | undefined
  /** The rows loaded so far, in the order shown. */
  here: TableRow[]
  unknown: UnknownCounts | undefined
  summary: RowSummary | undefined
  /** Rows of another filter are shown until those of this one arrive. */
  stale: boolean
  /** Before the first answer. */
  empty: boolean
  /** Say which rows are in sight, so that they can be loaded, with so many after them, or before them where it's negative. */
  see: (from: number, to: number, ahead?: number) => void
  /** The rows between two, both included, loaded if they aren't here. */
  range: (from: number, to: number) => Promise<TableRow[]>
  /** Why the last page could not be loaded. */
  error: string | null
  retry: () => void
}

const pageSize = 100
/** Rows of a running report are loaded again at most this often; of long lists less often. */
const refreshMs = 1200
const maxRefreshMs = 10_000

type Loaded = Omit<RowsPage, 'items'> & { query: TableQuery; pages: Map<number, TableRow[]> }

/**
 * A report's rows, asked for in pages as they come into sight, filtered and sorted by the server.
 * @param revision changes when there may be other rows: the pages in sight are loaded again
 */
export function useRowsView(source: RowSource, query: TableQuery, revision: string | number): RowsView {
  const [loaded, setLoaded] = useState<Loaded | null>(() =>
    source.first ? { ...source.first, query, pages: new Map([[0, source.first.items]]) } : null,
  )
  const [error, setError] = useState<string | null>(null)
  const underWay = useRef(new Set<string>())
  const state = useRef({ query, source, loaded })
  state.current = { query, source, loaded }
  const inSight = useRef({ from: 0, to: 0 })

  const actions = useMemo(() => {
    const read = (page: number, asked: TableQuery, summary: boolean) =>
      state.current.source.load({
        filter: tidyFilter(asked.filter),
        sort: toSortParam(asked.sort),
        offset: page * pageSize,
        limit: pageSize,
        summary,
      })

    /** `isFresh` drops the pages loaded before. */
    async function ask(page: number, isFresh = false): Promise<TableRow[]> {
      const { query: asked, source: from } = state.current
      const key = `${page} ${isFresh} ${JSON.stringify(asked)}`
      if (underWay.current.has(key)) return []
      underWay.current.add(key)
      const isCurrent = () => state.current.query === asked && state.current.source === from
      try {
        const { items, ...found } = await read(page, asked, page === 0)
        if (isCurrent()) {
          setError(null)
          setLoaded((old) => {
            const pages = old?.query === asked && !isFresh ? old.pages : []
            return {
              ...found,
              query: asked,
              unknown: found.unknown,
              summary: found.summary ?? old?.summary,
              pages: new Map([...pages, [page, items] as const]),
            }
          })
        }
        return items
      } catch (reason) {
        if (isCurrent()) setError(getSentence(reason, reportErrorTexts))
        return []
      } finally {
        underWay.current.delete(key)
      }
    }

    const toPage = (index: number) => Math.floor(index / pageSize)
    const find = (page: number) => {
      const { loaded: now, query: asked } = state.current
      return now?.query === asked ? now.pages.get(page) : undefined
    }

    return {
      ask,
      see(from: number, to: number, ahead = 0) {
        inSight.current = { from, to }
        const { loaded: now, query: asked } = state.current
        // Of rows of an earlier filter, the first page of the new one is on its way.
        if (now?.query !== asked) return
        const first = toPage(Math.max(0, from + Math.min(0, ahead)))
        const last = toPage(Math.min(now.total - 1, to + Math.max(0, ahead)))
        for (let page = first; page <= last; page++) if (!find(page)) void ask(page)
      },
      async range(from: number, to: number): Promise<TableRow[]> {
        const [first, last] = [Math.min(from, to), Math.max(from, to)]
        const rows: TableRow[] = []
        for (let page = toPage(first); page <= toPage(last); page++) {
          const start = page * pageSize
          rows.push(...(find(page) ?? (await ask(page))).slice(Math.max(0, first - start), last - start + 1))
        }
        return rows
      },
      async refresh() {
        const { from, to } = inSight.current
        await ask(0, true)
        for (let page = Math.max(1, toPage(from)); page <= toPage(to); page++) await ask(page)
      },
    }
  }, [])

  // The first page of each new query.
  const isKnown = loaded?.query === query
  // biome-ignore lint/correctness/useExhaustiveDependencies: a source without rows yet is asked too
  useEffect(() => {
    if (!isKnown) void actions.ask(0)
  }, [query, source, actions])

  const refreshed = useRef({ revision, at: 0 })
  const count = loaded?.total ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows alone don't ask for them again
  useEffect(() => {
    if (refreshed.current.revision === revision) return
    const wait = Math.min(maxRefreshMs, Math.max(refreshMs, count / 5))
    const timer = setTimeout(
      () => {
        refreshed.current = { revision, at: Date.now() }
        void actions.refresh()
      },
      Math.max(0, refreshed.current.at + wait - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [revision, actions])

  return useMemo(
    () => ({
      count,
      at: (index: number) => loaded?.pages.get(Math.floor(index / pageSize))?.[index % pageSize],
      here: [...(loaded?.pages ?? [])].sort(([a], [b]) => a - b).flatMap(([, items]) => items),
      unknown: loaded?.unknown,
      summary: loaded?.summary,
      stale: loaded !== null && loaded.query !== query,
      empty: loaded === null,
      see: actions.see,
      range: actions.range,
      error,
      retry: () => {
        setError(null)
        void actions.ask(0)
      },
    }),
    [loaded, query, count, error, actions],
  )
}
