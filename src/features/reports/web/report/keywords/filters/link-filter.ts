import { type RowFilter, rowFilterFields } from '../../../../contract.ts'
import {
  fromSortParam,
  isFiltered,
  type TableFilter,
  type TableSort,
  tidyFilter,
  toSortParam,
} from '../table/table-model.ts'

/** Links to the keywords table with a filter and an order. */

export function toFilteredHref(filter: RowFilter, sort?: string): string {
  const params = new URLSearchParams({ tab: 'keywords', filter: JSON.stringify(filter) })
  if (sort) params.set('sort', sort)
  return `?${params}`
}

/** The address of the screen with another filter and order of its table. */
export function withFilter(address: string, filter: TableFilter, sort: TableSort | null): string {
  const url = new URL(address)
  url.searchParams.delete('filter')
  url.searchParams.delete('sort')
  if (isFiltered(filter)) url.searchParams.set('filter', JSON.stringify(tidyFilter(filter)))
  const order = toSortParam(sort)
  if (order) url.searchParams.set('sort', order)
  return url.href
}

/** Undefined where the address asks for neither. Unknown fields go; values the server checks. */
export function readFilteredHref(params: URLSearchParams): { filter: TableFilter; sort: TableSort | null } | undefined {
  const sort = fromSortParam(params.get('sort'))
  const filter = readFilter(params.get('filter'))
  return filter || sort ? { filter: filter ?? {}, sort } : undefined
}

function readFilter(text: string | null): TableFilter | null {
  if (!text) return null
  try {
    const given = JSON.parse(text) as Record<string, unknown>
    if (given === null || typeof given !== 'object') return null
    const known = rowFilterFields.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))
    return tidyFilter(Object.fromEntries(known) as TableFilter)
  } catch {
    return null
  }
}
