import { readFilteredHref } from '#features/reports/web/report/keywords/filters/link-filter.ts'
import { toSortParam } from '#features/reports/web/report/keywords/table/table-model.ts'
import type { SharedRows } from '../contract.ts'
import { type FilterBlock, getFilterBlock } from '../rules/shared-filter.ts'
import { readSharedRows } from './shared-report/shared-filter.tsx'

/** What the share dialog can do with the filter of the table that is open. */
export type FilterChoice = { rows: SharedRows; block: null } | { rows: null; block: FilterBlock | 'unreadable' }

/** Null without a filter and an order. */
export function getFilterChoice(query: string, sections: readonly string[]): FilterChoice | null {
  const params = new URLSearchParams(query)
  const read = readFilteredHref(params)
  if (!read) return null
  const block = getFilterBlock({ ...read.filter, sort: toSortParam(read.sort) }, sections)
  if (block) return { rows: null, block }
  const rows = readSharedRows(params)
  if (rows === undefined) return null
  return rows === 'invalid' ? { rows: null, block: 'unreadable' } : { rows, block: null }
}

export const filterBlockTexts: Record<FilterBlock | 'unreadable', string> = {
  keywords: 'The link opens without the table’s filter, because Keywords isn’t among its sections.',
  clusters: 'The link opens without the table’s filter: it’s by topic, and Topics isn’t among the sections.',
  serp: 'The link opens without the table’s filter: it’s by SERP feature, and Ranking pages isn’t among the sections.',
  hidden: 'The link opens without the table’s filter, because hidden keywords aren’t shared.',
  unreadable: 'The link opens without the table’s filter.',
}
