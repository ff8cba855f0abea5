import { foldHeader, importHeaders } from './import-columns.ts'
import { keywordLines } from './keyword-lines.ts'

const headers = new Set(importHeaders.text.map(foldHeader))
const isHeader = (cell: string) => headers.has(foldHeader(cell))

/**
 * The keywords of a table, given as rows of cells: the column whose header says keyword in a language the imports know,
 * else the first column from its first row on. Lines before such a header (a title, a date) are left out.
 */
export function keywordsOfTable(rows: readonly (readonly string[])[]): string[] {
  const headerAt = rows.slice(0, 20).findIndex((row) => row.some(isHeader))
  const column = headerAt < 0 ? 0 : rows[headerAt]!.findIndex(isHeader)
  const cells = rows.slice(headerAt + 1).map((row) => row[column] ?? '')
  return keywordLines(cells.map((cell) => cell.replace(/[\r\n]+/g, ' ')).join('\n'))
}
