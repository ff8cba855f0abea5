import type { ImportKind, KeywordImport } from '../../contract.ts'
import type { UnreadCell } from './cells/import-cells.ts'
import type { DateOrder } from './cells/import-dates.ts'
import type { DecimalMark } from './cells/import-numbers.ts'
import type { SourceOptions } from './files/import-source.ts'
import type { ImportReading } from './import-reading.ts'
import type { ImportedKeyword } from './rows/parsed-keyword.ts'
import type { TableChoices } from './tables/import-tables.ts'

/** What comes out of reading a file, and what can be decided about it. */

export type ImportResult = {
  kind: ImportKind
  keywords: ImportedKeyword[]
  accepted: number
  /** Data rows, accepted and rejected. */
  rows: number
  /** The first thousand; `rejected_total` counts all. `line` is the physical line, from 1, including the header. */
  rejected: { line: number; reason: string }[]
  rejected_total: number
  /** The first thousand cells of imported rows that can't be read; `unread_total` counts all. */
  unread: UnreadCell[]
  unread_total: number
  /** Those of the rejected lines that repeat a keyword of an earlier one. */
  duplicates: number
  /** `field` is null when the column was skipped. */
  columns: { header: string; field: string | null }[]
  /** ISO 8601 date of the metrics: the end of the file's period, else the export date. */
  as_of: string | null
  /** Skipped tables of the file. */
  left_out: KeywordImport['left_out']
  /** ISO 3166-1 alpha-2, when the file or its name gives it and all rows agree. */
  country: string | null
  /** Whose letters decide which spellings are the same keyword; null where none does. No vendor exports the language. */
  language: string | null
  /** How the file was read. */
  reading: ImportReading
  encoding: string
  delimiter: string | null
}

/** What a person chose instead of what was found. */
export type ImportOptions = SourceOptions &
  TableChoices & {
    decimal?: DecimalMark
    dateOrder?: DateOrder
    /** Index of the table in the file. */
    table?: number
    /** ISO 8601 date of the numbers; null when unknown. */
    asOf?: string | null
  }
