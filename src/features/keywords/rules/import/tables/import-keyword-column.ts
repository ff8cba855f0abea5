import { cellText, type SourceRow } from '../cells/import-cells.ts'
import { countryNamed } from '../cells/import-countries.ts'
import { readDate } from '../cells/import-dates.ts'
import { readNumber } from '../cells/import-numbers.ts'
import type { SheetCell } from '../files/import-sheets.ts'
import type { ImportColumn } from './import-columns.ts'

/** Tells by the cells of a column whether they are keywords. */

export const isNumber = (cell: SheetCell | undefined) => {
  if (typeof cell === 'number') return true
  const text = cellText(cell).replace(/\s*%$/, '')
  const value = /\p{N}/u.test(text) ? readNumber(text, { decimal: '.' }, false) : null
  return value !== null && !Number.isNaN(value)
}
export const isAddress = (cell: SheetCell | undefined) =>
  /^(?:https?:\/\/|www\.)\S+$|^(?:[a-z0-9-]+\.)+[a-z]{2,12}(?:\/\S*)?$/i.test(cellText(cell))
export const isDate = (cell: SheetCell | undefined) =>
  cell instanceof Date ||
  (/^[\d./-]{8,10}$|^\d{4}-\d\d-\d\d[T ]/.test(cellText(cell)) && readDate(cellText(cell), 'dmy') !== null)
export const isDevice = (cell: SheetCell | undefined) =>
  /^(?:mobile?|desktop|tablet|computer|ordinateur|ordenador|móvil)$/i.test(cellText(cell))
export const isCountry = (cell: SheetCell | undefined) => countryNamed(cellText(cell)) !== null

/** The share of a column's filled cells that pass a test. */
export function share(rows: readonly SourceRow[], at: number, test: (cell: SheetCell | undefined) => boolean): number {
  const cells = rows.map(({ cells }) => cells[at]).filter((cell) => cellText(cell) !== '')
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length
}

const isWord = (cell: SheetCell | undefined) => {
  const text = cellText(cell)
  return /\p{L}/u.test(text) && !isNumber(cell) && !isAddress(cell) && !isDate(cell)
}

/** Longer texts are titles and descriptions. */
const longText = 70

/**
 * How much a column's cells look like keywords: words, in most rows, each different, and more than one word. Null when they
 * can't be.
 */
export function rateKeywords(rows: readonly SourceRow[], at: number): number | null {
  const texts = rows.map(({ cells }) => cellText(cells[at])).filter(Boolean)
  if (texts.length === 0 || texts.length < rows.length / 2 || share(rows, at, isWord) < 0.6) return null
  const different = new Set(texts.map((text) => text.toLowerCase())).size / texts.length
  const words = texts.filter((text) => /\S\s+\S/.test(text) || /[\u0e00-\u0eff\u3040-\u9fff]{3}/.test(text)).length
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length
  const inRows = texts.length / rows.length
  return different + inRows / 2 + (words / texts.length) * 0.6 - (length > longText ? 1 : 0)
}

/** Less than that between two columns decides nothing: the first one wins. */
const decisive = 0.15

/**
 * Returns the column of keywords among those without a known header, or the only column, or null. Of "Modifier type",
 * "Modifier" and "Suggestion" it's the one whose cells are different phrases.
 */
export function chooseByContents(columns: readonly ImportColumn[], rows: readonly SourceRow[]): number | null {
  if (columns.length <= 1) return 0
  let best: { at: number; rating: number } | null = null
  for (const [at, { field }] of columns.entries()) {
    if (field) continue
    const rating = rateKeywords(rows, at)
    if (rating !== null && (!best || rating > best.rating + decisive)) best = { at, rating }
  }
  return best?.at ?? null
}

/**
 * Returns the column that really has keywords where the one with a keyword header has counts or addresses, as "Keywords" in
 * tables of topics does.
 */
export function correctKeywordColumn(columns: readonly ImportColumn[], rows: readonly SourceRow[]): number | null {
  const at = columns.findIndex(({ field }) => field === 'text')
  if (at < 0 || rows.length === 0) return null
  const isOther =
    share(rows, at, isNumber) >= 0.9 || share(rows, at, isAddress) >= 0.9 || share(rows, at, isDate) >= 0.9
  if (!isOther) return null
  // Tables of topics name the topic, and count its keywords.
  const open = columns.map((column) => (column.field === 'topic' ? { ...column, field: null } : column))
  return chooseByContents(open, rows)
}
