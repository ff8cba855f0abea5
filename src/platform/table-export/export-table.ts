/** Types of an export, and its cells in each format. */

export type ExportFormat = 'csv' | 'xlsx' | 'json' | 'md'

/** `date`: ISO 8601 text. `money`: an amount; its currency is in a separate column. */
export type ExportColumn = { key: string; label: string; type: 'text' | 'number' | 'date' | 'money' }

export type ExportCell = string | number | boolean | null | undefined
export type ExportRow = Readonly<Record<string, ExportCell>>
export type ExportRows = Iterable<ExportRow> | AsyncIterable<ExportRow>
export type ExportTable = { title: string; columns: readonly ExportColumn[]; rows: ExportRows }
export type ExportFile = {
  /** Streamed, except XLSX. */
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>
  contentType: string
  /** ASCII, with extension. */
  fileName: string
}

/** Replaces Infinity and NaN, which no format can hold. */
export const plainCell = (cell: ExportCell): string | number | boolean | null =>
  cell === undefined || (typeof cell === 'number' && !Number.isFinite(cell)) ? null : cell
