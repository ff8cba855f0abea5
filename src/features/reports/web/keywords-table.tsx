// biome-ignore-all lint/a11y/useFocusableInteractive: its rows take the focus, one of them by Tab.
// biome-ignore-all lint/a11y/useSemanticElements: rows drawn as they come into sight cannot be a <table>; the grid roles say what they are.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount } from '#ui/format.ts'
import { notify } from '#ui/toast.tsx'
import { usePrinting } from '#ui/use-printing.ts'
import { useWidth } from '#ui/use-size.ts'
import { useUserSetting } from '#web/use-user-setting.ts'
import type { Row } from '../contract.ts'
import { columnNotes, Nothing } from './keywords-footer.tsx'
import { KeywordsHeader } from './keywords-header.tsx'
import { KeywordsRow } from './keywords-row.tsx'
import { KeywordsPicked } from './keywords-selection.tsx'
import { KeywordsToolbar } from './keywords-toolbar.tsx'
import { useListen } from './new-listener-context.tsx'
import { RowsOnPaper } from './print-rows.tsx'
import {
  type ColumnId,
  columnIds,
  columns,
  filledColumns,
  getFacets,
  idsBetween,
  isFiltered,
  noFilter,
  shownColumns,
  type TableFilter,
  type TableSort,
  toLines,
  toTsv,
} from './table-model.ts'
import { type RowLoader, useRowsView } from './use-rows-view.ts'
import { usePickedRows } from './use-selected-rows.ts'

export type KeywordsTableProps = {
  /** All rows; may grow while a report runs. With `load`, the known ones (may be empty). */
  rows: Row[]
  /** Leaves filtering, sorting and pagination to the server. Keep its identity stable. */
  load?: RowLoader
  running?: boolean
  /** Why columns are empty, by column: overview.missing. */
  missing?: Record<string, string>
  onOpen?: (row: Row) => void
  onAddToList?: (rows: Row[]) => void
  onAddToOutline?: (rows: Row[]) => void
  /** Default columns, of which empty ones are hidden. */
  usual?: readonly ColumnId[]
  /** The user setting that stores the table's columns and density. */
  storageKey?: string
  /** CSS height of the scroll area. */
  height?: string
  label?: string
}

export type Density = 'normal' | 'dense'

/** Table settings, stored with the account. */
type TableLook = { columns?: ColumnId[]; density?: Density }

const narrowBelow = 600
const rowHeight = { normal: 34, dense: 27 }
const cardHeight = 54
const pickWidth = 34
/** Rows rendered and loaded beyond the visible ones. */
const overscan = 10
const usualColumns: readonly ColumnId[] = [
  'text',
  'type',
  'intent',
  'volume',
  'monthly',
  'popularity',
  'difficulty',
  'cpc',
  'impressions',
  'clicks',
  'ctr',
  'position',
  'sources',
]

/**
 * Keyword table for 10,000 rows and more (virtualized). Tab goes to the active row and out again; arrows move, Space selects,
 * Shift+arrows and Shift+click select a range, ⌘A selects all matching rows, ⌘C copies them for a spreadsheet, Enter opens,
 * Escape clears the selection.
 */
export function KeywordsTable({
  rows,
  load,
  running,
  missing = {},
  onOpen,
  onAddToList,
  onAddToOutline,
  usual = usualColumns,
  storageKey: keptAs = 'keyword-table',
  height = 'min(72vh, 760px)',
  label = 'Keywords',
}: KeywordsTableProps) {
  const id = useId()
  const printing = usePrinting()
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useWidth(scroller, 1000) < narrowBelow
  const [filter, setFilter] = useState<TableFilter>(noFilter)
  const [sort, setSort] = useState<TableSort | null>(null)
  const stored = useUserSetting<TableLook>({ path: `preferences/${keptAs}` })
  const [changed, setChanged] = useState<TableLook>({})
  const look = { ...stored.content, ...changed }
  const changeLook = (part: TableLook) => {
    const next = { ...look, ...part }
    setChanged(next)
    stored.keep(next)
  }
  const density = look.density === 'dense' ? 'dense' : 'normal'
  const wanted = look.columns?.join() ?? ''
  const chosen = useMemo(() => {
    const names = wanted.split(',')
    const found = columnIds.filter((name) => names.includes(name))
    return found.length > 0 ? found : null
  }, [wanted])
  const [active, setActive] = useState(0)
  const { picked, anchor, setAnchor, set, only, clear } = usePickedRows()

  const query = useMemo(() => ({ filter, sort }), [filter, sort])
  const view = useRowsView(rows, load, query)
  const known = load ? view.here : rows
  const facets = useMemo(() => getFacets(known), [known])
  const filled = useMemo(() => filledColumns(known), [known])
  // Until someone chooses, a column that would be empty is left out; the footnote says why.
  const shown = useMemo(
    () => chosen ?? shownColumns(usual, filled, known.length === 0),
    [chosen, usual, filled, known.length],
  )
  const template = useMemo(
    () =>
      [
        `${pickWidth}px`,
        ...shown.map((name) => (name === 'text' ? `minmax(${columns.text.width}px, 1fr)` : `${columns[name].width}px`)),
      ].join(' '),
    [shown],
  )
  const minWidth = pickWidth + shown.reduce((sum, name) => sum + columns[name].width, 0) + shown.length * 10 + 12
  const size = narrow ? cardHeight : rowHeight[density]

  const at = Math.min(active, Math.max(0, view.count - 1))
  const virtual = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan,
    // The active row stays drawn when it is scrolled out of sight: it may have the focus.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return view.count === 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b)
    },
    // What the server draws before anyone can measure.
    initialRect: { width: 1000, height: 680 },
    scrollPaddingStart: narrow ? 0 : 34,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height needs new positions.
  useEffect(() => virtual.measure(), [size])
  const items = virtual.getVirtualItems()
  const first = Math.max(0, (virtual.range?.startIndex ?? 0) - overscan)
  const last = Math.min(view.count - 1, (virtual.range?.endIndex ?? items.at(-1)?.index ?? 0) + overscan)
  useEffect(() => view.see(first, last), [view, first, last])

  // After the row is drawn: it may have been out of sight until now. The effect of an earlier drawing may come only now,
  // when another row is wanted already; that one is not drawn yet.
  const focusWanted = useRef<number | null>(null)
  useEffect(() => {
    if (focusWanted.current !== at) return
    focusWanted.current = null
    focusRow(at)
  })
  const focusRow = (index: number) => document.getElementById(`${id}-${index}`)?.focus({ preventScroll: true })
  const activate = (index: number) => {
    if (index === at) return focusRow(at)
    focusWanted.current = index
    setActive(index)
  }
  const moveTo = (index: number, extend: boolean) => {
    const next = Math.min(view.count - 1, Math.max(0, index))
    if (extend) {
      const from = anchor ?? at
      setAnchor(from)
      only(idsBetween(view.here, from, next))
    } else setAnchor(null)
    activate(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }
  const toggle = (index: number, range: boolean) => {
    const row = view.at(index)
    if (!row) return
    if (range && anchor !== null) set(idsBetween(view.here, anchor, index), true)
    else set([row._id], !picked.has(row._id))
    setAnchor(index)
    activate(index)
  }
  const toggleLatest = useRef(toggle)
  toggleLatest.current = toggle
  const activateLatest = useRef(activate)
  activateLatest.current = activate
  const openLatest = useRef(onOpen)
  openLatest.current = onOpen
  // Stable, so that rows already drawn are not drawn again while scrolling.
  const rowActions = useMemo(
    () => ({
      toggle: (index: number, range: boolean) => toggleLatest.current(index, range),
      focus: (index: number) => activateLatest.current(index),
      open: (row: Row) => openLatest.current?.(row),
    }),
    [],
  )

  const listen = useListen()
  const pickedRows = () => {
    const list = known.filter((row) => picked.has(row._id))
    const row = view.at(at)
    return list.length > 0 ? list : row ? [row] : []
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-row]')) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / size) - 2)
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: view.count - 1,
    }
    const to = moves[event.key]
    const mod = event.metaKey || event.ctrlKey
    if (to !== undefined) moveTo(to, event.shiftKey)
    else if (event.key === ' ') toggle(at, event.shiftKey)
    else if (event.key === 'a' && mod) only(view.here.map((row) => row._id))
    else if (event.key === 'Escape' && picked.size > 0) clear()
    else if (event.key === 'Enter') {
      const row = view.at(at)
      if (row) onOpen?.(row)
    } else return
    event.preventDefault()
  }
  const onCopy = (event: ClipboardEvent) => {
    if (!window.getSelection()?.isCollapsed) return
    const list = pickedRows()
    event.clipboardData.setData('text/plain', toTsv(list, shown))
    event.preventDefault()
    notify.done(`Copied ${formatCount(list.length)} ${list.length === 1 ? 'row' : 'rows'}.`)
  }
  const copy = async (kind: 'keywords' | 'table') => {
    const list = pickedRows()
    try {
      await navigator.clipboard.writeText(kind === 'keywords' ? toLines(list) : toTsv(list, shown))
      notify.done(`Copied ${formatCount(list.length)} ${list.length === 1 ? 'row' : 'rows'}.`)
    } catch {
      notify.failed('Your browser blocked copying.', { detail: 'Press Ctrl+C or ⌘C in the table instead.' })
    }
  }

  const header = {
    all: picked.size > 0 && view.here.length > 0 && view.here.every((row) => picked.has(row._id)),
    some: picked.size > 0,
  }
  return (
    <section aria-label={label} className="min-w-0">
      <KeywordsToolbar
        filter={filter}
        onFilter={setFilter}
        sort={sort}
        onSort={setSort}
        facets={facets}
        shown={shown}
        filled={filled}
        missing={missing}
        onShown={(names) => changeLook({ columns: names })}
        density={density}
        onDensity={(next) => changeLook({ density: next })}
        narrow={narrow}
        count={view.count}
        total={load ? view.count : rows.length}
        running={running}
        complete={!load && !running}
      />
      {view.error && (
        <ErrorNote
          className="mb-2"
          action={
            <Button size="s" onClick={view.retry}>
              Try again
            </Button>
          }
        >
          {view.error}
        </ErrorNote>
      )}
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={view.count + 1}
        aria-colcount={shown.length + 1}
        aria-multiselectable
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        className="relative overflow-auto rounded-l border print:hidden border-line bg-panel [contain:strict]"
        style={{ height, '--cols': template, '--row-h': `${size}px` } as React.CSSProperties}
      >
        <KeywordsHeader
          shown={shown}
          narrow={narrow}
          sort={sort}
          onSort={setSort}
          missing={missing}
          filled={filled}
          minWidth={minWidth}
          {...header}
          onAll={() => (header.all ? clear() : only(view.here.map((row) => row._id)))}
        />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: virtual.getTotalSize(), minWidth: narrow ? undefined : minWidth }}
        >
          {items.map((item) => {
            const row = view.at(item.index)
            return (
              <KeywordsRow
                key={item.key}
                id={`${id}-${item.index}`}
                row={row}
                index={item.index}
                top={item.start}
                shown={shown}
                narrow={narrow}
                by={filled.has('volume') ? 'volume' : 'popularity'}
                on={row !== undefined && picked.has(row._id)}
                active={item.index === at}
                missing={missing}
                actions={rowActions}
              />
            )
          })}
        </div>
        {view.count === 0 && (
          <div role="row">
            <div role="gridcell" className="sticky left-0 px-4">
              <Nothing filtered={isFiltered(filter)} running={running} onClear={() => setFilter(noFilter)} />
            </div>
          </div>
        )}
      </div>
      {printing && <RowsOnPaper rows={view.here} shown={shown} caption={label} />}
      <p className="pt-2 text-xs text-ink-3">{columnNotes(known, filled, missing)}</p>
      {picked.size > 0 && (
        <KeywordsPicked
          count={picked.size}
          onCopy={copy}
          onClear={clear}
          onAddToList={onAddToList && (() => onAddToList(pickedRows()))}
          onAddToOutline={onAddToOutline && (() => onAddToOutline(pickedRows()))}
          onListen={listen && picked.size === 1 ? () => listen(pickedRows()[0]?.text ?? '') : undefined}
        />
      )}
    </section>
  )
}
