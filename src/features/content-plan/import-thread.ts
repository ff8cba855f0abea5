/** Reads an uploaded plan in a worker thread, because a file of 10,000 rows would block requests. */
import { isZip, openArchive } from '#features/keywords/rules/import/files/import-archive.ts'
import { findDelimiter, maxColumns, oneLineEnd, splitRows } from '#features/keywords/rules/import/files/import-lines.ts'
import { readWorkbook, type SheetCell } from '#features/keywords/rules/import/files/import-sheets.ts'
import { decodeText } from '#features/keywords/rules/import/files/import-text.ts'
import { createImportError } from '#features/keywords/rules/import/import-errors.ts'
import { AppError } from '#kit/errors.ts'
import { readMarkdownTable } from './rules/markdown-table.ts'
import { type PlanFile, readHeader, readPlanRows } from './rules/plan-file.ts'

export type ReadPlanTask = { bytes: Uint8Array }

type Row = { line: number; cells: string[] }

const headerRows = 20

/** Rejects with an `ErrorBody` where reading throws an AppError, because classes don't survive the transfer. */
export default async function run({ bytes }: ReadPlanTask): Promise<PlanFile> {
  try {
    for (const rows of isZip(bytes) ? await readSheets(bytes) : [readText(bytes)]) {
      const header = rows.slice(0, headerRows).findIndex(({ cells }) => readHeader(cells) !== null)
      if (header >= 0) return readPlanRows(readHeader(rows[header]!.cells)!, rows.slice(header + 1))
    }
    throw new AppError('invalid_input', 'The file has no column named Title.', {
      field: 'file',
      reason: 'no_title_column',
    })
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}

function readText(bytes: Uint8Array): Row[] {
  const { text } = decodeText(bytes)
  if (text.includes('\0'))
    throw createImportError('unsupported_type', 'file_not_text', 'The file has no readable text.')
  if (text.trim() === '') throw createImportError('invalid_input', 'file_empty', 'The file is empty.')
  const lines = oneLineEnd(text)
  const table = readMarkdownTable(lines)
  if (table) return table.map(({ line, cells }) => ({ line, cells: cells.slice(0, maxColumns) }))
  const delimiter = findDelimiter(lines) ?? ','
  return [...splitRows(lines, delimiter)].map(({ line, cells }) => ({ line, cells: [...cells].slice(0, maxColumns) }))
}

async function readSheets(bytes: Uint8Array): Promise<Row[][]> {
  const sheets = await readWorkbook(await openArchive(bytes))
  return Array.fromAsync(sheets, ({ rows }) =>
    Array.fromAsync(rows(), ({ line, cells }) => ({ line, cells: cells.map(toText) })),
  )
}

const toText = (cell: SheetCell) =>
  cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
