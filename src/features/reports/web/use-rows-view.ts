import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { getSentence } from '#web/loader-calls.ts'
import type { Row } from '../contract.ts'
import { reportErrorTexts } from './error-texts.ts'
import { applyQuery, type TableQuery } from './table-model.ts'

/** Rows that stay on the server: asked for in pages as they come into sight, filtered and sorted there. */
export type RowLoader = (offset: number, limit: number, query: TableQuery) => Promise<{ items: Row[]; total: number }>

export type RowsView = {
  /** How many rows pass the filter. */
  count: number
  /** A row in the order shown; undefined while it is on its way. */
  at: (index: number) => Row | undefined
  /** Every row that passes and is here, in the order shown. */
  here: Row[]
  /** Say which rows are in sight, so that they can be loaded. */
  see: (from: number, to: number) => void
  /** Why the last page could not be loaded. */
  error: string | null
  retry: () => void
}

const pageSize = 100

/** One view over both: rows in memory (which may keep arriving), or a loader. */
export function useRowsView(rows: Row[], load: RowLoader | undefined, query: TableQuery): RowsView {
  // Typing stays fast over 10,000 rows: the list follows a moment behind the filter's text.
  const deferred = useDeferredValue(query)
  const sorted = useMemo(() => (load ? [] : applyQuery(rows, deferred)), [rows, load, deferred])
  const remote = useLoadedRows(load, query)
  return useMemo(
    () =>
      load
        ? remote
        : {
            count: sorted.length,
            at: (index: number) => sorted[index],
            here: sorted,
            see: () => {},
            error: null,
            retry: () => {},
          },
    [load, remote, sorted],
  )
}

type Loaded = { query: TableQuery; total: number; pages: Map<number, Row[]>; error: string | null }

function useLoadedRows(load: RowLoader | undefined, query: TableQuery): RowsView {
  const fresh = (): Loaded => ({ query, total: 0, pages: new Map(), error: null })
  const [loaded, setLoaded] = useState<Loaded>(fresh)
  const underWay = useRef(new Set<string>())
  const current = loaded.query === query ? loaded : fresh()
  const latest = useRef(query)
  latest.current = query

  const ask = (page: number) => {
    const key = `${page} ${JSON.stringify(query)}`
    if (!load || current.pages.has(page) || underWay.current.has(key)) return
    underWay.current.add(key)
    load(page * pageSize, pageSize, query)
      .then(
        ({ items, total }) => {
          if (latest.current !== query) return
          setLoaded((old) => {
            const base = old.query === query ? old : { ...old, query, pages: new Map<number, Row[]>() }
            return { query, total, pages: new Map(base.pages).set(page, items), error: null }
          })
        },
        (error: unknown) => {
          if (latest.current !== query) return
          const reason = getSentence(error, reportErrorTexts)
          setLoaded((old) => ({
            ...(old.query === query ? old : { query, total: 0, pages: new Map() }),
            error: reason,
          }))
        },
      )
      .finally(() => underWay.current.delete(key))
  }
  const askLatest = useRef(ask)
  askLatest.current = ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page of each new query.
  useEffect(() => askLatest.current(0), [query, load])

  return useMemo(
    () => ({
      count: current.total,
      at: (index: number) => current.pages.get(Math.floor(index / pageSize))?.[index % pageSize],
      here: [...current.pages].sort(([a], [b]) => a - b).flatMap(([, items]) => items),
      see: (from: number, to: number) => {
        if (current.error) return
        for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page++) askLatest.current(page)
      },
      error: current.error,
      retry: () => {
        setLoaded((old) => ({ ...old, error: null }))
        askLatest.current(0)
      },
    }),
    [current.total, current.pages, current.error],
  )
}
