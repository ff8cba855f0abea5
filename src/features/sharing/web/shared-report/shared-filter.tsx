import type { Report, UnknownCounts } from '#features/reports/contract.ts'
import {
  describeFilter,
  describeSort,
  showUnknown,
} from '#features/reports/web/report/keywords/filters/describe-filter.ts'
import { readFilteredHref, withFilter } from '#features/reports/web/report/keywords/filters/link-filter.ts'
import { fromSortParam, isFiltered, toSortParam } from '#features/reports/web/report/keywords/table/table-model.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { maxSharedRows, type SharedRows, sharedRows } from '../../contract.ts'

/** The filter of the keywords table in the address of a shared report, under the names it has in the app. */

/** Undefined without a filter and an order; `invalid` when they can't be used for a shared report. */
export function readSharedRows(params: URLSearchParams): SharedRows | 'invalid' | undefined {
  if (!params.has('filter') && !params.has('sort')) return undefined
  const read = readFilteredHref(params)
  if (!read) return 'invalid'
  const parsed = sharedRows.safeParse({ ...read.filter, ...(read.sort ? { sort: toSortParam(read.sort) } : {}) })
  if (!parsed.success) return 'invalid'
  const { sort, ...filter } = parsed.data
  return sort || isFiltered(filter) ? parsed.data : undefined
}

/** The link of a shared report with a filter of its keywords table, at that table. */
export function toSharedHref(url: string, { sort, ...filter }: SharedRows): string {
  return `${withFilter(url, filter, fromSortParam(sort ?? null))}#keywords`
}

/** The same page with all its rows, or only the first ones. */
export function toPageHref(token: string, rows: SharedRows | undefined, full: boolean): string {
  const params = new URLSearchParams(full ? { all: '' } : {})
  if (rows) {
    const { sort, ...filter } = rows
    if (isFiltered(filter)) params.set('filter', JSON.stringify(filter))
    if (sort) params.set('sort', sort)
  }
  return `/r/${token}${params.size > 0 ? `?${params}` : ''}`
}

/** "volume from 500, sorted by Volume, highest first" */
export function describeRows({ sort, ...filter }: SharedRows, topics?: ReadonlyMap<string, string>): string {
  const order = fromSortParam(sort ?? null)
  return [describeFilter(filter, topics), order && describeSort(order)].filter(Boolean).join(', ')
}

type SharedFilterNoteProps = {
  report: Pick<Report, 'sections'>
  requested: SharedRows
  found: { total: number; of: number; unknown?: UnknownCounts }
  /** The page without the filter. */
  clearHref: string
}

/** Which keywords the table has, and the way to all of them. */
export function SharedFilterNote({ report, requested, found, clearHref }: SharedFilterNoteProps) {
  const { sort: _, ...filter } = requested
  const topics = new Map((report.sections.clusters ?? []).map(({ _id, name }) => [_id, name]))
  const isSome = isFiltered(filter)
  const left = showUnknown(found.unknown)
  const text = describeRows(requested, topics)
  return (
    <p className="mb-3 text-ink-2 text-s" role="status">
      {isSome
        ? `Showing ${formatCount(found.total)} of ${plural(found.of, 'keyword')}: ${text}.`
        : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`}
      {left && ` ${left}.`}
      {found.total > maxSharedRows && ` The first ${formatCount(maxSharedRows)} of them are listed here.`}{' '}
      <a className="link" href={clearHref}>
        {isSome ? 'Show all keywords' : 'Back to the usual order'}
      </a>
    </p>
  )
}
