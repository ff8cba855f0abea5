import type { ImportKind, TableSubject } from '../../contract.ts'
import { cellText, type SourceRow } from './import-cells.ts'
import { assignColumns, headerScore, type ImportColumn, isOtherTable, kindOfColumns } from './import-columns.ts'
import { countryNamed } from './import-countries.ts'
import { readDate } from './import-dates.ts'
import { readNumber } from './import-numbers.ts'
import { isSerpTable } from './import-serps.ts'
import type { SheetCell } from './import-sheets.ts'

/** Finds a table's header, maps its columns, and decides whether its rows are keywords. */

export type SourceTable = {
  name: string
  /** Skips blank rows; can be called repeatedly. */
  rows(): Iterable<SourceRow>
  encoding: string
  /** Null for a list or a sheet. */
  delimiter: string | null
  /** Only rows of text tables can shift: an extra cell moves numbers to the wrong columns. */
  isText: boolean
}

export type TablePlan = {
  table: SourceTable
  kind: ImportKind
  columns: ImportColumn[]
  /** Line of the header; 0 without one. */
  headerLine: number
  /** Cells above the header: titles and date ranges. */
  preamble: string[]
  /** Rows for learning formats. */
  sample: SourceRow[]
  /** 'other': pages, countries, devices, dates or settings. */
  role: 'keywords' | 'other'
  holds: TableSubject
  /** Confidence; of several tables in a file, the highest is imported. */
  sureness: number
}

const sampleRows = 3000
const sampleCells = 100_000
const headerRows = 40

/** Returns null when the table has no rows. */
export function planTable(table: SourceTable): TablePlan | null {
  const rows: SourceRow[] = []
  let cells = 0
  for (const row of table.rows()) {
    rows.push(row)
    cells += row.cells.length
    if (rows.length === sampleRows || cells > sampleCells) break
  }
  if (rows.length === 0) return null
  const readable = rows.filter(({ problem }) => !problem)
  const header = findHeader(readable.slice(0, headerRows))
  const headerLine = header?.line ?? 0
  const sample = rows.filter(({ line }) => line > headerLine)
  const data = sample.filter(({ problem }) => !problem)
  const width = Math.max(1, ...data.slice(0, 200).map(({ cells }) => cells.length))
  const headers = header
    ? header.cells.map((cell) => headerText(cell).slice(0, 200))
    : Array.from({ length: width }, (_, at) => (width === 1 ? '' : `Column ${at + 1}`))
  const columns = header ? assignColumns(headers) : headers.map((name): ImportColumn => ({ header: name, field: null }))
  const preamble = rows
    .filter(({ line }) => line < headerLine)
    .flatMap(({ cells }) => cells.map(cellText).filter(Boolean))
  const plan = { table, headerLine, preamble, sample, columns }
  if (columns.some(({ field }) => field === 'text'))
    return {
      ...plan,
      kind: isSerpTable(columns, data) ? 'serp' : kindOfColumns(columns),
      role: 'keywords',
      holds: 'keywords',
      sureness: 3 + columns.filter(({ field }) => field).length / 1000,
    }
  return planByContents(plan, data.slice(0, 200))
}

/** Restores "Jan 2026", which spreadsheets convert to the first of the month. */
const headerText = (cell: SheetCell) =>
  cell instanceof Date && cell.getUTCDate() === 1 ? cell.toISOString().slice(0, 7) : cellText(cell)

function findHeader(rows: readonly SourceRow[]): SourceRow | null {
  const filled = rows.map(({ cells }) => cells.filter((cell) => cellText(cell) !== '').length)
  let best: { row: SourceRow; score: number } | null = null
  for (const [at, row] of rows.entries()) {
    if (row.cells.some((cell) => typeof cell === 'number')) continue
    const score = headerScore(row.cells.map(headerText))
    // Below the first row, a header must be wider than all rows above it; a single word is data.
    if (at > 0 && (score < 2 || filled.slice(0, at).some((count) => count >= filled[at]!))) continue
    if (score > (best?.score ?? 0)) best = { row, score }
  }
  if (best) return best.row
  const [first, ...rest] = rows
  return first && rest.length > 0 && isWordy(first, rest) ? first : null
}

/** Detects a header in an unknown language: text in every cell, numbers below at least one. */
function isWordy(first: SourceRow, rest: readonly SourceRow[]): boolean {
  if (first.cells.length < 2 || !first.cells.every((cell) => cellText(cell) !== '' && !isNumber(cell))) return false
  return first.cells.some((_, at) => share(rest, at, isNumber) >= 0.8)
}

const isNumber = (cell: SheetCell | undefined) => {
  if (typeof cell === 'number') return true
  const text = cellText(cell).replace(/\s*%$/, '')
  const value = /\p{N}/u.test(text) ? readNumber(text, { decimal: '.' }, false) : null
  return value !== null && !Number.isNaN(value)
}
const isAddress = (cell: SheetCell | undefined) => /^https?:\/\//i.test(cellText(cell))
const isDate = (cell: SheetCell | undefined) =>
  cell instanceof Date || (/^[\d./-]{8,10}$/.test(cellText(cell)) && readDate(cellText(cell)) !== null)
const isDevice = (cell: SheetCell | undefined) =>
  /^(?:mobile?|desktop|tablet|computer|ordinateur|ordenador|móvil)$/i.test(cellText(cell))
const isCountry = (cell: SheetCell | undefined) => countryNamed(cellText(cell)) !== null

function share(rows: readonly SourceRow[], at: number, test: (cell: SheetCell | undefined) => boolean): number {
  const cells = rows.map(({ cells }) => cells[at]).filter((cell) => cellText(cell) !== '')
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length
}

/** Detects the subject of a table without keywords by the cells of its first column, in any language. */
function getSubject(data: readonly SourceRow[]): TableSubject {
  const tests = { pages: isAddress, dates: isDate, devices: isDevice, countries: isCountry }
  const found = Object.entries(tests).find(([, test]) => share(data, 0, test) >= 0.8)
  return found ? (found[0] as keyof typeof tests) : 'other'
}

type Undecided = Omit<TablePlan, 'kind' | 'role' | 'holds' | 'sureness'>

/** Plans a table without a known keyword header. Recognizes Search Console's five columns by their values, in any language. */
function planByContents(plan: Undecided, data: readonly SourceRow[]): TablePlan | null {
  const { columns } = plan
  const fields = new Set(columns.map(({ field }) => field))
  const named = fields.has('clicks') && fields.has('impressions')
  if (named || isSearchConsole(columns, data)) {
    const subject = getSubject(data)
    const other = isOtherTable(columns[0]!.header) || subject !== 'other'
    const searchConsole = (['text', 'clicks', 'impressions', 'ctr', 'position'] as const).map((field, at) => ({
      header: columns[at]?.header ?? '',
      field,
    }))
    const withText = columns.map((column, at) =>
      at === 0 ? { header: column.header, field: 'text' as const } : column,
    )
    return {
      ...plan,
      kind: 'search_console',
      columns: named ? withText : searchConsole,
      role: other ? 'other' : 'keywords',
      holds: other ? subject : 'keywords',
      sureness: 2,
    }
  }
  const at = keywordColumn(columns, data)
  if (at === null) return { ...plan, kind: 'generic', role: 'other', holds: getSubject(data), sureness: 0 }
  const isOther = isOtherTable(columns[at]!.header)
  return {
    ...plan,
    kind: kindOfColumns(columns),
    columns: columns.map((column, index) => (index === at ? { header: column.header, field: 'text' } : column)),
    role: isOther ? 'other' : 'keywords',
    holds: isOther ? getSubject(data) : 'keywords',
    sureness: 1,
  }
}

function isSearchConsole(columns: readonly ImportColumn[], data: readonly SourceRow[]): boolean {
  if (columns.length !== 5 || data.length === 0) return false
  const whole = (cell: SheetCell | undefined) => /^\d+$/.test(cellText(cell).replace(/[.,'\s](?=\d{3})/g, ''))
  const rate = (cell: SheetCell | undefined) =>
    typeof cell === 'number'
      ? cell >= 0 && cell <= 1
      : /^%?\s*[\d.,]+\s*%?$/.test(cellText(cell)) && cellText(cell).includes('%')
  const tests = [(cell: SheetCell | undefined) => !isNumber(cell), whole, whole, rate, isNumber]
  return tests.every((test, at) => share(data, at, test) >= (at === 0 ? 0.5 : 0.9))
}

/** Returns the first column that is mostly words, or the only column. */
function keywordColumn(columns: readonly ImportColumn[], data: readonly SourceRow[]): number | null {
  if (columns.length <= 1) return 0
  const isWord = (cell: SheetCell | undefined) => !isNumber(cell) && !isAddress(cell) && !isDate(cell)
  for (const [at, { field }] of columns.entries()) {
    if (field) continue
    const filled = data.filter(({ cells }) => cellText(cells[at]) !== '').length
    if (filled >= data.length / 2 && filled > 0 && share(data, at, isWord) >= 0.6) return at
  }
  return null
}
