import { useMemo } from 'react'
import { type ColumnId, shownColumns } from './table-model.ts'

/** Columns that stay while a keyword's details are beside the table. */
const besideDrawer: ReadonlySet<ColumnId> = new Set([
  'text',
  'volume',
  'popularity',
  'monthly',
  'difficulty',
  'position',
  'own',
])

type ColumnsContext = {
  /** Default columns. */
  usual: readonly ColumnId[]
  /** The columns there are; others that someone chose are of other tables. */
  offered: readonly ColumnId[]
  /** What someone chose; null until then. */
  chosen: ColumnId[] | null
  filled: ReadonlySet<ColumnId>
  /** No row has arrived yet. */
  isEmpty: boolean
  /** A keyword's details are beside the table. */
  isBeside: boolean
}

/** The table's columns: those someone chose, else the usual ones that have values; the footnote says why others are empty. */
export function useShownColumns({ usual, offered, chosen, filled, isEmpty, isBeside }: ColumnsContext) {
  const allColumns = useMemo(
    () => chosen?.filter((name) => offered.includes(name)) ?? shownColumns(usual, filled, isEmpty),
    [chosen, offered, usual, filled, isEmpty],
  )
  const shown = useMemo(
    () => (isBeside ? allColumns.filter((name) => besideDrawer.has(name)) : allColumns),
    [allColumns, isBeside],
  )
  return { allColumns, shown }
}
