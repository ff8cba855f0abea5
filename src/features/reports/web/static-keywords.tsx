import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount } from '#ui/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { Row } from '../contract.ts'
import { IdeasGroup } from './ideas-group.tsx'
import {
  byMeasure,
  getMeasure,
  intentLabels,
  none,
  performanceNote,
  showCpc,
  showCtr,
  showPosition,
  showVolume,
  sourceLabel,
  typeLabels,
  volumeNote,
} from './keyword-labels.ts'

export type PlainKeywordsProps = {
  rows: Row[]
  missing?: Record<string, string>
  /** Rows in sight before the rest folds away. */
  short?: number
  /** Rows in the page at all. */
  most?: number
  /** The address of this page with nothing left out, when something is. */
  fullHref?: string
}

type Column = {
  id: string
  label: string
  numeric?: boolean
  /** Kept when there is little room. */
  narrow?: boolean
  has: (row: Row) => boolean
  show: (row: Row) => React.ReactNode
}

const columns: Column[] = [
  { id: 'type', label: 'Type', has: () => true, show: (row) => typeLabels[row.type] },
  {
    id: 'intent',
    label: 'Intent',
    has: (row) => row.intent !== null,
    show: (row) => (row.intent ? intentLabels[row.intent.main] : none),
  },
  {
    id: 'volume',
    label: 'Volume',
    numeric: true,
    narrow: true,
    has: (row) => row.volume !== null,
    show: (row) => showVolume(row.volume),
  },
  {
    id: 'impressions',
    label: 'Impressions',
    numeric: true,
    has: (row) => row.impressions !== null,
    show: (row) => (row.impressions === null ? none : formatCount(row.impressions)),
  },
  {
    id: 'clicks',
    label: 'Clicks',
    numeric: true,
    has: (row) => typeof row.clicks === 'number',
    show: (row) => (typeof row.clicks === 'number' ? formatCount(row.clicks) : none),
  },
  {
    id: 'ctr',
    label: 'CTR',
    numeric: true,
    has: (row) => typeof row.ctr === 'number',
    show: (row) => showCtr(row.ctr),
  },
  {
    id: 'position',
    label: 'Position',
    numeric: true,
    has: (row) => typeof row.position === 'number',
    show: (row) => showPosition(row.position),
  },
  {
    id: 'monthly',
    label: 'Trend',
    has: (row) => row.monthly.length > 1,
    show: (row) => row.monthly.length > 1 && <Sparkline values={row.monthly.map((point) => point.v)} />,
  },
  {
    id: 'popularity',
    label: 'Popularity',
    numeric: true,
    narrow: true,
    has: (row) => row.popularity !== null,
    show: (row) => (row.popularity === null ? none : Math.round(row.popularity)),
  },
  {
    id: 'difficulty',
    label: 'Difficulty',
    numeric: true,
    has: (row) => row.difficulty !== null,
    show: (row) => (row.difficulty === null ? none : Math.round(row.difficulty)),
  },
  { id: 'cpc', label: 'CPC', numeric: true, has: (row) => row.cpc !== null, show: (row) => showCpc(row.cpc) },
  { id: 'sources', label: 'Sources', has: () => true, show: (row) => row.sources.map(sourceLabel).join(', ') },
]

/** Every keyword as a table; a column that would be empty is left out and the note says why. */
export function PlainKeywords({ rows: all, missing = {}, short = 25, most = Infinity, fullHref }: PlainKeywordsProps) {
  const rows = all.filter(({ type }) => type !== 'idea')
  const ideas = all.filter(({ type }) => type === 'idea')
  if (rows.length === 0 && ideas.length > 0) return <IdeasGroup ideas={ideas} open />
  const sorted = byMeasure(rows, getMeasure(rows)).slice(0, most)
  const shown = columns.filter((column) => rows.some(column.has))
  const rest = sorted.slice(short)
  const empty = ['difficulty', 'cpc'].filter((id) => missing[id] && !shown.some((column) => column.id === id))
  return (
    <>
      <Rows rows={sorted.slice(0, short)} columns={shown} caption="Top keywords" />
      {rest.length > 0 && (
        <Disclosure className="mt-3" summary={`${formatCount(rest.length)} more`}>
          <Rows rows={rest} columns={shown} caption="More keywords" />
        </Disclosure>
      )}
      {rows.length > sorted.length && fullHref && (
        <p className="mt-2 text-xs text-ink-3">
          {formatCount(rows.length - sorted.length)} keywords aren’t shown.{' '}
          <a className="link" href={`${fullHref}#keywords`}>
            Show all
          </a>
        </p>
      )}
      <p className="pt-2.5 text-xs text-ink-3">
        {[volumeNote(rows, missing.volume), performanceNote(rows), ...empty.map((id) => missing[id])]
          .filter(Boolean)
          .join(' ')}
      </p>
      <IdeasGroup ideas={ideas} />
    </>
  )
}

function Rows({ rows, columns: shown, caption }: { rows: Row[]; columns: Column[]; caption: string }) {
  return (
    <Table caption={caption}>
      <thead>
        <tr>
          <TableHead>Keyword</TableHead>
          {shown.map((column) => (
            <TableHead key={column.id} numeric={column.numeric} className={column.narrow ? '' : 'max-sm:hidden'}>
              {column.label}
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={row._id}>
            <TableCell className="leading-snug">{row.text}</TableCell>
            {shown.map((column) => (
              <TableCell
                key={column.id}
                numeric={column.numeric}
                className={column.narrow ? '' : 'text-ink-2 max-sm:hidden'}
              >
                {column.show(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
