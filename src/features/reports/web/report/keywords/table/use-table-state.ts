import { useState } from 'react'
import type { KeywordView } from '../../../../contract.ts'
import { readColumns } from './column-layout.ts'
import { type ColumnId, fromSortParam, noFilter, type TableFilter, type TableSort, tidyFilter } from './table-model.ts'

/** Filter and order of a table, and the columns of the view that was applied, which leave the person's own alone. */
export function useTableState(initial: { filter: TableFilter; sort: TableSort | null } | undefined) {
  const [filter, setFilter] = useState<TableFilter>(initial?.filter ?? noFilter)
  const [sort, setSort] = useState<TableSort | null>(initial?.sort ?? null)
  const [ownColumns, setOwnColumns] = useState<ColumnId[] | null>(null)
  return {
    filter,
    sort,
    ownColumns,
    setSort,
    setOwnColumns,
    setFilter: (next: TableFilter) => {
      const tidy = tidyFilter(next)
      setFilter(tidy)
      if (Object.keys(tidy).length === 0) setOwnColumns(null)
    },
    apply: (view: KeywordView) => {
      setFilter(tidyFilter(view.filter))
      setSort(fromSortParam(view.sort))
      setOwnColumns(readColumns(view.columns ?? undefined))
    },
  }
}
