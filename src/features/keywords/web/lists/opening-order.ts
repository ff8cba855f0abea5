import type { TableQuery } from '#features/reports/web/report/keywords/table/table-model.ts'

/** The API's sort that a list's table opens in: its first page is read with it. Without volumes that's the list's own order. */
export const openingSort = '-volume'

/** The same for the table. Undefined where no volume is known: no header then shows an order. A view or a click replaces it. */
export const getOpeningQuery = (summary: { columns: readonly string[] } | undefined): TableQuery | undefined =>
  summary?.columns.includes('volume') ? { filter: {}, sort: { column: 'volume', descending: true } } : undefined
