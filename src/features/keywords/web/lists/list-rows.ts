import type { TableFilter } from '#features/reports/web/report/keywords/table/table-model.ts'
import type { RowSource, RowsPage } from '#features/reports/web/report/keywords/table/use-rows-view.ts'
import { api } from '#web/calls/api.ts'
import { type ListFilter, listsContract, maxRowsACall } from '../../contract.ts'

/** Without what only reports have, such as from a view saved there. */
export function toListFilter(filter: TableFilter): ListFilter {
  const { cluster_ids: _topics, hidden: _hidden, serp_features: _features, ...rest } = filter
  return rest
}

/** A list's keywords, filtered and sorted by the server. */
export function listRows(_id: string, first: RowsPage | undefined): RowSource {
  const loadAll: RowSource['loadAll'] = async ({ filter, sort }) => {
    const rows: RowsPage['items'] = []
    for (let page = 1; ; page++) {
      const query = { _id, ...toListFilter(filter), sort, page, limit: maxRowsACall }
      const { items, total } = await api(listsContract.rows, query)
      rows.push(...items)
      if (rows.length >= total || items.length === 0) return rows
    }
  }
  return {
    ...(first ? { first } : {}),
    load: ({ filter, sort, offset, limit, summary }) =>
      api(listsContract.rows, {
        _id,
        ...toListFilter(filter),
        sort,
        page: offset / limit + 1,
        limit,
        summary,
      }),
    loadAll,
    loadTexts: loadAll,
  }
}

/** The path of a file of the matching keywords. */
export function listExportPath(_id: string, format: string, filter: TableFilter = {}, sort?: string): string {
  const params = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(toListFilter(filter)))
    if (value !== undefined) params.set(name, String(value))
  if (sort) params.set('sort', sort)
  return `/lists/export/${_id}?${params}`
}
