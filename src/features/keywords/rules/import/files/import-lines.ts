import { createImportError } from '../import-errors.ts'
import { headerScore } from '../tables/import-columns.ts'
import { readLooseLine } from './import-quotes.ts'

/**
 * Parses delimited text into rows with their physical line. Custom, because a bad line must not affect others: an unclosed
 * quote must not swallow the lines after it, and every row needs its line number.
 */

export type TextRow = {
  /** Physical line the row starts on, from 1. */
  line: number
  cells: string[]
  /** Why the line can't be read; its cells are empty then. */
  problem: string | null
}

export const maxColumns = 1000
export const tooWide = 'more than 1,000 columns'
/** Enough for 100,000 keywords with 50 columns. */
export const maxCells = 5_000_000
export const tooManyCells = () =>
  createImportError(
    'too_large',
    'too_many_cells',
    'The file has more than 5,000,000 cells. Split it into smaller files.',
    { params: { max: maxCells } },
  )

/** Normalizes CRLF and CR to LF. */
export const oneLineEnd = (text: string) => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)

export const strayQuote = 'a quote inside a cell isn’t escaped'

/**
 * Splits LF-separated text into rows, including blank ones. With `delimiter` null, every line is one cell. With `width`, the
 * number of cells of most rows, a row with an unescaped quote is read so that it has as many, or has a problem.
 */
export function* splitRows(text: string, delimiter: string | null, width = 0): Generator<TextRow> {
  // Bounds rescanning after unclosed quotes, so that parsing stays linear.
  let allowance = text.length * 2
  let at = 0
  let line = 1
  let quote = text.indexOf('"')
  while (at < text.length) {
    const newline = text.indexOf('\n', at)
    const end = newline < 0 ? text.length : newline
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
    if (quote < 0 || quote >= end) {
      const written = text.slice(at, end)
      const cells = delimiter === null ? [written] : written.split(delimiter, maxColumns + 1)
      yield { line, cells, problem: null }
      at = end + 1
      line++
      continue
    }
    const row = readQuotedRow(text, at, delimiter, allowance > 0 ? text.length : end)
    const isNarrow = row.cells !== null && row.cells.length < width && row.hasStray
    const loose =
      delimiter !== null && width > 1 && (row.cells === null || isNarrow)
        ? readLooseLine(text.slice(at, end), delimiter, width)
        : null
    if (loose) {
      yield { line, cells: loose, problem: null }
      at = end + 1
      line++
    } else if (isNarrow) {
      yield { line, cells: [], problem: strayQuote }
      at = end + 1
      line++
    } else if (row.cells) {
      yield { line, cells: row.cells, problem: null }
      at = row.end + 1
      line += 1 + row.newlines
    } else {
      allowance -= row.end - at
      yield { line, cells: [], problem: 'unclosed quote' }
      at = end + 1
      line++
    }
  }
}

type QuotedRow = {
  cells: string[] | null
  end: number
  newlines: number /** Whether a quote is inside a cell. */
  hasStray: boolean
}

/** Reads one row with quotes, from `start`. `cells` is null when a quote isn't closed, detected at `end`. */
function readQuotedRow(text: string, start: number, delimiter: string | null, limit: number): QuotedRow {
  const cells: string[] = []
  let at = start
  let newlines = 0
  let hasStray = false
  for (;;) {
    const opening = skipSpaces(text, at, delimiter)
    if (text[opening] === '"') {
      const field = readQuotedField(text, opening, delimiter, limit)
      if (field.value === null) return { cells: null, end: field.end, newlines, hasStray }
      newlines += field.newlines
      hasStray ||= field.hasStray
      if (cells.length <= maxColumns) cells.push(field.value)
      at = field.end
    } else {
      const newline = indexOrEnd(text, '\n', at)
      const next = delimiter === null ? newline : Math.min(newline, indexOrEnd(text, delimiter, at, newline))
      if (cells.length <= maxColumns) cells.push(text.slice(at, next))
      at = next
    }
    if (at >= text.length || text[at] === '\n') return { cells, end: at, newlines, hasStray }
    at++
  }
}

function indexOrEnd(text: string, mark: string, from: number, end = text.length): number {
  const found = end - from < 4096 ? text.slice(from, end).indexOf(mark) : text.indexOf(mark, from) - from
  return found < 0 ? end : from + found
}

function skipSpaces(text: string, from: number, delimiter: string | null): number {
  let at = from
  while (text[at] === ' ' && delimiter !== ' ') at++
  return at
}

/** Reads the field whose quote is at `opening`; `end` is exclusive. Keeps a stray quote inside, as long as no line has ended. */
function readQuotedField(text: string, opening: number, delimiter: string | null, limit: number) {
  let value = ''
  let newlines = 0
  let hasStray = false
  let at = opening + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0 || quote >= limit) return { value: null, end: limit, newlines, hasStray }
    const part = text.slice(at, quote)
    if (part.includes('\n')) newlines += part.split('\n').length - 1
    value += part
    if (text[quote + 1] === '"') {
      value += '"'
      at = quote + 2
      // `"",` may be an unescaped quote and the end of its cell.
      hasStray ||= text[at] === delimiter || text[at] === '\n'
      continue
    }
    const next = skipSpaces(text, quote + 1, delimiter)
    if (next >= text.length || text[next] === '\n' || text[next] === delimiter)
      return { value, end: next, newlines, hasStray }
    if (newlines > 0) return { value: null, end: quote, newlines, hasStray }
    value += '"'
    hasStray = true
    at = quote + 1
  }
}

/** The number of cells of at least half of the first rows; 0 when there's none. */
export function getUsualWidth(text: string, delimiter: string | null): number {
  if (delimiter === null) return 0
  const counts = new Map<number, number>()
  let rows = 0
  for (const { cells, problem } of splitRows(text.slice(0, sampleCharacters), delimiter)) {
    if (problem !== null || isBlankRow(cells)) continue
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    if (++rows === 200) break
  }
  const [width, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0]
  return width > 1 && times * 2 >= rows ? width : 0
}

const delimiters = ['\t', ';', '|', ',']
const sampleCharacters = 200_000
const sampleRows = 60

export const isBlankRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/**
 * Detects the delimiter: the one under which a header row is recognized, else the one that gives all lines equally many cells;
 * null for a list of one keyword per line. Excel's "sep=;" line takes precedence. In a ".txt" without numbers a comma is part
 * of the keyword.
 */
export function findDelimiter(text: string, fileName = ''): string | null {
  const declared = /^sep=(.)(?:\n|$)/i.exec(text)
  if (declared) return declared[1]!
  const sample = text.slice(0, sampleCharacters)
  let best: { delimiter: string; score: number } | null = null
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue
    const score = delimiterScore(sample, delimiter, delimiter === ',' && /\.txt$/i.test(fileName))
    if (score > 0 && (!best || score > best.score)) best = { delimiter, score }
  }
  return best?.delimiter ?? null
}

function delimiterScore(sample: string, delimiter: string, needsNumbers: boolean): number {
  const rows: string[][] = []
  for (const { cells, problem } of splitRows(sample, delimiter)) {
    if (!problem && !isBlankRow(cells)) rows.push(cells)
    if (rows.length === sampleRows) break
  }
  const isCommented = ([first = '']: string[]) => /^\s*#(?:[\s\-–—=*_#]|$)/.test(first)
  const body = rows.filter((cells) => !isCommented(cells))
  if (body.length === 0) return 0
  const named = Math.max(...body.slice(0, 40).map((cells) => (cells.length > 1 ? headerScore(cells) : 0)))
  if (named > 0) return 100 + named
  // A "Keyword" header above lines with occasional commas is a list, not a table.
  if (body[0]!.length === 1 && headerScore(body[0]!) > 0) return 0
  // Titles above a table have one cell.
  const titles = body.slice(0, 5).findIndex((cells) => cells.length > 1)
  if (titles > 0) body.splice(0, titles)
  if (needsNumbers && !body.some((cells) => cells.some((cell) => /^\s*[\d.,]+%?\s*$/.test(cell)))) return 0
  const counts = new Map<number, number>()
  for (const { length } of body) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [columns, times] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]!
  const share = times / body.length
  return columns > 1 && share >= 0.8 ? share + Math.min(columns, 50) / 100 : 0
}
