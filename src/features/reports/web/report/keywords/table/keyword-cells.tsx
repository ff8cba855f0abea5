import type { ComponentType } from 'react'
import { Origin } from '#features/keywords/web/list-origin.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { showPath, showPosition, sourceLabel } from '../../../keyword-labels.ts'
import { IntentChip } from '../../topics/intent-chip.tsx'
import { getSourceMark } from '../source-marks.ts'
import type { ColumnId, TableRow } from './table-model.ts'

type CellProps = { row: TableRow }

/** Columns whose cells are more than text. */
export const specialCells: Partial<Record<ColumnId, ComponentType<CellProps>>> = {
  intent: ({ row }) => <IntentChip intent={row.intent?.main ?? null} />,
  monthly: ({ row }) => <Sparkline values={row.monthly.map((point) => point.v)} width={60} />,
  popularity: ({ row }) => <Bar value={row.popularity ?? 0} tone="bg-mark" />,
  difficulty: ({ row }) => <Difficulty value={row.difficulty ?? 0} />,
  sources: ({ row }) => <SourceMarks sources={row.sources} />,
  own: ({ row }) => row.own && <OwnPageCell own={row.own} />,
  origin: ({ row }) => row.from && <Origin from={row.from} />,
}

/** The rank with the end of the page’s address; the whole address on pointing. */
function OwnPageCell({ own: { position, page, pages } }: { own: NonNullable<TableRow['own']> }) {
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="w-8 shrink-0 text-right font-[550] text-ink">{showPosition(position)}</span>
      {page && <span className="min-w-0 truncate">{showPath(page)}</span>}
      {pages > 1 && (
        <span className="shrink-0 rounded-s border border-line-2 px-1 text-2xs text-ink-2">
          {formatCount(pages)} pages
        </span>
      )}
    </span>
  )
}

/** Green is easy, amber harder, red hardest; the number says the same. */
const getTone = (value: number) => (value < 30 ? 'bg-good' : value < 60 ? 'bg-hue-amber' : 'bg-bad')

export const Difficulty = ({ value }: { value: number }) => <Bar value={value} tone={getTone(value)} />

function Bar({ value, tone }: { value: number; tone: string }) {
  return (
    <span className="flex items-center justify-end gap-2">
      <span className="h-[3px] w-7 rounded-xs bg-line" aria-hidden>
        <span className={cx('block h-full rounded-xs', tone)} style={{ width: `${value}%` }} />
      </span>
      <span className="w-5">{Math.round(value)}</span>
    </span>
  )
}

/** More wouldn't fit beside each other. */
const maxMarks = 4

/** The sources of a keyword as letters, their names on pointing. */
export function SourceMarks({ sources }: { sources: readonly string[] }) {
  const names = sources.map(sourceLabel).join(', ')
  return (
    <span className="flex items-center gap-0.75" title={names}>
      <span className="sr-only">{names}</span>
      {sources.slice(0, maxMarks).map((id) => (
        <SourceMark key={id} id={id} />
      ))}
      {sources.length > maxMarks && (
        <span className="text-2xs text-ink-3" aria-hidden>
          +{formatCount(sources.length - maxMarks)}
        </span>
      )}
    </span>
  )
}

export const SourceMark = ({ id }: { id: string }) => (
  <span
    className="grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-s border border-line-2 px-0.75 text-2xs text-ink-2"
    aria-hidden
  >
    {getSourceMark(id)}
  </span>
)
