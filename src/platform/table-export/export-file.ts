import { contentDisposition, fileSlug } from '#kit/download-name.ts'
import { type About, csvParts, jsonParts, markdownParts } from './csv-json-markdown.ts'
import type { ExportColumn, ExportFile, ExportFormat, ExportRows, ExportTable } from './export-table.ts'
import { writeSheets } from './export-workbook.ts'

/** Exports tables as CSV, XLSX, JSON or Markdown. */

export type { ExportColumn, ExportFile, ExportFormat, ExportRow, ExportTable } from './export-table.ts'
export { contentDisposition }

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

/** `bom` (default true): mark CSV as UTF-8, without which Excel misreads it. */
export type ExportOptions = { bom?: boolean }

/**
 * Exports one table. `rows` are read once, while streaming; XLSX reads them all first.
 * @throws AppError too_large when an XLSX sheet would exceed Excel's 1,048,576 rows
 */
export function exportTable(
  format: ExportFormat,
  { title, meta, columns, rows }: About & { columns: readonly ExportColumn[]; rows: ExportRows },
  options: ExportOptions = {},
): Promise<ExportFile> {
  return write(format, { title, meta }, [{ title, columns, rows }], false, options)
}

/** Exports several tables in one file: as sheets, sections, or in CSV below each other. @throws AppError as `exportTable` */
export function exportTables(
  format: ExportFormat,
  { title, meta, tables }: About & { tables: readonly ExportTable[] },
  options: ExportOptions = {},
): Promise<ExportFile> {
  return write(format, { title, meta }, tables, true, options)
}

async function write(
  format: ExportFormat,
  about: About,
  tables: readonly ExportTable[],
  several: boolean,
  options: ExportOptions,
): Promise<ExportFile> {
  const body =
    format === 'xlsx' ? await writeSheets(tables, about) : getStream(toParts(format, about, tables, several, options))
  return { body, contentType: contentTypes[format], fileName: `${fileSlug(about.title)}.${format}` }
}

function toParts(
  format: Exclude<ExportFormat, 'xlsx'>,
  about: About,
  tables: readonly ExportTable[],
  several: boolean,
  options: ExportOptions,
) {
  if (format === 'csv') return csvParts(tables, options)
  return format === 'json' ? jsonParts(tables, about, several) : markdownParts(tables, about, several)
}

/** Produces a chunk when the reader asks for one (backpressure), so that other work can run in between. */
function getStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve))
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
