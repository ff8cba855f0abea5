import { AppError } from '#kit/errors.ts'
import type { SourceRow } from '../cells/import-cells.ts'
import { createImportError, type ImportReason } from '../import-errors.ts'
import { splitTables } from '../tables/import-blocks.ts'
import type { SourceTable } from '../tables/import-tables.ts'
import { readTrendsFile } from '../tables/import-trends.ts'
import { toTrendsTable } from '../tables/trends-table.ts'
import { type Archive, isZip, openArchive } from './import-archive.ts'
import {
  findDelimiter,
  getUsualWidth,
  isBlankRow,
  maxCells,
  maxColumns,
  oneLineEnd,
  splitRows,
  tooManyCells,
  tooWide,
} from './import-lines.ts'
import { maxSheets, readWorkbook } from './import-sheets.ts'
import { decodeText } from './import-text.ts'

/** Opens a file as the tables in it: text with delimiters, workbooks, and archives of text files. */

export type SourceOptions = { encoding?: string; delimiter?: string }

export const invalid = (reason: ImportReason, message: string) => createImportError('invalid_input', reason, message)
const unsupported = (reason: ImportReason, message: string) => createImportError('unsupported_type', reason, message)

/** @throws AppError invalid_input or unsupported_type when it has no table */
export const openTables = (bytes: Uint8Array, fileName: string, options: SourceOptions): Promise<SourceTable[]> =>
  isZip(bytes) ? tablesOfArchive(bytes, fileName, options) : tablesOfText(bytes, fileName, options)

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

async function tablesOfText(bytes: Uint8Array, fileName: string, options: SourceOptions): Promise<SourceTable[]> {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  const known = signatures.find(([signature]) => start.startsWith(signature))
  if (known) throw unsupported(known[1], known[2])
  const { text, encoding, encodings, samples } = decodeText(bytes, options.encoding)
  if (looksBinary(text)) throw unsupported('file_not_text', `The file has no readable text. ${sendInstead}.`)
  if (text.trim() === '') throw invalid('file_empty', 'The file is empty.')
  if (/^\s*<(?:!doctype\s+html|html|head|body|table|\?xml|svg)\b/i.test(text))
    throw unsupported('file_is_web_page', `This is a web page or XML file. ${sendInstead}.`)
  if (/^\s*[[{]/.test(text) && isJson(text)) throw unsupported('file_is_json', `This is a JSON file. ${sendInstead}.`)
  const lines = oneLineEnd(text)
  const about = { name: fileName, encoding, encodings, samples, isText: true }
  const trends = options.delimiter === undefined ? readTrendsFile(lines) : null
  if (trends) return [toTrendsTable(trends, about)]
  const delimiter = options.delimiter === undefined ? findDelimiter(lines, fileName) : options.delimiter || null
  const width = lines.includes('"') ? getUsualWidth(lines, delimiter) : 0
  return splitTables({ ...about, delimiter, rows: () => textRows(lines, delimiter, width) })
}

function* textRows(text: string, delimiter: string | null, width: number): Generator<SourceRow> {
  let cells = 0
  let gap = false
  for (const row of splitRows(text, delimiter, width)) {
    cells += row.cells.length
    if (cells > maxCells) throw tooManyCells()
    if (row.line === 1 && /^sep=.$/i.test(row.cells.join(delimiter ?? ''))) continue
    if (row.problem === null && isBlankRow(row.cells)) {
      gap = true
      continue
    }
    if (row.cells.length > maxColumns) yield { line: row.line, cells: [], problem: tooWide }
    else if (gap) yield { ...row, gap }
    else yield row
    gap = false
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

async function tablesOfArchive(bytes: Uint8Array, fileName: string, options: SourceOptions): Promise<SourceTable[]> {
  const archive = await openArchive(bytes)
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
  const tables: SourceTable[] = []
  for (const [name, content] of await archive.read(textFiles)) {
    try {
      tables.push(...(await tablesOfText(content, name, options)))
    } catch (error) {
      // Ignores unreadable tables, since Search Console adds empty ones to the queries.
      if (!(error instanceof AppError)) throw error
    }
  }
  if (tables.length === 0)
    throw invalid('archive_without_table', `The archive ${fileName.slice(0, 100)} has no readable CSV or text file.`)
  return tables
}

async function tablesOfWorkbook(archive: Archive): Promise<SourceTable[]> {
  const about = { encoding: 'utf-8', encodings: ['utf-8'], samples: [], delimiter: null, isText: false }
  const tables: SourceTable[] = []
  for (const { name, rows } of await readWorkbook(archive))
    tables.push(...(await splitTables({ ...about, name, rows })))
  return tables
}
