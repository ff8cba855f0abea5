import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { AppError } from '#kit/errors.ts'
import { performanceKinds } from '../../import-provider.ts'
import { cellText, type SourceRow, type UnreadCell } from '../cells/import-cells.ts'
import { countryFor, getDataDate } from '../import-defaults.ts'
import { getReading } from '../import-reading.ts'
import type { ImportOptions, ImportResult } from '../import-result.ts'
import { isComment } from '../tables/import-blocks.ts'
import type { ImportColumn } from '../tables/import-columns.ts'
import type { IndexedPlan, SourceTable, TablePlan } from '../tables/source-table.ts'
import { createRowReader, type ImportedKeyword, learnFormats } from './import-rows.ts'
import { createSerpReader } from './import-serps.ts'
import { alignCells } from './import-shift.ts'
import { addToSums, areSums, createSums, isClearTotal, isTotalName } from './import-totals.ts'

/** Reads the rows of the table with the keywords. */

export const maxKeywords = 100_000
const maxListed = 1000

type Context = {
  fileName: string
  now: Date
  options: ImportOptions
  /** Called with each row that has a keyword, also if an earlier one has the same. */
  onKeyword?: (keyword: ImportedKeyword) => void
}
/** A row that may be sums of the others, to decide once all are read. */
type Pending = {
  line: number
  keyword: ImportedKeyword
  country: string
  unread: UnreadCell[]
  isFirst: boolean
  problem: string | null
}

export async function readTable(
  plan: IndexedPlan,
  plans: readonly IndexedPlan[],
  { fileName, now, options, onKeyword }: Context,
): Promise<ImportResult> {
  const { table, headerLine, kind } = plan
  const columns = getColumns(plan)
  const formats = learnFormats(plan.sample, columns, table.delimiter, options)
  const read = createRowReader(columns, kind, formats)
  const serps = kind === 'serp' ? createSerpReader() : null
  const textAt = columns.findIndex(({ field }) => field === 'text')
  const language = getSpellingLanguage(plan.sample.slice(0, 500).map(({ cells }) => cellText(cells[textAt])))
  const headers = headerLine > 0 ? columns.map(({ header }) => header) : []
  const keywords: ImportedKeyword[] = []
  const rejected: { line: number; reason: string }[] = []
  const unread: UnreadCell[] = []
  const byKey = new Map<string, ImportedKeyword>()
  const countries = new Set<string>()
  const pending: Pending[] = []
  const sums = createSums()
  let updated: string | null = null
  let rows = 0
  let accepted = 0
  let duplicates = 0
  let unreadTotal = 0
  const refuse = (line: number, reason: string) => {
    if (rejected.length < maxListed) rejected.push({ line, reason })
  }
  const accept = (keyword: ImportedKeyword, country: string, cells: UnreadCell[]) => {
    const { line } = keyword
    onKeyword?.(keyword)
    const key = keywordKeyIn(keyword.text, language)
    const wrong = serps?.add(key, keyword) ?? null
    if (wrong !== null) return refuse(line, wrong)
    const first = byKey.get(key)
    if (first) {
      if (serps) accepted++
      // A query can be among the top and the rising ones.
      else if (keyword.trends && first.trends && !first.trends.some(({ list }) => list === keyword.trends![0]!.list)) {
        first.trends.push(...keyword.trends)
        accepted++
      } else {
        duplicates++
        refuse(line, `duplicate of line ${first.line}`)
      }
      return
    }
    if (keywords.length >= maxKeywords) return refuse(line, 'over the limit of 100,000 keywords per file')
    byKey.set(key, keyword)
    accepted++
    keywords.push(keyword)
    addToSums(sums, keyword)
    unreadTotal += cells.length
    if (unread.length < maxListed) unread.push(...cells.slice(0, maxListed - unread.length))
    if (country) countries.add(country)
  }
  let isTop = true
  for await (const row of table.rows()) {
    if (row.line <= headerLine) continue
    rows++
    // Comments above a list. Between keywords, "# 1 dad mug" is one.
    isTop &&= columns.length === 1 && table.isText && isComment(row)
    if (isTop) {
      refuse(row.line, 'a comment line')
      continue
    }
    const aligned = table.isText && headerLine > 0 ? alignRow(row, columns, table, formats.style) : row
    if ('reason' in aligned) {
      if (isTotalRow(row, textAt)) refuse(row.line, totalRow)
      else refuse(row.line, aligned.reason)
      continue
    }
    if (columns.length > 1 && isSameRow(aligned, headers)) {
      refuse(row.line, 'the header again')
      continue
    }
    if (table.isText && headerLine > 0 && columns.length > 1 && isNote(aligned)) {
      refuse(row.line, isComment(row) ? 'a comment line' : 'a note below the table')
      continue
    }
    const result = read(aligned)
    if (result.problem !== null) {
      if (result.nameless && isTotalRow(row, textAt)) refuse(row.line, totalRow)
      else if (result.nameless && hasCounts(result.nameless))
        pending.push({ ...pendingRow(result.nameless), isFirst: keywords.length === 0, problem: result.problem })
      else refuse(row.line, result.problem)
      continue
    }
    if (result.updated && (updated === null || result.updated > updated)) updated = result.updated
    if (columns.length > 1 && isTotalName(result.keyword.text))
      pending.push({
        ...pendingRow(result.keyword),
        country: result.country,
        unread: result.unread,
        isFirst: keywords.length === 0,
      })
    else accept(result.keyword, result.country, result.unread)
  }
  const before = keywords.length
  const lastLine = keywords.at(-1)?.line ?? 0
  const others = { ...sums }
  for (const { keyword, country, unread: cells, isFirst, problem } of pending) {
    const atEdge = isFirst || keyword.line > lastLine
    const isTotal = atEdge && (isClearTotal(keyword.text) || areSums(keyword, others, isFirst || problem !== null))
    if (isTotal) refuse(keyword.line, problem ? `${problem}: ${totalRow}` : totalRow)
    else if (problem) refuse(keyword.line, problem)
    else accept(keyword, country, cells)
  }
  if (keywords.length > before) keywords.sort((a, b) => a.line - b.line)
  if (pending.length > 0) rejected.sort((a, b) => a.line - b.line)
  if (kind === 'keyword_planner') markBuckets(keywords)
  serps?.finish(keywords, language)
  const inWords = !keywords.some(({ competition }) => competition !== null)
  const dated = await getDataDate(plan, plans, { updated, fileName, now, dateOrder: formats.dateOrder })
  const as_of = options.asOf === undefined ? dated.date : options.asOf
  dateTrends(keywords, as_of)
  return {
    kind,
    keywords,
    accepted,
    rows,
    rejected,
    rejected_total: rows - accepted,
    unread,
    unread_total: unreadTotal,
    duplicates,
    columns: columns.map(({ header, field }) => ({ header, field: field === 'competition' && inWords ? null : field })),
    left_out: await leftOut(plan, plans),
    as_of,
    country: await countryFor(
      countries,
      plans.filter((other) => other !== plan),
      fileName,
    ),
    language,
    reading: getReading({
      plan,
      plans,
      formats,
      date: options.asOf === undefined ? dated : { date: options.asOf, from: 'chosen' },
      columns,
    }),
    encoding: table.encoding,
    delimiter: table.delimiter,
  }
}

const totalRow = 'a total of the other rows'

const pendingRow = (keyword: ImportedKeyword): Pending => ({
  line: keyword.line,
  keyword,
  country: '',
  unread: [],
  isFirst: false,
  problem: null,
})

const hasCounts = ({ volume, impressions, clicks }: ImportedKeyword) =>
  volume !== null || impressions !== null || clicks !== null

/** True for a row such as ",127,3495,4.5,Grand total", which has no keyword and more cells than the header. */
const isTotalRow = ({ cells }: SourceRow, textAt: number) =>
  cellText(cells[textAt]) === '' && cells.some((cell) => isTotalName(cellText(cell)))

/** A line of one cell after a table of several columns, below blank lines or with a "#". */
const isNote = (row: SourceRow) => row.cells.length === 1 && (isComment(row) || row.gap === true)

const isSameRow = (a: SourceRow, header: readonly string[]) =>
  a.cells.length === header.length && header.every((cell, at) => cell === cellText(a.cells[at]))

/** Puts the cells of a row that has too many where they belong, or says why it can’t be. */
export function alignRow(
  row: SourceRow,
  columns: readonly ImportColumn[],
  { delimiter }: SourceTable,
  style: Parameters<typeof alignCells>[3],
): SourceRow | { reason: string } {
  if (row.problem !== null || row.cells.length <= columns.length) return row
  const aligned = alignCells(row, columns, delimiter ?? ',', style)
  return 'problem' in aligned ? { reason: aligned.problem } : { ...row, cells: aligned.cells }
}

/** Twelve months of interest end with the month before the file's date: the month itself isn't over. */
function dateTrends(keywords: readonly ImportedKeyword[], asOf: string | null) {
  for (const keyword of keywords) {
    if (!keyword.trend || !asOf) continue
    const [year, month] = asOf.split('-').map(Number) as [number, number]
    keyword.interest = keyword.trend.map((v, at) => ({
      t: new Date(Date.UTC(year, month - 1 - 12 + at, 1)).toISOString().slice(0, 10),
      v,
    }))
    delete keyword.trend
  }
}

/** Returns the file's other tables with their row counts. */
async function leftOut(plan: TablePlan, plans: readonly TablePlan[]): Promise<ImportResult['left_out']> {
  const others = plans.filter((other) => other !== plan)
  return Array.fromAsync(others, async ({ table, headerLine, holds }) => {
    return { name: table.name.slice(0, 200), holds, rows: await countRows(table, headerLine) }
  })
}

/** Counts rows; null for a table over the cell limit. */
async function countRows(table: SourceTable, headerLine: number): Promise<number | null> {
  let rows = 0
  try {
    for await (const { line } of table.rows()) if (line > headerLine) rows++
    return rows
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Drops columns a vendor's file can't have: Search Console has no volumes, and clicks of other vendors are paid or estimates for
 * all sites.
 */
function getColumns({ columns, kind }: TablePlan): ImportColumn[] {
  const has = (field: string) => columns.some((column) => column.field === field)
  const left = new Set<string>()
  if (performanceKinds.has(kind)) for (const field of ['volume', 'volume_low', 'volume_high']) left.add(field)
  else if (kind !== 'generic') for (const field of ['impressions', 'clicks', 'ctr']) left.add(field)
  // Paid clicks and positions of ads aren't those of search results.
  if (kind === 'paid_search') left.add('position')
  // Keeps only the best of several columns for one metric.
  if (has('competition_index')) left.add('competition')
  if (has('cpc')) left.add('bid_high')
  if (has('cpc') || has('bid_high')) left.add('bid_low')
  return columns.map((column) => (column.field && left.has(column.field) ? { ...column, field: null } : column))
}

const bucketBounds = new Map([
  [5, [0, 10]],
  [50, [10, 100]],
  [500, [100, 1000]],
  [5000, [1000, 10_000]],
  [50_000, [10_000, 100_000]],
  [500_000, [100_000, 1_000_000]],
  [5_000_000, [1_000_000, 10_000_000]],
])

/**
 * Adds bounds to bucketed volumes. Keyword Planner gives accounts with little ad spend ranges, and writes them as 50, 500,
 * 5000… without monthly values. When all volumes of a file look like that, each gets the bounds of its range; the volume itself
 * stays as in the file.
 */
function markBuckets(keywords: ImportedKeyword[]) {
  const counted = keywords.filter(({ volume }) => volume?.value)
  const isBucket = ({ volume, monthly }: ImportedKeyword) =>
    monthly.length === 0 && volume!.low === null && bucketBounds.has(volume!.value!)
  if (counted.length < 5 || !counted.every(isBucket)) return
  for (const { volume } of counted) {
    const [low, high] = bucketBounds.get(volume!.value!)!
    volume!.low = low!
    volume!.high = high!
  }
}
