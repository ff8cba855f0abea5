import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { usePrinting } from '#ui/hooks/use-printing.ts'
import { useWidth } from '#ui/hooks/use-size.ts'
import { RetryNote } from '#ui/retry-note.tsx'
import type { RowSummary } from '../../../../contract.ts'
import { type OpenedKeyword, useOpenedKeyword } from '../drawer/use-opened-keyword.ts'
import { FilterStatus } from '../filters/filter-status.tsx'
import { columnNotes, Nothing } from '../keywords-footer.tsx'
import { KeywordsToolbar } from '../keywords-toolbar.tsx'
import { PickedBar, type PickedBarActions } from '../selection/picked-bar.tsx'
import { usePickedActions } from '../selection/use-picked-actions.ts'
import { useTableSelection } from '../selection/use-table-selection.ts'
import { KeywordsGrid } from './keywords-grid.tsx'
import { RowsOnPaper } from './print-rows.tsx'
import {
  type ColumnId,
  isFiltered,
  noFilter,
  reportColumns,
  type TableFilter,
  type TableSort,
  toFilledColumns,
  toSortParam,
} from './table-model.ts'
import { type RowSource, useRowsView } from './use-rows-view.ts'
import { useShownColumns } from './use-shown-columns.ts'
import { useTableLook } from './use-table-look.ts'
import { useTableState } from './use-table-state.ts'

const SavedViews = lazy(() => import('../filters/saved-views.tsx').then((file) => ({ default: file.SavedViews })))

export type KeywordsTableProps = PickedBarActions & {
  source: RowSource
  /** Changes when there may be other rows. */
  revision?: string
  running?: boolean
  /** Why columns are empty, by column: overview.missing. */
  missing?: Record<string, string>
  /** What the rows are, each time it's counted. */
  onSummary?: (summary: RowSummary) => void
  /** Another filter or order was chosen. */
  onQuery?: (filter: TableFilter, sort: TableSort | null) => void
  onExport?: (format: string, filter: TableFilter, sort: TableSort | null) => void
  /** The columns to choose from; those of reports by default. */
  offered?: readonly ColumnId[]
  /** Shown in place of rows where there are none and no filter. */
  nothing?: ReactNode
  /** Default columns, of which empty ones are hidden. */
  usual?: readonly ColumnId[]
  /** The user setting that stores the table's columns and density. */
  storageKey?: string
  /** CSS height of the scroll area. */
  height?: string
  label?: string
  /** What it shows first, such as from a link. */
  initial?: { filter: TableFilter; sort: TableSort | null }
  /** Offers saved views of this workspace. */
  views?: { workspaceId: string; editor: boolean }
  /** A keyword's details, beside the table or over it. */
  drawer?: (opened: OpenedKeyword) => ReactNode
}

const narrowBelow = 600
/** One object, because rows are drawn again when it's another. */
const nothingMissing: Record<string, string> = {}
const usualColumns: readonly ColumnId[] = [
  'text',
  'sources',
  'volume',
  'popularity',
  'monthly',
  'difficulty',
  'cpc',
  'intent',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'own',
]

/**
 * Keyword table for 10,000 rows and more (virtualized). Tab goes to the active row and out again; arrows move, Space selects,
 * Shift+arrows and Shift+click select a range, ⌘A selects all matching rows, ⌘C copies them for a spreadsheet, Enter opens,
 * Escape closes and clears the selection.
 */
export function KeywordsTable(props: KeywordsTableProps) {
  const { source, revision = '', running, missing = nothingMissing, views, drawer } = props
  const { onSummary, onQuery, onExport } = props
  const {
    offered = reportColumns,
    usual = usualColumns,
    storageKey = 'keyword-table',
    height = 'min(72vh, 760px)',
    label = 'Keywords',
  } = props
  const printing = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const section = useRef<HTMLElement>(null)
  const narrow = useWidth(scroller, 1000) < narrowBelow
  const { filter, sort, setFilter, setSort, ownColumns, setOwnColumns, apply } = useTableState(props.initial)
  const { chosen, widths, density, change: changeLook } = useTableLook(storageKey)
  const [active, setActive] = useState(0)
  const query = useMemo(() => ({ filter, sort }), [filter, sort])
  const queried = useRef(query)
  useEffect(() => {
    if (queried.current === query) return
    queried.current = query
    onQuery?.(query.filter, query.sort)
  }, [query, onQuery])
  const view = useRowsView(source, query, revision)
  const picked = useTableSelection(view.count)
  const { here: known, summary } = view
  const filled = useMemo(() => toFilledColumns(summary?.columns ?? []), [summary])
  const summarized = useRef(onSummary)
  summarized.current = onSummary
  useEffect(() => {
    if (summary) summarized.current?.(summary)
  }, [summary])
  const changeFilter = (next: TableFilter) => {
    setFilter(next)
    // "All matching" is of one filter; rows picked one by one stay.
    if (picked.isAll) picked.clear()
  }
  const at = Math.min(active, Math.max(0, view.count - 1))
  const { opened, open, isOpen, close } = useOpenedKeyword({ section, view, at, setActive, isOffered: !!drawer })
  const { allColumns, shown } = useShownColumns({
    usual,
    offered,
    chosen: ownColumns ?? chosen,
    filled,
    isEmpty: known.length === 0,
    isBeside: opened !== null && !opened.modal,
  })
  const changeColumns = (names: ColumnId[]) => (ownColumns ? setOwnColumns(names) : changeLook({ columns: names }))
  const filtered = isFiltered(filter)
  const pickAll = () => (view.count > 0 && view.here.length === view.count ? picked.only(view.here) : picked.all())
  const notes = useMemo(() => columnNotes(known, filled, missing, shown), [known, filled, missing, shown])
  const actions = usePickedActions({ picked, source, filter, sort, active: view.at(at), shown })
  return (
    <section ref={section} aria-label={label} className="min-w-0">
      <KeywordsToolbar
        filter={filter}
        onFilter={changeFilter}
        sort={sort}
        onSort={setSort}
        summary={summary}
        shown={allColumns}
        filled={filled}
        missing={missing}
        onShown={changeColumns}
        offered={offered}
        density={density}
        onDensity={(next) => changeLook({ density: next })}
        narrow={narrow}
        views={
          views && (
            <Suspense>
              <SavedViews
                {...views}
                state={{ filter, sort: toSortParam(sort) ?? null, columns: ownColumns ?? chosen }}
                isChanged={filtered || sort !== null}
                onApply={(chosenView) => {
                  apply(chosenView)
                  picked.clear()
                }}
              />
            </Suspense>
          )
        }
      />
      <FilterStatus
        count={view.count}
        filtered={filtered}
        running={running}
        summary={summary}
        unknown={view.unknown}
        filter={filter}
        onFilter={changeFilter}
        onClear={() => changeFilter(noFilter)}
        onExport={onExport && ((format) => onExport(format, filter, sort))}
      />
      {view.error && (
        <RetryNote onRetry={view.retry} className="mb-2">
          {view.error}
        </RetryNote>
      )}
      <div className={opened && !opened.modal ? 'grid grid-cols-[minmax(0,1fr)_minmax(380px,440px)] gap-4' : undefined}>
        <KeywordsGrid
          label={label}
          height={height}
          scroller={scroller}
          view={view}
          picked={picked}
          active={at}
          onActive={setActive}
          shown={shown}
          onShown={changeColumns}
          widths={widths}
          onWidths={(next) => changeLook({ widths: next })}
          filled={filled}
          missing={missing}
          density={density}
          narrow={narrow}
          sort={sort}
          onSort={setSort}
          onPickAll={pickAll}
          onOpen={drawer && open}
          onClose={isOpen ? close : undefined}
          onCopy={actions.onCopy}
        >
          {(!filtered && props.nothing) || (
            <Nothing filtered={filtered} running={running} onClear={() => changeFilter(noFilter)} />
          )}
        </KeywordsGrid>
        {opened && drawer && <Suspense>{drawer(opened)}</Suspense>}
      </div>
      {printing && <RowsOnPaper rows={view.here} total={view.count} shown={shown} caption={label} />}
      <p className="pt-2 text-xs text-ink-3">{notes}</p>
      <PickedBar {...props} picked={picked} actions={actions} view={view} filter={filter} sort={sort} onAll={pickAll} />
    </section>
  )
}
