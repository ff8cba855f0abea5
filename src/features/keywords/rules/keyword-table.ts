import { foldHeader, importHeaders } from './import/tables/import-columns.ts'
import { keywordLines } from './keyword-lines.ts'

const headers = new Set(importHeaders.text.map(foldHeader))
const isHeader = (cell: string) => headers.has(foldHeader(cell))

/**
 * Returns the keywords of a table of cells: the column with a known keyword header, else the first column from the first row.
 * Skips lines above the header (a title, a date).
 */
export function keywordsOfTable(rows: readonly (readonly string[])[]): string[] {
  const headerAt = rows.slice(0, 20).findIndex((row) => row.some(isHeader))
  const column = headerAt < 0 ? 0 : rows[headerAt]!.findIndex(isHeader)
  const cells = rows.slice(headerAt + 1).map((row) => row[column] ?? '')
  return keywordLines(cells.map((cell) => cell.replace(/[\r\n]+/g, ' ')).join('\n'))
}
