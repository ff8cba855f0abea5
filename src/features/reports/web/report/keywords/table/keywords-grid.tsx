// biome-ignore-all lint/a11y/useFocusableInteractive: its rows take the focus, one of them by Tab.
// biome-ignore-all lint/a11y/useSemanticElements: rows drawn as they come into sight cannot be a <table>; the grid roles say what they are.
import { type ClipboardEvent, type ReactNode, type RefObject, useId, useMemo } from 'react'
import type { Density } from '../keywords-toolbar.tsx'
import type { useTableSelection } from '../selection/use-table-selection.ts'
import { type ColumnWidths, getColumnGrid } from './column-layout.ts'
import { getFittingWidth } from './fit-column.ts'
import { KeywordsHeader } from './keywords-header.tsx'
import { KeywordsRow } from './keywords-row.tsx'
import type { ColumnId, TableRow, TableSort } from './table-model.ts'
import { useGridKeyboard } from './use-grid-keyboard.ts'
import type { RowsView } from './use-rows-view.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

export type KeywordsGridProps = {
  label: string
  /** CSS height of the scroll area. */
  height: string
  scroller: RefObject<HTMLDivElement | null>
  view: RowsView
  picked: ReturnType<typeof useTableSelection>
  /** Index of the active row. */
  active: number
  onActive: (index: number) => void
  shown: ColumnId[]
  onShown: (shown: ColumnId[]) => void
  widths: ColumnWidths
  onWidths: (widths: ColumnWidths) => void
  filled: ReadonlySet<ColumnId>
  missing: Record<string, string>
  density: Density
  /** Draws cards instead of columns. */
  narrow: boolean
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  onPickAll: () => void
  onOpen?: (row: TableRow) => void
  /** Closes what is open. */
  onClose?: () => void
  onCopy: (event: ClipboardEvent) => void
  /** Shown in place of rows when none matches. */
  children: ReactNode
}

const rowHeight = { normal: 34, dense: 27 }
/** Two lines of a keyword and one of facts. The same for all cards, so that none has to be measured. */
const cardHeight = 68

/** The table itself: a header that sorts, and the rows in sight, with their keys. */
export function KeywordsGrid(props: KeywordsGridProps) {
  const { label, height, scroller, view, picked, active, onActive, shown, filled, missing, density, narrow } = props
  const { widths, onPickAll, onOpen, onCopy, children } = props
  const id = useId()
  const { template, minWidth } = useMemo(() => getColumnGrid(shown, widths), [shown, widths])
  const size = narrow ? cardHeight : rowHeight[density]
  const drawn = useVirtualRows({ scroller, view, size, narrow, active })
  const { scrollTo } = drawn
  const { rowActions, onKeyDown } = useGridKeyboard({
    id,
    scroller,
    view,
    picked,
    size,
    active,
    onActive,
    scrollTo,
    onPickAll,
    onOpen,
    onClose: props.onClose,
  })
  // Scrolling draws the grid again with the same props, and changes nothing in its header.
  const header = useMemo(() => <GridHeader {...props} minWidth={minWidth} />, [props, minWidth])
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={view.count + 1}
      aria-colcount={shown.length + 1}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      aria-busy={view.stale || view.empty}
      className="relative overflow-auto rounded-l border print:hidden border-line bg-panel [contain:strict]"
      style={{ height, '--cols': template, '--row-h': `${size}px` } as React.CSSProperties}
    >
      {header}
      <div
        role="rowgroup"
        className="relative"
        style={{ height: drawn.height, minWidth: narrow ? undefined : minWidth }}
      >
        {drawn.items.map((item) => {
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
              active={item.index === active}
              open={item.index === active && props.onClose !== undefined}
              missing={missing}
              actions={rowActions}
            />
          )
        })}
      </div>
      {view.count === 0 && !view.empty && !view.stale && (
        <div role="row">
          <div role="gridcell" className="sticky left-0 px-4">
            {children}
          </div>
        </div>
      )}
    </div>
  )
}

function GridHeader({ minWidth, ...props }: KeywordsGridProps & { minWidth: number }) {
  const { scroller, view, picked, shown, onPickAll } = props
  const isAllPicked =
    picked.isWhole || (view.count > 0 && picked.size >= view.count && view.here.every((row) => picked.has(row._id)))
  return (
    <KeywordsHeader
      shown={shown}
      onShown={props.onShown}
      widths={props.widths}
      onWidths={props.onWidths}
      // Without drawing the rows again for each pixel.
      onDragWidth={(next) => scroller.current?.style.setProperty('--cols', getColumnGrid(shown, next).template)}
      getFit={(name) => getFittingWidth(name, view.here)}
      narrow={props.narrow}
      sort={props.sort}
      onSort={props.onSort}
      missing={props.missing}
      filled={props.filled}
      minWidth={minWidth}
      all={isAllPicked}
      some={picked.size > 0}
      onAll={() => (isAllPicked ? picked.clear() : onPickAll())}
    />
  )
}
