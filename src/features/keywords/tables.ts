import type { Generated, JSONColumnType } from 'kysely'
import type { ImportKind } from './contract.ts'

declare module '#platform/database.ts' {
  interface Tables {
    imports: ImportsTable
    import_rows: ImportRowsTable
  }
}

type Json<T extends object> = JSONColumnType<T, string, string>

export type ImportsTable = {
  workspace_id: string
  id: string
  kind: ImportKind
  file_name: string
  rows: number
  accepted: number
  rejected: Json<{ line: number; reason: string }[]>
  rejected_total: number
  columns: Json<{ header: string; field: string | null }[]>
  as_of: Date | null
  created_by: string | null
  created_at: Generated<Date>
}

/** A keyword as its file had it; `data` holds the numbers. */
export type ImportRowsTable = {
  workspace_id: string
  import_id: string
  line: number
  key: string
  text: string
  data: Json<ImportedNumbers>
}

export type ImportedNumbers = {
  volume?: { value: number | null; low: number | null; high: number | null }
  impressions?: number
  clicks?: number
  ctr?: number
  position?: number
  cpc?: { value: number; currency: string | null }
  competition?: number
  difficulty?: number
  monthly?: { t: string; v: number }[]
  url?: string
}
