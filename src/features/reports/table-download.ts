import type { Threads } from '#platform/worker-threads.ts'
import { contentDisposition, type ExportColumn, type ExportFormat, exportTable } from './export-file.ts'
import type { ExportRows } from './export-table.ts'

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
  const workbook = await threads.run<Uint8Array>(new URL('./export-thread.ts', import.meta.url), {
    title,
    meta,
    tables: [{ title, columns, rows: await Array.fromAsync(rows) }],
  })
  return answer(workbook, workbookType)
}
