import type { CellObject, Row, SheetData } from 'write-excel-file/node'
import { AppError } from '#kit/errors.ts'
import { type ExportCell, type ExportColumn, type ExportTable, plainCell } from './export-table.ts'

/** Excel's own limits. */
const maxRows = 1_048_576
const maxCellCharacters = 32_767
const maxSheetName = 31

const widths = { text: 14, number: 12, date: 12, money: 12 } as const
const widest = 60
/** Rows looked at to find how wide a column must be. */
const measured = 200

/**
 * A workbook with one sheet a table: bold header that stays in view, numbers and dates as such; `meta` on a last sheet, "About".
 * Texts are never formulas. @throws AppError too_large over Excel's 1,048,576 rows
 */
export async function writeSheets(
  tables: readonly ExportTable[],
  about: { title: string; meta: readonly [string, string][] },
): Promise<Uint8Array<ArrayBuffer>> {
  const names = new Set<string>()
  const sheets = []
  for (const table of tables) sheets.push({ sheet: sheetName(table.title, names), ...(await getSheet(table)) })
  if (about.meta.length > 0 || sheets.length === 0)
    sheets.push({ sheet: sheetName('About', names), ...aboutSheet(about) })
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const workbook = await writeWorkbook(sheets).toBuffer()
  return new Uint8Array(workbook.buffer as ArrayBuffer, workbook.byteOffset, workbook.byteLength)
}

async function getSheet({ columns, rows }: ExportTable) {
  const data: SheetData = [columns.map(({ label }) => ({ value: safeText(label), type: String, fontWeight: 'bold' }))]
  for await (const row of rows) {
    if (data.length === maxRows)
      throw new AppError('too_large', 'An XLSX sheet can have up to 1,048,576 rows. Export CSV instead.', {
        field: 'format',
        reason: 'too_many_rows',
        params: { max: maxRows },
      })
    data.push(columns.map(({ key, type }) => workbookCell(row[key], type)))
  }
  return { data, stickyRowsCount: 1, columns: columns.map((column, at) => ({ width: getWidth(column, at, data) })) }
}

function aboutSheet({ title, meta }: { title: string; meta: readonly [string, string][] }) {
  const data: SheetData = [
    [{ value: safeText(title), type: String, fontWeight: 'bold' }],
    ...meta.map(
      ([name, value]): Row => [
        { value: safeText(name), type: String },
        { value: safeText(value), type: String },
      ],
    ),
  ]
  return { data, columns: [{ width: 24 }, { width: widest }] }
}

function workbookCell(given: ExportCell, type: ExportColumn['type']): CellObject | null {
  const cell = plainCell(given)
  if (cell === null || cell === '') return null
  if (typeof cell === 'number')
    return type === 'money' ? { value: cell, type: Number, format: '#,##0.00' } : { value: cell, type: Number }
  if (typeof cell === 'boolean') return { value: cell, type: Boolean }
  if (type === 'date') {
    const date = isoDate(cell)
    if (date)
      return {
        value: date,
        type: Date,
        format: cell.length > 10 && !isMidnight(date) ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd',
      }
  }
  return { value: safeText(cell), type: String }
}

/** Sheets count days from 1900. */
function isoDate(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)) return null
  const date = new Date(text.length > 10 && !/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1901 ? null : date
}

const isMidnight = (date: Date) => date.getTime() % 86_400_000 === 0

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const plainText = (text: string) => text.toWellFormed().replace(forbidden, ' ')

/**
 * What a cell can hold. "_x0041_" would be read as an escaped "A", so its own underscore is escaped; the writer keeps texts in a plain
 * object, so those named like its parts ("constructor") are escaped to another name.
 */
function safeText(text: string): string {
  const escaped = plainText(text).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  if (escaped in Object.prototype) return `_x${escaped.charCodeAt(0).toString(16).padStart(4, '0')}_${escaped.slice(1)}`
  return escaped.length > maxCellCharacters ? escaped.slice(0, maxCellCharacters).toWellFormed() : escaped
}

function getWidth({ label, type }: ExportColumn, at: number, data: SheetData): number {
  let width = Math.max(label.length + 2, widths[type])
  if (type !== 'text') return width
  for (const row of data.slice(1, measured)) {
    const value = (row[at] as CellObject | null)?.value
    if (typeof value === 'string') width = Math.max(width, value.length + 2)
  }
  return Math.min(width, widest)
}

/** Unique and allowed: 31 characters, none of []:*?/\, no apostrophe at an end, not Excel's own "History". */
function sheetName(title: string, taken: Set<string>): string {
  const clean = plainText(title)
    .replace(/[[\]:*?/\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
  const base = (/^history$/i.test(clean) ? 'History 1' : clean) || 'Sheet'
  for (let copy = 1; ; copy++) {
    const suffix = copy === 1 ? '' : ` ${copy}`
    const name = `${base.slice(0, maxSheetName - suffix.length).toWellFormed()}${suffix}`
    if (!taken.has(name.toLowerCase())) {
      taken.add(name.toLowerCase())
      return name
    }
  }
}
