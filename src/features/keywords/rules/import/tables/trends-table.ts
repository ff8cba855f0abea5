import type { SourceRow } from '../cells/import-cells.ts'
import { createImportError } from '../import-errors.ts'
import type { ImportColumn } from './import-columns.ts'
import type { SourceTable } from './import-tables.ts'
import type { TrendsFile } from './import-trends.ts'

/** Google Trends files as tables of keywords: related queries with their list, and one row per series. */

const column = (header: string, field: ImportColumn['field']): ImportColumn => ({ header, field })

/** @throws AppError invalid_input for interest by region, which has no queries */
export function toTrendsTable(
  file: TrendsFile,
  about: Pick<SourceTable, 'name' | 'encoding' | 'encodings' | 'samples' | 'isText'>,
): SourceTable {
  const { delimiter } = file
  if (file.kind === 'regions')
    throw createImportError(
      'invalid_input',
      'trends_regions',
      'This is Google Trends’ interest by region. It has no keywords. Download related queries or interest over time instead.',
    )
  if (/related(?:_|-|\s)?(?:entities|topics)/i.test(about.name))
    throw createImportError(
      'invalid_input',
      'trends_topics',
      'These are Google Trends’ related topics, which aren’t queries. Download related queries instead.',
    )
  const table = { ...about, delimiter, isText: false }
  if (file.kind === 'series') {
    const rows = file.series.map(
      ({ line, text, points }): SourceRow => ({ line, cells: [text, JSON.stringify(points)], problem: null }),
    )
    return {
      ...table,
      rows: () => rows,
      preset: { kind: 'google_trends', columns: [column('', 'text'), column('', 'interest')], lastDay: lastDay(file) },
    }
  }
  const rows = file.queries.map(
    ({ line, text, list, value, breakout }): SourceRow => ({
      line,
      cells: [text, breakout ? 'breakout' : value, list],
      problem: null,
    }),
  )
  return {
    ...table,
    rows: () => rows,
    preset: {
      kind: 'google_trends',
      columns: [column('', 'text'), column('', 'trends_value'), column('', 'trends_list')],
      lastDay: null,
    },
  }
}

const lastDay = ({ series }: Extract<TrendsFile, { kind: 'series' }>) =>
  series
    .flatMap(({ points }) => points.slice(-1).map(({ t }) => t))
    .sort()
    .at(-1)
    ?.slice(0, 10) ?? null
