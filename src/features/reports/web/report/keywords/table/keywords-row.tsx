// biome-ignore-all lint/a11y/useSemanticElements: part of a grid that is drawn as it comes into sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row takes the focus, not its cells.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles every key.
import { memo } from 'react'
import { cx } from '#ui/class-names.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { intentLabels, none, sourceLabel, typeLabels } from '../../../keyword-labels.ts'
import { specialCells } from './keyword-cells.tsx'
import { type ColumnId, columns, showMeasured, type TableRow } from './table-model.ts'

export type RowActions = {
  toggle: (index: number, range: boolean) => void
  focus: (index: number) => void
  open: (row: TableRow) => void
}

export type KeywordsRowProps = {
  id: string
  /** Undefined while it is being loaded. */
  row: TableRow | undefined
  index: number
  top: number
  shown: ColumnId[]
  narrow: boolean
  /** The one figure a narrow row has room for. */
  by: 'volume' | 'popularity'
  on: boolean
  active: boolean
  /** Its details are shown. */
  open: boolean
  missing: Record<string, string>
  actions: RowActions
}

export const KeywordsRow = memo(function KeywordsRow(props: KeywordsRowProps) {
  const { id, row, index, top, shown, narrow, by, on, active, open, missing, actions } = props
  return (
    <div
      id={id}
      role="row"
      data-row
      tabIndex={active ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={on}
      aria-current={open || undefined}
      onClick={(event) => {
        if (event.shiftKey) return actions.toggle(index, true)
        actions.focus(index)
        if (row) actions.open(row)
      }}
      className={cx(
        'absolute inset-x-0 top-0 grid h-(--row-h) items-center border-b border-line pr-3 select-none [contain:strict]',
        narrow ? 'grid-cols-[34px_minmax(0,1fr)_auto]' : 'gap-x-2.5 [grid-template-columns:var(--cols)]',
        on ? 'bg-accent-wash' : open ? 'bg-well' : 'hover:bg-well',
        open && 'shadow-[inset_2px_0_var(--accent)]',
        'focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      {row ? (
        <>
          <span role="gridcell" className="grid place-items-center">
            <Checkbox
              checked={on}
              tabIndex={-1}
              aria-label={`Select ${row.text}`}
              onChange={() => {}}
              onClick={(event) => {
                event.stopPropagation()
                actions.toggle(index, event.shiftKey)
              }}
            />
          </span>
          {narrow ? (
            <Card row={row} by={by} shown={shown} />
          ) : (
            shown.map((name) => <Cell key={name} name={name} row={row} missing={missing} />)
          )}
        </>
      ) : (
        <span role="gridcell" className="col-span-2 pl-9">
          {/* A skeleton's animation would run in each of forty rows. */}
          <span className="block h-3 w-52 rounded-xs bg-line" aria-hidden />
        </span>
      )}
    </div>
  )
})

const clip = 'min-w-0 truncate'

function Cell({ name, row, missing }: { name: ColumnId; row: TableRow; missing: Record<string, string> }) {
  const { show, numeric } = columns[name]
  const text = name === 'monthly' ? null : show(row)
  const isEmpty = text === null ? row.monthly.length < 2 : text === none
  const Special = specialCells[name]
  return (
    <span
      role="gridcell"
      className={cx(
        clip,
        numeric && 'text-right',
        name === 'text' ? 'font-[450]' : name === 'volume' ? 'font-[550]' : 'text-ink-2',
      )}
      title={
        text !== null && (name === 'text' || name === 'origin') ? text : isEmpty ? undefined : showMeasured(name, row)
      }
    >
      {isEmpty ? (
        <Missing
          why={missing[name] ?? (name === 'monthly' ? missing.volume : name === 'own' ? noOwnPage : undefined)}
        />
      ) : Special ? (
        <Special row={row} />
      ) : (
        text
      )}
    </span>
  )
}

const noOwnPage = 'Search Console lists no impressions of your pages for it.'

function Missing({ why = 'No source has data for this keyword.' }: { why?: string }) {
  return (
    <span className="font-normal text-ink-3" title={why}>
      <span aria-hidden>{none}</span>
      <span className="sr-only">none</span>
    </span>
  )
}

const performanceFacts = (row: TableRow) => [
  row.impressions !== null && `${columns.impressions.show(row)} impressions`,
  typeof row.clicks === 'number' && `${columns.clicks.show(row)} clicks`,
  typeof row.position === 'number' && `position ${columns.position.show(row)}`,
]

function Card({ row, by, shown }: Pick<KeywordsRowProps, 'by' | 'shown'> & { row: TableRow }) {
  const facts = shown.includes('measured')
    ? [...performanceFacts(row), row.volume && columns.measured.show(row)]
    : [
        typeLabels[row.type],
        ...performanceFacts(row),
        row.intent && intentLabels[row.intent.main],
        row.from ? columns.origin.show(row) : row.sources.map(sourceLabel).join(', '),
      ]
  return (
    <>
      <span role="gridcell" className="min-w-0 pr-3">
        <span className="line-clamp-2 leading-snug [overflow-wrap:anywhere]" title={row.text}>
          {row.text}
        </span>
        <span className="block truncate text-xs text-ink-3">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span role="gridcell" className="grid justify-items-end font-[550]">
        <Figure text={columns[by].show(row)} />
        {row.monthly.length > 1 && <Sparkline values={row.monthly.map((point) => point.v)} height={14} />}
      </span>
    </>
  )
}

const Figure = ({ text }: { text: string }) => (text === none ? <Missing /> : text)
