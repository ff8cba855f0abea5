import { cellText } from './import-cells.ts'
import type { ImportColumn } from './import-columns.ts'
import type { DataDate } from './import-defaults.ts'
import type { Formats } from './import-rows.ts'
import type { KeywordColumnBasis, TablePlan } from './import-tables.ts'

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
  keyword_column: { index: number; basis: KeywordColumnBasis }
  date_from: DataDate['from']
  /** The first rows as they are in the file. */
  first_rows: { line: number; cells: string[] }[]
}

const maxCellsShown = 40
const maxLengthShown = 120

export function getReading(known: {
  plan: TablePlan
  plans: readonly TablePlan[]
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
    table_index: Math.max(0, plans.indexOf(plan)),
    keyword_column: { index: columns.findIndex(({ field }) => field === 'text'), basis: plan.basis },
    date_from: date.from,
    first_rows: plan.firstRows.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, maxCellsShown).map((cell) => cellText(cell).slice(0, maxLengthShown)),
    })),
  }
}
