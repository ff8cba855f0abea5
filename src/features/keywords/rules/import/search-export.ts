import type { SearchExportRow } from '../../contract-search-export.ts'
import { cellText, createCellReader } from './cells/import-cells.ts'
import { readDate, readRange } from './cells/import-dates.ts'
import { createImportError } from './import-errors.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { alignRow, readTable } from './rows/import-read.ts'
import { type ImportedKeyword, learnFormats } from './rows/import-rows.ts'
import { comparesPeriods } from './tables/import-columns.ts'
import type { IndexedPlan, TablePlan } from './tables/source-table.ts'

/**
 * Reads an export of a site’s searches: what Search Console’s Export button gives, or a table of queries with clicks, impressions and
 * positions. Figures of queries and pages are totals of its whole period; only the table of dates has days.
 */

export type SearchFigures = { clicks: number; impressions: number; position: number }

export type SearchExport = {
  /** Null when the file doesn’t say. */
  from: string | null
  to: string | null
  period_from: 'days' | 'file' | null
  /** Search type, dates, and what else the export was limited to, in its own words. */
  filters: { name: string; value: string }[]
  days: (SearchFigures & { day: string })[]
  /** `page`: null unless the table has a row for each query and page. */
  queries: (SearchFigures & { line: number; query: string; page: string | null })[]
  pages: (SearchFigures & { line: number; page: string })[]
  /** Names of these tables in the file. */
  tables: { queries: string; pages: string }
  /** The first hundred; `rejected_total` counts all. */
  rejected: SearchExportRow[]
  rejected_total: number
}

const maxRows = 100_000
const maxListed = 100
const maxCount = 2_147_483_647
const maxFilters = 20
const needed = ['text', 'clicks', 'impressions', 'position'] as const
/** Files whose clicks are those of Google’s results. Google Analytics has them from Search Console. */
const kinds = new Set<string>(['search_console', 'google_analytics', 'generic'])

export const notSearchExport = () =>
  createImportError(
    'invalid_input',
    'not_search_export',
    'This isn’t a Search Console export. Upload the file that its Export button gives, or a table with query, clicks, impressions and position.',
  )

type Context = { fileName: string; now: Date; options: ImportOptions }
type Refuse = (table: string, line: number, reason: string) => void

const hasColumns = ({ columns }: TablePlan) => needed.every((name) => columns.some(({ field }) => field === name))

/** @throws AppError invalid_input when it isn’t one, compares two periods, or has weeks instead of days */
export async function readSearchExport(
  plan: IndexedPlan,
  plans: readonly IndexedPlan[],
  context: Context,
): Promise<{ result: ImportResult; searchExport: SearchExport }> {
  if (plans.some(({ columns }) => comparesPeriods(columns)))
    throw createImportError(
      'invalid_input',
      'export_compares',
      'This export compares two periods. Remove the comparison in Search Console and export again.',
    )
  if (!kinds.has(plan.kind) || !hasColumns(plan)) throw notSearchExport()
  const rejected: SearchExportRow[] = []
  let refused = 0
  const refuse: Refuse = (table, line, reason) => {
    refused++
    if (rejected.length < maxListed) rejected.push({ table: table.slice(0, 200), line, reason })
  }
  const keywords: ImportedKeyword[] = []
  const result = await readTable(plan, plans, { ...context, onKeyword: (keyword) => keywords.push(keyword) })
  // What is no row of a query at all, such as a total.
  const lines = new Set(keywords.map(({ line }) => line))
  for (const { line, reason } of result.rejected) if (!lines.has(line)) refuse(plan.table.name, line, reason)
  const queries = toQueries(keywords, (line, reason) => refuse(plan.table.name, line, reason))
  const others = plans.filter((other) => other !== plan && hasColumns(other))
  const pagesPlan = others.find(({ holds }) => holds === 'pages')
  const daysPlan = others.find(({ holds }) => holds === 'dates')
  const pages = pagesPlan ? await readPages(pagesPlan, refuse) : []
  const days = daysPlan ? await readDays(daysPlan, refuse) : []
  const filters = await readFilters(plan, plans)
  const texts = [...filters.map(({ value }) => value), ...plans.flatMap(({ preamble }) => preamble)]
  const period = getPeriod(
    days.map(({ day }) => day),
    texts,
  )
  return {
    result,
    searchExport: {
      ...{ ...period, filters, days, queries, pages, rejected },
      tables: { queries: plan.table.name.slice(0, 200), pages: pagesPlan?.table.name.slice(0, 200) ?? '' },
      rejected_total: refused,
    },
  }
}

/** Why figures can’t be right; null when they can. */
function findFault({ clicks, impressions }: SearchFigures): string | null {
  if (impressions === 0) return 'no impressions'
  return clicks > impressions ? 'more clicks than impressions' : null
}

function toQueries(keywords: readonly ImportedKeyword[], refuse: (line: number, reason: string) => void) {
  const lines = new Map<string, number>()
  const queries: SearchExport['queries'] = []
  for (const { line, text, clicks, impressions, position, url } of keywords) {
    if (clicks === null || impressions === null || position === null) {
      refuse(line, 'no clicks, impressions or position')
      continue
    }
    const figures = { clicks, impressions, position }
    const key = `${text}\n${url ?? ''}`
    const first = lines.get(key)
    const fault = first === undefined ? findFault(figures) : `duplicate of line ${first}`
    if (fault !== null) refuse(line, fault)
    else if (queries.length >= maxRows || impressions > maxCount) refuse(line, 'over the limit')
    else {
      lines.set(key, line)
      queries.push({ line, query: text, page: url, ...figures })
    }
  }
  return queries
}

/** Rows of a table of pages or dates, with the text of their first column. */
async function* readFigures(plan: TablePlan, refuse: Refuse) {
  const { table, columns, headerLine, sample } = plan
  const { style } = learnFormats(sample, columns, table.delimiter)
  const reader = createCellReader(columns, style)
  let rows = 0
  for await (const row of table.rows()) {
    if (row.line <= headerLine) continue
    const aligned = table.isText && headerLine > 0 ? alignRow(row, columns, table, style) : row
    const problem = 'reason' in aligned ? aligned.reason : aligned.problem
    if ('reason' in aligned || problem !== null) {
      refuse(table.name, row.line, problem ?? 'unreadable')
      continue
    }
    reader.open(aligned)
    const clicks = reader.number(reader.cell('clicks'), 'clicks', true, maxCount)
    const impressions = reader.number(reader.cell('impressions'), 'impressions', true, maxCount)
    const position = reader.number(reader.cell('position'), 'position', false) ?? (impressions === 0 ? 0 : null)
    if (clicks === null || impressions === null || position === null)
      refuse(table.name, row.line, reader.takeUnread()[0]?.reason ?? 'no clicks, impressions or position')
    else if (++rows > maxRows) refuse(table.name, row.line, 'over the limit')
    else yield { line: row.line, text: reader.words('text'), figures: { clicks, impressions, position } }
  }
}

async function readPages(plan: TablePlan, refuse: Refuse): Promise<SearchExport['pages']> {
  const pages = new Map<string, SearchExport['pages'][number]>()
  for await (const { line, text, figures } of readFigures(plan, refuse)) {
    const url = URL.parse(text)
    const first = url && pages.get(url.href)
    if (!url || !/^https?:$/.test(url.protocol)) refuse(plan.table.name, line, 'not a URL')
    else if (first) refuse(plan.table.name, line, `duplicate of line ${first.line}`)
    else if (findFault(figures) !== null) refuse(plan.table.name, line, findFault(figures)!)
    else pages.set(url.href, { line, page: url.href, ...figures })
  }
  return [...pages.values()]
}

async function readDays(plan: TablePlan, refuse: Refuse): Promise<SearchExport['days']> {
  const days: SearchExport['days'] = []
  for await (const { line, text, figures } of readFigures(plan, refuse)) {
    const day = readDate(text)
    if (day === null) refuse(plan.table.name, line, 'not a date')
    else if (figures.clicks > figures.impressions) refuse(plan.table.name, line, findFault(figures) ?? 'unreadable')
    else days.push({ day, ...figures })
  }
  if (!areDays(days.map(({ day }) => day)))
    throw createImportError(
      'invalid_input',
      'export_not_daily',
      'The dates in this export aren’t days. In Search Console, show the chart by day and export again.',
    )
  return days.sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** False for hours, weeks and months, which Search Console’s chart can show, too. */
export function areDays(given: readonly string[]): boolean {
  const days = [...given].sort()
  if (new Set(days).size < days.length) return false
  if (days.length < 3) return true
  const gaps = days.slice(1).map((day, at) => (Date.parse(day) - Date.parse(days[at]!)) / 86_400_000)
  return !gaps.every((gap) => gap === 7) && !days.slice(1).every((day) => day.endsWith('-01'))
}

/** A table of names and values without figures: what the export was limited to. */
async function readFilters(plan: TablePlan, plans: readonly TablePlan[]): Promise<SearchExport['filters']> {
  const table = plans.find((other) => other !== plan && other.columns.length === 2)
  const filters: SearchExport['filters'] = []
  if (!table) return filters
  for await (const { line, cells } of table.table.rows()) {
    if (line <= table.headerLine) continue
    if (filters.length === maxFilters) break
    filters.push({ name: cellText(cells[0]).slice(0, 200), value: cellText(cells[1]).slice(0, 200) })
  }
  return filters
}

/** The days an export is of: those of its table of dates, else a range in its filters or above its table. */
export function getPeriod(
  days: readonly string[],
  texts: readonly string[],
): Pick<SearchExport, 'from' | 'to' | 'period_from'> {
  const sorted = [...days].sort()
  if (sorted.length > 0) return { from: sorted[0]!, to: sorted.at(-1)!, period_from: 'days' }
  const range = texts.map(readRange).find((found) => found !== null) ?? readLabeledDays(texts)
  return range && range.from <= range.to
    ? { ...range, period_from: 'file' }
    : { from: null, to: null, period_from: null }
}

/** “Start date: 20261101” and “End date: 20261126”, as Google Analytics writes them. */
function readLabeledDays(texts: readonly string[]) {
  const days = texts
    .flatMap((text) => {
      const [, year, month, day] = /^[^:]{2,40}:\s*((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
      return year ? (readDate(`${year}-${month}-${day}`) ?? []) : []
    })
    .sort()
  return days.length === 2 ? { from: days[0]!, to: days[1]! } : null
}
