import type { ReactNode } from 'react'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatCount } from '#ui/format/format.ts'
import type { Row } from '../../contract.ts'
import { performanceNote } from '../own-labels.ts'
import { RowsTable } from '../report/keywords/table/rows-table.tsx'
import { type ColumnId, filledColumns } from '../report/keywords/table/table-model.ts'
import { IdeasGroup } from '../report/overview/ideas-group.tsx'
import { byMeasure, getMeasure, volumeNote } from '../volume-notes.ts'

/** Some of the keywords instead of all of them, as a link asks for them. */
export type FilteredKeywords = {
  rows: Row[]
  /** Whether the rows have an order of their own. */
  isSorted: boolean
  /** Which they are. */
  note: ReactNode
}

export type StaticKeywordsProps = {
  rows: Row[]
  /** Replaces the rows. */
  filtered?: FilteredKeywords
  missing?: Record<string, string>
  /** Rows in sight before the rest folds away. */
  short?: number
  /** Rows in the page at all. */
  maxRows?: number
  /** The address of this page with nothing left out, when something is. */
  fullHref?: string
}

const usual: ColumnId[] = [
  ...(['text', 'type', 'intent', 'volume', 'impressions', 'clicks', 'ctr', 'position'] as const),
  ...(['monthly', 'popularity', 'difficulty', 'cpc', 'sources'] as const),
]
const narrow: ColumnId[] = ['text', 'volume', 'popularity']

/** Every keyword as a table; a column that would be empty is left out and the note says why. */
export function StaticKeywords({
  rows: all,
  filtered,
  missing = {},
  short = 25,
  maxRows = Infinity,
  fullHref,
}: StaticKeywordsProps) {
  const given = filtered?.rows ?? all
  const rows = given.filter(({ type }) => type !== 'idea')
  const ideas = given.filter(({ type }) => type === 'idea')
  if (rows.length === 0 && (filtered || ideas.length > 0))
    return (
      <>
        {filtered?.note}
        <IdeasGroup ideas={ideas} open />
      </>
    )
  const sorted = (filtered?.isSorted ? rows : byMeasure(rows, getMeasure(rows))).slice(0, maxRows)
  const filled = filledColumns(rows)
  const shown = usual.filter((name) => filled.has(name))
  const rest = sorted.slice(short)
  const empty = ['difficulty', 'cpc'].filter((id) => missing[id] && !filled.has(id as ColumnId))
  return (
    <>
      {filtered?.note}
      <RowsTable rows={sorted.slice(0, short)} {...{ shown, narrow }} caption="Top keywords" />
      {rest.length > 0 && (
        <Disclosure className="mt-3" summary={`${formatCount(rest.length)} more`}>
          <RowsTable rows={rest} {...{ shown, narrow }} caption="More keywords" />
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
