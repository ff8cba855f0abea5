import { type RowFilter, rowFilterFields } from '../../../../contract.ts'
import { fromSortParam, type TableFilter, type TableSort, tidyFilter } from '../table/table-model.ts'

/** Links to the keywords table with a filter and an order. */

export function toFilteredHref(filter: RowFilter, sort?: string): string {
  const params = new URLSearchParams({ tab: 'keywords', filter: JSON.stringify(filter) })
  if (sort) params.set('sort', sort)
  return `?${params}`
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
