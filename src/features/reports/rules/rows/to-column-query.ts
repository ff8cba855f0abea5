import { type RangeColumn, type RowFilter, type RowSection, rangeColumns } from '../../contract.ts'
import type { ColumnQuery, Condition } from './column-index.ts'

/** What a call for rows asks, in the API's words. */
export type RowQuery = RowFilter & {
  section: RowSection
  q?: string
  /** Values by column. */
  filters?: Record<string, unknown>
  sort?: string
}

/** Types of rows by section; null: all. */
export const sectionTypes: Record<RowSection, string[] | null> = {
  keywords: null,
  questions: ['question'],
  comparisons: ['comparison'],
  prepositions: ['preposition'],
  alphabeticals: ['alphabetical'],
  related: ['related'],
}

/** The filter in the words of the column index. `clusterIds` are the topics meant, without parents. */
export function toColumnQuery(query: RowQuery, clusterIds: readonly string[] | null): ColumnQuery {
  const { section, q, filters = {}, sort, types, intents, sources } = query
  const conditions: Condition[] = []
  const add = (column: string, values: readonly unknown[] | null | undefined) => {
    if (values) conditions.push({ column, values })
  }
  add('type', sectionTypes[section])
  add('type', types)
  add(
    'intent',
    intents?.map((intent) => (intent === 'none' ? null : intent)),
  )
  add('sources', sources)
  add('cluster_id', clusterIds)
  for (const column of query.missing ?? []) add(column, [null])
  for (const [column, wanted] of Object.entries(filters)) add(column, Array.isArray(wanted) ? wanted : [wanted])
  const ifUnknown = (column: RangeColumn | 'serp_features') =>
    query.include_unknown?.includes(column) ? 'passes' : 'counted'
  if (query.serp_features)
    conditions.push({ column: 'serp_features', values: query.serp_features, unknown: ifUnknown('serp_features') })
  for (const column of rangeColumns) {
    const [min = null, max = null] = [query[`${column}_min`], query[`${column}_max`]]
    if (min !== null || max !== null) conditions.push({ column, min, max, unknown: ifUnknown(column) })
  }
  return {
    conditions,
    sort: sort ?? null,
    include: [...(q ? [q] : []), ...(query.include ?? [])].map((text) => text.toLowerCase()),
    exclude: (query.exclude ?? []).map((text) => text.toLowerCase()),
  }
}
