import type { TableSubject } from '../../../contract.ts'
import { cellText, type SourceRow } from '../cells/import-cells.ts'
import type { SheetCell } from '../files/import-sheets.ts'
import { isSerpTable } from '../rows/import-serps.ts'
import { isComment } from './import-blocks.ts'
import { assignColumns, headerScore, type ImportColumn, type ImportField, isOtherTable } from './import-columns.ts'
import {
  chooseByContents,
  correctKeywordColumn,
  isAddress,
  isCountry,
  isDate,
  isDevice,
  isNumber,
  share,
} from './import-keyword-column.ts'
import { kindOfColumns, kindOfOtherTable } from './import-kinds.ts'
import type { SourceTable, TablePlan } from './source-table.ts'

export type { KeywordColumnBasis, SourceTable, TablePlan } from './source-table.ts'

/** Finds a table's header, maps its columns, and decides whether its rows are keywords. */

/** What a person chose instead of what was found. */
export type TableChoices = {
  /** 0: no header. */
  headerLine?: number
  /** The field of each column by its index. Columns that aren't named keep theirs. */
  columns?: Record<number, ImportField | null>
}

const sampleRows = 3000
const sampleCells = 100_000
const headerRows = 40
const shownRows = 12

/** Returns null when the table has no rows. */
export async function planTable(table: SourceTable, choices: TableChoices = {}): Promise<TablePlan | null> {
  const rows: SourceRow[] = []
  let cells = 0
  for await (const row of table.rows()) {
    rows.push(row)
    cells += row.cells.length
    if (rows.length === sampleRows || cells > sampleCells) break
  }
  if (rows.length === 0) return null
  const firstRows = rows.slice(0, shownRows)
  if (table.preset) {
    const { kind, columns } = table.preset
    const about = { role: 'keywords', holds: 'keywords', sureness: 5, basis: 'contents' } as const
    return { table, kind, columns, headerLine: 0, preamble: [], sample: rows, firstRows, ...about }
  }
  const readable = rows.filter((row) => !row.problem && !isComment(row))
  const header =
    choices.headerLine === undefined
      ? findHeader(readable.slice(0, headerRows))
      : (rows.find(({ line }) => line === choices.headerLine) ?? null)
  const headerLine = header?.line ?? 0
  const sample = rows.filter(({ line }) => line > headerLine)
  const data = sample.filter((row) => !row.problem && !isComment(row)).slice(0, 200)
  const width = Math.max(1, ...data.map(({ cells }) => cells.length))
  const headers = header
    ? header.cells.map((cell) => headerText(cell).slice(0, 200))
    : Array.from({ length: width }, (_, at) => (width === 1 ? '' : `Column ${at + 1}`))
  const columns = header ? assignColumns(headers) : headers.map((name): ImportColumn => ({ header: name, field: null }))
  const preamble = rows
    .filter(({ line }) => line < headerLine)
    .flatMap(({ cells }) => cells.map((cell) => cellText(cell).replace(/^#\s*/, '')).filter(Boolean))
  const plan = { table, headerLine, preamble, sample, firstRows, columns }
  const found = planColumns(plan, data)
  return choices.columns ? applyChoices(found, choices.columns, data) : found
}

function applyChoices(plan: TablePlan, chosen: NonNullable<TableChoices['columns']>, data: SourceRow[]): TablePlan {
  const taken = new Set(Object.values(chosen))
  const columns = plan.columns.map((column, at): ImportColumn => {
    if (at in chosen) return { ...column, field: chosen[at] ?? null }
    // A field has one column, except for months.
    return column.field && taken.has(column.field) ? { ...column, field: null } : column
  })
  const isChosen = taken.has('text')
  const detected =
    isChosen && !plan.table.preset ? (isSerpTable(columns, data) ? 'serp' : kindOfColumns(columns)) : plan.kind
  const has = columns.some(({ field }) => field === 'text')
  return {
    ...plan,
    columns,
    kind: detected,
    ...(isChosen ? { role: 'keywords', holds: 'keywords', sureness: 10, basis: 'chosen' } : {}),
    ...(has ? {} : { role: 'other' }),
  }
}

type Undecided = Omit<TablePlan, 'kind' | 'role' | 'holds' | 'sureness' | 'basis'>

function planColumns(plan: Undecided, data: SourceRow[]): TablePlan {
  const { columns } = plan
  if (!columns.some(({ field }) => field === 'text')) return planByContents(plan, data)
  const better = correctKeywordColumn(columns, data)
  const settled = better === null ? columns : moveKeyword(columns, better)
  return {
    ...plan,
    columns: settled,
    kind: isSerpTable(settled, data) ? 'serp' : kindOfColumns(settled),
    role: 'keywords',
    holds: 'keywords',
    sureness: 3 + settled.filter(({ field }) => field).length / 1000,
    basis: better === null ? 'header' : 'contents',
  }
}

const moveKeyword = (columns: readonly ImportColumn[], to: number) =>
  columns.map(
    (column, at): ImportColumn =>
      at === to
        ? { header: column.header, field: 'text' }
        : column.field === 'text'
          ? { header: column.header, field: null }
          : column,
  )

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
  // Below a title, the first row that has several cells.
  const start = Math.max(
    0,
    filled.slice(0, 6).findIndex((count) => count > 1),
  )
  const [first, ...rest] = rows.slice(start)
  if (!first) return null
  if (first.cells.length > 1 && isOtherTable(cellText(first.cells[0]))) return first
  return rest.length > 0 && isWordy(first, rest) ? first : null
}

/** Detects a header in an unknown language: text in every cell, numbers below at least one. */
function isWordy(first: SourceRow, rest: readonly SourceRow[]): boolean {
  if (first.cells.length < 2 || !first.cells.every((cell) => cellText(cell) !== '' && !isNumber(cell))) return false
  return first.cells.some((_, at) => share(rest, at, isNumber) >= 0.8)
}

/** Detects the subject of a table without keywords by the cells of its first column, in any language. */
function getSubject(data: readonly SourceRow[]): TableSubject {
  const tests = { pages: isAddress, dates: isDate, devices: isDevice, countries: isCountry }
  const found = Object.entries(tests).find(([, test]) => share(data, 0, test) >= 0.8)
  return found ? (found[0] as keyof typeof tests) : 'other'
}

/** Plans a table without a known keyword header. Recognizes tables of queries by their values, in any language. */
function planByContents(plan: Undecided, data: readonly SourceRow[]): TablePlan {
  const { columns } = plan
  const fields = new Set(columns.map(({ field }) => field))
  const named = fields.has('clicks') && fields.has('impressions')
  const order = named ? null : getPerformanceOrder(columns, data)
  const subject = getSubject(data)
  const isOther = isOtherTable(columns[0]!.header) || subject !== 'other'
  const role = (other: boolean) =>
    other
      ? ({ role: 'other', holds: subject, basis: 'contents' } as const)
      : ({ role: 'keywords', holds: 'keywords', basis: 'contents' } as const)
  if (named || order) {
    const settled: ImportColumn[] = order
      ? order.map((field, at) => ({ header: columns[at]?.header ?? '', field }))
      : columns.map((column, at) => (at === 0 ? { header: column.header, field: 'text' } : column))
    const kind = order
      ? order[1] === 'clicks'
        ? 'search_console'
        : 'bing_webmaster'
      : (kindOfOtherTable(columns) ?? 'search_console')
    return { ...plan, kind, columns: settled, sureness: 2, ...role(isOther) }
  }
  const at = chooseByContents(columns, data)
  if (at === null || isOther)
    return { ...plan, kind: kindOfOtherTable(columns) ?? 'generic', sureness: 0, ...role(true) }
  return {
    ...plan,
    kind: kindOfColumns(columns),
    columns: columns.map((column, index) => (index === at ? { header: column.header, field: 'text' } : column)),
    sureness: isSettings(columns, data) ? 0.5 : 1,
    ...role(isOtherTable(columns[at]!.header)),
    basis: columns.length === 1 ? 'only' : 'contents',
  }
}

/** A name and a value per row, without any number: settings, where the file has other tables. */
const isSettings = (columns: readonly ImportColumn[], data: readonly SourceRow[]) =>
  columns.length === 2 && data.length <= 20 && share(data, 1, isNumber) < 0.3

/**
 * Returns the fields of a table of queries in an unknown language: text, clicks, impressions, CTR and position, or impressions
 * before clicks, of which there are never fewer.
 */
function getPerformanceOrder(columns: readonly ImportColumn[], data: readonly SourceRow[]): ImportField[] | null {
  if (columns.length !== 5 || data.length === 0) return null
  const digits = (cell: SheetCell | undefined) => cellText(cell).replace(/[.,'\s](?=\d{3})/g, '')
  const whole = (cell: SheetCell | undefined) => /^\d+$/.test(digits(cell))
  const rate = (cell: SheetCell | undefined) =>
    typeof cell === 'number'
      ? cell >= 0 && cell <= 1
      : (/^%?\s*[\d.,]+\s*%?$/.test(cellText(cell)) && cellText(cell).includes('%')) ||
        /^(?:0(?:[.,]\d+)?|1)$/.test(cellText(cell))
  const tests = [(cell: SheetCell | undefined) => !isNumber(cell), whole, whole, rate, isNumber]
  if (!tests.every((test, at) => share(data, at, test) >= (at === 0 ? 0.5 : 0.9))) return null
  const clicksFirst = data.filter(({ cells }) => Number(digits(cells[1])) > Number(digits(cells[2]))).length
  const impressionsFirst = data.filter(({ cells }) => Number(digits(cells[1])) < Number(digits(cells[2]))).length
  return clicksFirst > impressionsFirst
    ? ['text', 'impressions', 'clicks', 'ctr', 'position']
    : ['text', 'clicks', 'impressions', 'ctr', 'position']
}

/** The share of a file's tables that an export of a tool has besides its keywords. */
export const isExportTable = ({ role, holds, columns }: TablePlan) =>
  role === 'other' && (holds !== 'other' || isOtherTable(columns[0]?.header ?? ''))
