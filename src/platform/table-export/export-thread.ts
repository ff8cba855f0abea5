/** Writes a workbook in a worker thread: 100,000 rows take seconds that requests must not wait for. */
import { move } from 'piscina'
import { AppError } from '#kit/errors.ts'
import type { ExportRow, ExportTable } from './export-table.ts'
import { writeSheets } from './export-workbook.ts'

export type ExportTask = {
  title: string
  meta: [string, string][]
  tables: (Omit<ExportTable, 'rows'> & { rows: ExportRow[] })[]
}

/** The bytes of the XLSX, moved out of the thread. Rejects with an `ErrorBody` where `writeSheets` throws an AppError. */
export default async function writeSheetsInThread({ title, meta, tables }: ExportTask): Promise<Uint8Array> {
  try {
    const bytes = await writeSheets(tables, { title, meta })
    return move(bytes.buffer.byteLength === bytes.byteLength ? bytes : bytes.slice()) as unknown as Uint8Array
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
