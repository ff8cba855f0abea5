// biome-ignore-all lint/a11y/useSemanticElements: part of a grid that is drawn as it comes into sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid takes the focus; headers hold their own buttons.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { glossaryHref } from '#web/glossary/glossary-link.ts'
import { type ColumnWidths, limitWidth, moveColumn, stepColumn } from './column-layout.ts'
import { ColumnResizer } from './column-resizer.tsx'
import { type Column, type ColumnId, columns, nextSort, type TableSort } from './table-model.ts'

export type KeywordsHeaderProps = {
  shown: ColumnId[]
  onShown: (shown: ColumnId[]) => void
  widths: ColumnWidths
  onWidths: (widths: ColumnWidths) => void
  /** Shows widths while a column is dragged. */
  onDragWidth: (widths: ColumnWidths) => void
  /** Width in px that a column's contents need. */
  getFit: (column: ColumnId) => number
  narrow: boolean
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  missing: Record<string, string>
  filled: ReadonlySet<ColumnId>
  minWidth: number
  all: boolean
  some: boolean
  onAll: () => void
}

/** How far a press of an arrow key moves a column's edge, in px. */
const widthStep = 16

export function KeywordsHeader(props: KeywordsHeaderProps) {
  const { shown, narrow, filled, minWidth, all, some, onAll } = props
  const [dragged, setDragged] = useState<ColumnId | null>(null)
  const [over, setOver] = useState<ColumnId | null>(null)
  const pick = (
    <span role="columnheader" className="grid place-items-center">
      <Checkbox checked={all} mixed={some && !all} onChange={onAll} aria-label="Select all matching rows" />
    </span>
  )
  if (narrow)
    return (
      <div
        role="row"
        aria-rowindex={1}
        className="sticky top-0 z-10 grid h-8.5 grid-cols-[34px_1fr_auto] items-center border-b border-line-2 bg-panel pr-3 text-xs text-ink-3"
      >
        {pick}
        <span role="columnheader">Keyword</span>
        <span role="columnheader">{columns[filled.has('volume') ? 'volume' : 'popularity'].label}</span>
      </div>
    )
  const drop = () => {
    if (dragged && over) props.onShown(moveColumn(shown, dragged, over))
    setDragged(null)
    setOver(null)
  }
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-10 grid h-8.5 gap-x-2.5 [grid-template-columns:var(--cols)] items-stretch border-b border-line-2 bg-panel pr-3 text-xs text-ink-3"
      style={{ minWidth }}
    >
      {pick}
      {shown.map((name) => (
        <ColumnHeader
          key={name}
          {...props}
          name={name}
          isTarget={over === name && dragged !== null && dragged !== name && name !== 'text'}
          onDragStart={() => setDragged(name)}
          onDragOver={() => dragged && setOver(name)}
          onDrop={drop}
          onDragEnd={() => setDragged(null)}
        />
      ))}
    </div>
  )
}

type ColumnHeaderProps = KeywordsHeaderProps & {
  name: ColumnId
  /** A column is held over this one. */
  isTarget: boolean
  onDragStart: () => void
  onDragOver: () => void
  onDrop: () => void
  onDragEnd: () => void
}

/** Sorts when pressed, moves when dragged. Shift and an arrow key change the width, with Alt the place. */
function ColumnHeader(props: ColumnHeaderProps) {
  const { name, shown, onShown, widths, onWidths, onDragWidth, getFit, sort, onSort, filled, missing, isTarget } = props
  const column = columns[name]
  const sorted = sort?.column === name ? (sort.descending ? 'descending' : 'ascending') : undefined
  const isMovable = name !== 'text'
  const setWidth = (width: number) => onWidths({ ...widths, [name]: limitWidth(width) })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (step === 0 || !event.shiftKey) return
    event.preventDefault()
    if (event.altKey) onShown(stepColumn(shown, name, step))
    else setWidth((event.currentTarget.parentElement?.getBoundingClientRect().width ?? 0) + step * widthStep)
  }
  return (
    <div
      role="columnheader"
      aria-sort={sorted ?? 'none'}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', column.label)
        props.onDragStart()
      }}
      onDragOver={(event) => {
        event.preventDefault()
        props.onDragOver()
      }}
      onDrop={(event) => {
        event.preventDefault()
        props.onDrop()
      }}
      onDragEnd={props.onDragEnd}
      className={cx(
        'relative flex min-w-0 items-center gap-1',
        column.numeric && 'justify-end',
        isTarget && 'bg-accent-wash',
      )}
    >
      <Tooltip label={<ColumnMeaning column={column} missing={filled.has(name) ? undefined : missing[name]} />}>
        <button
          type="button"
          aria-keyshortcuts={`Shift+ArrowLeft Shift+ArrowRight${isMovable ? ' Alt+Shift+ArrowLeft Alt+Shift+ArrowRight' : ''}`}
          onClick={() => !column.unsorted && onSort(nextSort(sort, name))}
          onKeyDown={onKeyDown}
          className={cx(
            'flex h-7 min-w-0 items-center gap-1 -mx-1.5 rounded-s px-1.5 hover:bg-well hover:text-ink',
            sorted && 'font-[550] text-ink',
            column.numeric && 'flex-row-reverse',
          )}
        >
          <span className="truncate">{column.label}</span>
          {sorted === 'descending' && <ArrowDown size={12} aria-hidden />}
          {sorted === 'ascending' && <ArrowUp size={12} aria-hidden />}
        </button>
      </Tooltip>
      <ColumnResizer
        column={name}
        onDrag={(width) => onDragWidth({ ...widths, [name]: width })}
        onWidth={setWidth}
        onFit={() => setWidth(getFit(name))}
      />
    </div>
  )
}

/** What a column shows, why it's empty, and where its glossary entry is. */
function ColumnMeaning({ column, missing }: { column: Column; missing: string | undefined }) {
  const sentences = [column.about, missing].filter(Boolean).join(' ')
  return (
    <>
      {sentences || 'Sort by this column.'}{' '}
      {column.glossary && (
        <a className="underline" href={glossaryHref(column.glossary)} target="_blank" rel="noopener">
          Glossary
        </a>
      )}
    </>
  )
}
