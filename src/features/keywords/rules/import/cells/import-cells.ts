import { displayText } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { SheetCell } from '../files/import-sheets.ts'
import type { ImportColumn, ImportField } from '../tables/import-columns.ts'
import { type MaybeNumber, type NumberStyle, readNumber, readShare } from './import-numbers.ts'

/** Reads the cells of a table as texts, numbers and shares. */

export type SourceRow = {
  line: number
  cells: readonly SheetCell[]
  problem: string | null
  /** Whether blank lines are above it. */
  gap?: boolean
}

const tidy = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** Longer than any value an import stores; the rest of a cell is cut to save time. */
const maxCellLength = 10_000

/** Collapses white space and removes control characters. */
export function cleanText(given: string): string {
  const written = given.length > maxCellLength ? given.slice(0, maxCellLength) : given
  if (tidy.test(written)) return written
  return displayText(written.toWellFormed().replace(control, ' '))
}

export function cellText(cell: SheetCell | undefined): string {
  if (typeof cell === 'string') return cleanText(cell)
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

export const quoted = (written: string) => `"${written.length > 40 ? `${written.slice(0, 40)}…` : written}"`

/** Rounds off binary errors, as in 12.3 / 100. */
export const round = (value: number) => Math.round(value * 1e8) / 1e8

/** A cell that can't be read. It costs itself alone: the rest of its row is imported. */
export type UnreadCell = { line: number; column: string; reason: string }

/** Reads the cells of one row after another, and collects those of the row that can't be read. */
export function createCellReader(columns: readonly ImportColumn[], style: NumberStyle) {
  /** The first column of each field. */
  const at = Object.fromEntries(
    columns.flatMap(({ field }, index) => (field ? [[field, index]] : [])).reverse(),
  ) as Partial<Record<ImportField, number>>
  let cells: readonly SheetCell[] = []
  let line = 0
  let unread: UnreadCell[] = []
  let current = -1

  const cellAt = (index: number) => {
    current = index
    return cells[index] ?? null
  }
  const cell = (field: ImportField) => (at[field] === undefined ? null : cellAt(at[field]))
  const words = (field: ImportField) => cellText(cell(field))
  const refuse = (reason: string) => {
    unread.push({ line, column: columns[current]?.header ?? '', reason })
    return null
  }
  const inBounds = (value: MaybeNumber, name: string, written: string, max: number, maxInWords: string) => {
    if (value === null) return null
    if (Number.isNaN(value)) return refuse(`${name} ${quoted(written)} isn’t a number`)
    if (value < 0) return refuse(`${name} ${quoted(written)} is negative`)
    return value > max ? refuse(`${name} ${quoted(written)} is above ${maxInWords}`) : value
  }
  const number = (
    value: SheetCell,
    name: string,
    whole: boolean,
    max = Number.MAX_SAFE_INTEGER,
    inWords = 'the maximum',
  ) => {
    if (typeof value === 'number') return inBounds(value, name, String(value), max, inWords)
    const written = cellText(value)
    return written === '' ? null : inBounds(readNumber(written, style, whole), name, written, max, inWords)
  }

  const share = (value: SheetCell, name: string, inPercent: boolean) => {
    if (typeof value === 'number') return inBounds(inPercent ? value / 100 : value, name, String(value), 1, '100%')
    const written = cellText(value)
    if (written === '') return null
    const { value: read, percent } = readShare(written, style)
    return inBounds(percent || inPercent ? read && round(read / 100) : read, name, written, 1, '100%')
  }

  return {
    at,
    cellAt,
    cell,
    words,
    refuse,
    inBounds,
    number,
    share,
    open(row: SourceRow) {
      cells = row.cells
      line = row.line
      unread = []
    },
    takeUnread: () => unread,
  }
}

export type CellReader = ReturnType<typeof createCellReader>
