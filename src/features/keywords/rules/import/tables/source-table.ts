import type { ImportKind, TableSubject } from '../../../contract.ts'
import type { SourceRow } from '../cells/import-cells.ts'
import type { LineSample } from '../files/import-text.ts'
import type { ImportColumn } from './import-columns.ts'

/** A table of a file, and what it was taken for. */

export type SourceTable = {
  name: string
  /** Skips blank rows; can be called repeatedly. */
  rows(): Iterable<SourceRow> | AsyncIterable<SourceRow>
  encoding: string
  /** The encodings it may have, equally likely. */
  encodings: readonly string[]
  /** If there are several, the first lines in which they differ, in each. */
  samples: readonly LineSample[]
  /** Null for a list or a sheet. */
  delimiter: string | null
  /** Only rows of text tables can shift: an extra cell moves numbers to the wrong columns. */
  isText: boolean
  /** Columns of a file that was recognized as a whole. `lastDay`: the newest day it has numbers of. */
  preset?: { kind: ImportKind; columns: ImportColumn[]; lastDay: string | null }
}

/** How the column of keywords was found. */
export type KeywordColumnBasis = 'header' | 'contents' | 'only' | 'chosen'

export type TablePlan = {
  table: SourceTable
  kind: ImportKind
  columns: ImportColumn[]
  /** Line of the header; 0 without one. */
  headerLine: number
  /** Cells above the header: titles, comments and date ranges. */
  preamble: string[]
  /** Rows for learning formats. */
  sample: SourceRow[]
  /** The first rows as they are, with the header. */
  firstRows: SourceRow[]
  /** 'other': pages, countries, devices, dates or settings. */
  role: 'keywords' | 'other'
  holds: TableSubject
  /** Confidence; of several tables in a file, the highest is imported. */
  sureness: number
  basis: KeywordColumnBasis
}

/** `index`: of the table in the file. */
export type IndexedPlan = TablePlan & { index: number }
