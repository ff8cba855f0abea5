import { keywordKey } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { AppError } from '#kit/errors.ts'
import type { ImportKind, KeywordImport, TableSubject } from '../../contract.ts'
import { type Archive, isZip, openArchive } from './import-archive.ts'
import { cellText, type SourceRow } from './import-cells.ts'
import type { ImportColumn } from './import-columns.ts'
import { countryFor, getDataDate } from './import-defaults.ts'
import { createImportError, type ImportReason } from './import-errors.ts'
import {
  findDelimiter,
  isBlankRow,
  maxCells,
  maxColumns,
  oneLineEnd,
  splitRows,
  tooManyCells,
  tooWide,
} from './import-lines.ts'
import { createRowReader, type ImportedKeyword, learnFormats } from './import-rows.ts'
import { createSerpReader, hasSerpColumns } from './import-serps.ts'
import { maxSheets, readWorkbook } from './import-sheets.ts'
import { planTable, type SourceTable, type TablePlan } from './import-tables.ts'
import { decodeText } from './import-text.ts'

export type { ImportKind } from '../../contract.ts'
export { importHeaders } from './import-columns.ts'
export type { ImportedKeyword } from './import-rows.ts'

/** Parses keyword files of any vendor into keywords, with a reason for each rejected line. */

export type ImportResult = {
  kind: ImportKind
  keywords: ImportedKeyword[]
  accepted: number
  /** Data rows, accepted and rejected. */
  rows: number
  /** The first thousand; `rejected_total` counts all. `line` is the physical line, from 1, including the header. */
  rejected: { line: number; reason: string }[]
  rejected_total: number
  /** Those of the rejected lines that repeat a keyword of an earlier one. */
  duplicates: number
  /** `field` is null when the column was skipped. */
  columns: { header: string; field: string | null }[]
  /** ISO 8601 date of the metrics: the end of the file's period, else the export date. */
  as_of: string | null
  /** Skipped tables of the file. */
  left_out: KeywordImport['left_out']
  /** ISO 3166-1 alpha-2, when the file or its name gives it and all rows agree. */
  country: string | null
  /** Always null: no vendor exports the language. */
  language: string | null
  encoding: string
  delimiter: string | null
}

export const maxFileBytes = 25_000_000
export const maxKeywords = 100_000
const maxRejections = 1000

/**
 * Parses a keyword file: CSV, TSV, other delimited text, a plain list, XLSX, or a Search Console ZIP. A bad line is rejected
 * with its reason and doesn't stop the rest. `kind` overrides the detected vendor.
 * @throws AppError invalid_input or unsupported_type when it isn't a keyword table, too_large over 25 MB or 1,000 columns; all
 * with field 'file'
 */
export async function parseImportFile(bytes: Uint8Array, fileName: string, kind?: ImportKind): Promise<ImportResult> {
  if (bytes.length > maxFileBytes)
    throw createImportError(
      'too_large',
      'file_too_large',
      'The file is larger than 25 MB. Split it into smaller files.',
      { params: { max_mb: maxFileBytes / 1_000_000 } },
    )
  const tables = isZip(bytes) ? tablesOfArchive(bytes, fileName) : [tableOfText(bytes, fileName)]
  const plans = tables.map(planTable).filter((plan) => plan !== null)
  const plan = choosePlan(plans)
  if (kind) plan.kind = kind
  if (plan.kind === 'serp' && !hasSerpColumns(plan.columns))
    throw invalid('serp_columns_missing', 'A SERP file needs three columns: keyword, rank and URL.')
  return readTable(plan, plans, fileName)
}

const invalid = (reason: ImportReason, message: string) => createImportError('invalid_input', reason, message)
const unsupported = (reason: ImportReason, message: string) => createImportError('unsupported_type', reason, message)

const sendInstead = 'Upload a CSV, TSV, TXT or XLSX file'
const signatures: [start: string, reason: ImportReason, message: string][] = [
  [
    'd0cf11e0a1b11ae1',
    'old_workbook',
    `This is an old .xls or password-protected workbook. Save it as .xlsx without a password.`,
  ],
  ['25504446', 'file_is_pdf', `This is a PDF. ${sendInstead}.`],
  ['89504e47', 'file_is_image', `This is an image. ${sendInstead}.`],
  ['ffd8ff', 'file_is_image', `This is an image. ${sendInstead}.`],
  ['47494638', 'file_is_image', `This is an image. ${sendInstead}.`],
  ['1f8b', 'file_is_archive', `This is a gzip archive. Unpack it first. ${sendInstead}.`],
  ['377abcaf271c', 'file_is_archive', `This is a 7z archive. Unpack it first. ${sendInstead}.`],
  ['526172211a07', 'file_is_archive', `This is a RAR archive. Unpack it first. ${sendInstead}.`],
  ['7b5c727466', 'file_is_document', `This is a rich text document. ${sendInstead}.`],
  ['504b0506', 'archive_empty', 'The archive is empty.'],
]

function tableOfText(bytes: Uint8Array, fileName: string): SourceTable {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const known = signatures.find(([signature]) => start.startsWith(signature))
  if (known) throw unsupported(known[1], known[2])
  const { text, encoding } = decodeText(bytes)
  if (looksBinary(text)) throw unsupported('file_not_text', `The file has no readable text. ${sendInstead}.`)
  if (text.trim() === '') throw invalid('file_empty', 'The file is empty.')
  if (/^\s*<(?:!doctype\s+html|html|head|body|table|\?xml|svg)\b/i.test(text))
    throw unsupported('file_is_web_page', `This is a web page or XML file. ${sendInstead}.`)
  if (/^\s*[[{]/.test(text) && isJson(text)) throw unsupported('file_is_json', `This is a JSON file. ${sendInstead}.`)
  const lines = oneLineEnd(text)
  const delimiter = findDelimiter(lines, fileName)
  return {
    name: fileName,
    encoding,
    delimiter,
    isText: true,
    rows: () => textRows(lines, delimiter),
  }
}

function* textRows(text: string, delimiter: string | null): Generator<SourceRow> {
  let cells = 0
  for (const row of splitRows(text, delimiter)) {
    cells += row.cells.length
    if (cells > maxCells) throw tooManyCells()
    if (row.line === 1 && /^sep=.$/i.test(row.cells.join(delimiter ?? ''))) continue
    if (row.problem === null && isBlankRow(row.cells)) continue
    if (row.cells.length > maxColumns) yield { line: row.line, cells: [], problem: tooWide }
    else yield row
  }
}

/** Detects binary data by its share of control characters. */
function looksBinary(text: string): boolean {
  const sample = text.slice(0, 65_536)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: counts control characters
  const strange = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0
  return strange > 2 && strange > sample.length / 50
}

/** Longer text isn't parsed to check for JSON. */
const maxJsonLength = 1_000_000

function isJson(text: string): boolean {
  if (text.length > maxJsonLength) return /[\]}]\s{0,10}$/.test(text.slice(-20))
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isTextFile = (name: string) => /\.(?:csv|tsv|tab|txt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name)

function tablesOfArchive(bytes: Uint8Array, fileName: string): SourceTable[] {
  const archive = openArchive(bytes)
  const { names } = archive
  if (names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name))) return tablesOfWorkbook(archive)
  if (names.some((name) => /^(?:xl\/workbook\.bin|content\.xml|word\/|ppt\/|Index\/)/i.test(name)))
    throw unsupported('file_is_document', 'This type of office document isn’t supported. Save it as .xlsx or .csv.')
  const textFiles = names.filter(isTextFile)
  if (textFiles.length > maxSheets)
    throw createImportError(
      'too_large',
      'too_many_tables',
      `The archive has more than ${maxSheets} tables. Upload only the one with the keywords.`,
      { params: { max: maxSheets } },
    )
  const tables = [...archive.read(textFiles)].flatMap(([name, content]) => {
    try {
      return [tableOfText(content, name)]
    } catch (error) {
      // Ignores unreadable tables, since Search Console adds empty ones to the queries.
      if (error instanceof AppError) return []
      throw error
    }
  })
  if (tables.length === 0)
    throw invalid('archive_without_table', `The archive ${fileName.slice(0, 100)} has no readable CSV or text file.`)
  return tables
}

function tablesOfWorkbook(archive: Archive): SourceTable[] {
  return readWorkbook(archive).map(({ name, rows }) => ({
    name,
    encoding: 'utf-8',
    delimiter: null,
    isText: false,
    rows,
  }))
}

function choosePlan(plans: readonly TablePlan[]): TablePlan {
  if (plans.length === 0) throw invalid('file_empty', 'The file is empty.')
  const [best] = plans
    .filter(({ role }) => role === 'keywords')
    .sort((a, b) => b.sureness - a.sureness || b.sample.length - a.sample.length)
  const isTooWide = ({ headerLine, columns, sample }: TablePlan) =>
    columns.length > maxColumns || (headerLine === 0 && sample[0]?.problem === tooWide)
  if (isTooWide(best ?? plans[0]!))
    throw createImportError('too_large', 'too_many_columns', 'The file has more than 1,000 columns.', {
      params: { max: maxColumns },
    })
  if (best) return best
  const performance = plans.find(({ kind }) => kind === 'search_console')
  if (performance)
    throw createImportError('invalid_input', 'not_queries', withoutQueries(performance.holds), {
      params: { table: performance.holds },
    })
  throw invalid('no_keyword_column', 'No keyword column found. Name it "Keyword" in the first row.')
}

/** Explains a Search Console export without queries, its only keywords. */
function withoutQueries(holds: TableSubject): string {
  const which = holds === 'other' || holds === 'keywords' ? 'one of the other tables' : `the ${holds} table`
  const why = holds === 'pages' ? 'Pages aren’t keywords, so it can’t be imported.' : 'It has no keywords.'
  return `This is ${which} of a Search Console export. ${why} Upload Queries.csv or the whole zip.`
}

/** Returns the file's other tables with their row counts. */
const leftOut = (plan: TablePlan, plans: readonly TablePlan[]): ImportResult['left_out'] =>
  plans
    .filter((other) => other !== plan)
    .map(({ table, headerLine, holds }) => {
      return { name: table.name.slice(0, 200), holds, rows: countRows(table, headerLine) }
    })

/** Counts rows; null for a table over the cell limit. */
function countRows(table: SourceTable, headerLine: number): number | null {
  let rows = 0
  try {
    for (const { line } of table.rows()) if (line > headerLine) rows++
    return rows
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function readTable(plan: TablePlan, plans: readonly TablePlan[], fileName: string): ImportResult {
  const { table, headerLine, kind } = plan
  const columns = getColumns(plan)
  const read = createRowReader(columns, kind, learnFormats(plan.sample, columns, table.delimiter))
  const serps = kind === 'serp' ? createSerpReader() : null
  const keywords: ImportedKeyword[] = []
  const rejected: { line: number; reason: string }[] = []
  const lineOfKey = new Map<string, number>()
  const countries = new Set<string>()
  let updated: string | null = null
  let rows = 0
  let accepted = 0
  let duplicates = 0
  const refuse = (line: number, reason: string) => {
    if (rejected.length < maxRejections) rejected.push({ line, reason })
  }
  for (const row of table.rows()) {
    if (row.line <= headerLine) continue
    rows++
    const shifted = table.isText && headerLine > 0 ? cellsTooMany(row, columns) : null
    const result = shifted ? { problem: shifted } : read(row)
    if (result.problem !== null) {
      refuse(row.line, result.problem)
      continue
    }
    const key = keywordKey(result.keyword.text)
    const wrong = serps?.add(key, result.keyword) ?? null
    if (wrong !== null) {
      refuse(row.line, wrong)
      continue
    }
    const first = lineOfKey.get(key)
    if (first !== undefined) {
      if (serps) accepted++
      else {
        duplicates++
        refuse(row.line, `duplicate of line ${first}`)
      }
    } else if (keywords.length >= maxKeywords) refuse(row.line, 'over the limit of 100,000 keywords per file')
    else {
      lineOfKey.set(key, row.line)
      accepted++
      keywords.push(result.keyword)
      if (result.country) countries.add(result.country)
      if (result.updated && (updated === null || result.updated > updated)) updated = result.updated
    }
  }
  if (kind === 'keyword_planner') markBuckets(keywords)
  serps?.finish(keywords)
  const inWords = !keywords.some(({ competition }) => competition !== null)
  return {
    kind,
    keywords,
    accepted,
    rows,
    rejected,
    rejected_total: rows - accepted,
    duplicates,
    columns: columns.map(({ header, field }) => ({ header, field: field === 'competition' && inWords ? null : field })),
    left_out: leftOut(plan, plans),
    as_of: getDataDate(plan, plans, updated, fileName),
    country: countryFor(
      countries,
      plans.filter((other) => other !== plan),
      fileName,
    ),
    language: null,
    encoding: table.encoding,
    delimiter: table.delimiter,
  }
}

function cellsTooMany({ cells }: SourceRow, columns: readonly ImportColumn[]): string | null {
  if (cells.length <= columns.length) return null
  const extra = cells.slice(columns.length).some((cell) => cellText(cell) !== '')
  return extra ? `${cells.length} cells, but the header has ${columns.length}` : null
}

/**
 * Drops columns a vendor's file can't have: Search Console has no volumes, and clicks of other vendors are estimates for all
 * sites.
 */
function getColumns({ columns, kind }: TablePlan): ImportColumn[] {
  const has = (field: string) => columns.some((column) => column.field === field)
  const left = new Set<string>()
  if (kind === 'search_console') for (const field of ['volume', 'volume_low', 'volume_high']) left.add(field)
  else if (kind !== 'generic') for (const field of ['impressions', 'clicks', 'ctr']) left.add(field)
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
