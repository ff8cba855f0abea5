import type { Threads } from '../threads/worker-threads.ts'
import { contentDisposition, type ExportColumn, type ExportFormat, exportTable } from './export-file.ts'
import type { ExportRows } from './export-table.ts'
import type { ExportTask } from './export-thread.ts'

export type TableFile = {
  /** Names the file. */
  title: string
  meta: [string, string][]
  columns: ExportColumn[]
  rows: ExportRows
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** One table as a download. Rows are read as they are sent; a workbook is written whole, so off the event loop. */
export async function tableDownload(threads: Threads, format: ExportFormat, table: TableFile): Promise<Response> {
  const { title, meta, columns, rows } = table
  const answer = (body: unknown, contentType: string) =>
    new Response(body as BodyInit, {
      headers: { 'Content-Type': contentType, 'Content-Disposition': contentDisposition(title, format) },
    })
  if (format !== 'xlsx') {
    const file = await exportTable(format, table)
    return answer(file.body, file.contentType)
  }
  const tables = [{ title, columns, rows: await Array.fromAsync(rows) }]
  return answer(await writeWorkbook(threads, { title, meta, tables }), workbookType)
}

/** The bytes of an XLSX, written in a worker thread. @throws AppError too_large over Excel's limit of rows */
export const writeWorkbook = (threads: Threads, task: ExportTask) =>
  threads.run<Uint8Array>(new URL('./export-thread.ts', import.meta.url), task)
