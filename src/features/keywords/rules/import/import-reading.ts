import { cellText } from './cells/import-cells.ts'
import { splitRows } from './files/import-lines.ts'
import type { SheetCell } from './files/import-sheets.ts'
import type { DataDate } from './import-defaults.ts'
import type { Formats } from './rows/import-rows.ts'
import type { ImportColumn } from './tables/import-columns.ts'
import type { IndexedPlan, KeywordColumnBasis } from './tables/source-table.ts'

/** How a file was read: every decision that a person may change. */
export type ImportReading = {
  encoding: string
  /** Encodings that are as likely as each other, the used one first. */
  encodings: string[]
  delimiter: string | null
  decimal: '.' | ','
  /** Null when no date of the file shows it. */
  date_order: 'dmy' | 'mdy' | null
  /** 0 without a header. */
  header_line: number
  /** Name and index of the table with the keywords. */
  table: string
  table_index: number
  /** All tables of the file that have rows. */
  tables: { index: number; name: string }[]
  keyword_column: { index: number; basis: KeywordColumnBasis }
  date_from: DataDate['from']
  /** The first rows as they are in the file. */
  first_rows: { line: number; cells: string[] }[]
  /** If several encodings are as likely: the first rows that differ, in each. */
  readings: { encoding: string; rows: { line: number; cells: string[] }[] }[]
}

const maxCellsShown = 40
const maxLengthShown = 120

const toShown = (cells: readonly SheetCell[]) =>
  cells.slice(0, maxCellsShown).map((cell) => cellText(cell).slice(0, maxLengthShown))

const splitLine = (text: string, delimiter: string | null) => [...splitRows(text, delimiter)][0]?.cells ?? []

export function getReading(known: {
  plan: IndexedPlan
  plans: readonly IndexedPlan[]
  formats: Formats
  date: DataDate
  columns: readonly ImportColumn[]
}): ImportReading {
  const { plan, plans, formats, date, columns } = known
  const { table } = plan
  return {
    encoding: table.encoding,
    encodings: [...table.encodings],
    delimiter: table.delimiter,
    decimal: formats.style.decimal,
    date_order: formats.dateOrder,
    header_line: plan.headerLine,
    table: table.name.slice(0, 200),
    table_index: plan.index,
    tables: plans.map(({ index, table: { name } }) => ({ index, name: name.slice(0, 200) })),
    keyword_column: { index: columns.findIndex(({ field }) => field === 'text'), basis: plan.basis },
    date_from: date.from,
    first_rows: plan.firstRows.map(({ line, cells }) => ({ line, cells: toShown(cells) })),
    readings: table.samples.map(({ encoding, lines }) => ({
      encoding,
      rows: lines.map(({ line, text }) => ({ line, cells: toShown(splitLine(text, table.delimiter)) })),
    })),
  }
}
