import { api, apiUrl } from '#web/calls/api.ts'
import { type Row, type RowFilter, type RowSection, reportsContract, rowTypes } from '../../../../contract.ts'
import type { RowSource, RowsPage } from './use-rows-view.ts'

/** The types of a table without template phrases, which are shown apart. */
export const suggestedTypes = rowTypes.filter((type) => type !== 'idea')

const withTypes = (filter: RowFilter): RowFilter => ({ ...filter, types: filter.types ?? suggestedTypes })

/** Rows of a report's section, filtered and sorted by the server. */
export function reportRows(_id: string, section: RowSection, first: RowsPage | undefined): RowSource {
  return {
    first,
    async load({ filter, sort, offset, limit, summary }) {
      const { items, ...found } = await api(reportsContract.rows, {
        _id,
        section,
        ...withTypes(filter),
        sort,
        page: offset / limit + 1,
        limit,
        summary,
      })
      return { ...found, items: items as Row[] }
    },
    loadAll: ({ filter, sort }) => fetchRows(exportPath(_id, 'json', section, filter, sort)),
    loadTexts: ({ filter, sort }) => fetchRows(`${exportPath(_id, 'json', section, filter, sort)}&only=text`),
  }
}

async function fetchRows<T>(path: string): Promise<T[]> {
  const answer = await fetch(apiUrl(path))
  if (!answer.ok) throw new Error(`The rows couldn’t be loaded: ${answer.status}`)
  return ((await answer.json()) as { rows: T[] }).rows
}

/** The path of a file of the matching rows. */
export function exportPath(
  _id: string,
  format: string,
  section: RowSection,
  filter: RowFilter,
  sort: string | undefined,
): string {
  const params = new URLSearchParams({ format, section })
  for (const [name, value] of Object.entries(withTypes(filter)))
    if (value !== undefined) params.set(name, String(value))
  if (sort) params.set('sort', sort)
  return `/reports/export/${_id}?${params}`
}

/** The template phrases of a report. */
export async function loadIdeas(_id: string, section: RowSection): Promise<Row[]> {
  const ideas: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next_cursor } = await api(reportsContract.rows, {
      _id,
      section,
      types: ['idea'],
      limit: 100,
      cursor,
    })
    ideas.push(...(items as Row[]))
    if (!next_cursor) return ideas
    cursor = next_cursor
  }
}
