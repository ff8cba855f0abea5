import type { Generated, JSONColumnType } from 'kysely'
import type { ImportKind, KeywordImport, ListItem, ListOrigin } from '../contract.ts'
import type { ImportedNumbers } from '../rules/imported-keyword.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    imports: ImportsTable
    import_rows: ImportRowsTable
    import_files: ImportFilesTable
    keyword_lists: KeywordListsTable
    keyword_list_items: KeywordListItemsTable
    keyword_embeddings: KeywordEmbeddingsTable
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
  left_out: JSONColumnType<KeywordImport['left_out'], string | undefined, string>
  as_of: Date | null
  unread: JSONColumnType<KeywordImport['unread'], string | undefined, string>
  unread_total: Generated<number>
  /** Null in imports of earlier versions. */
  reading: JSONColumnType<NonNullable<KeywordImport['reading']>, string | null, string | null> | null
  /** False in imports of earlier versions, until the cleanup made the keys again. */
  keys_by_language: Generated<boolean>
  created_by: string | null
  created_at: Generated<Date>
}

/** An uploaded file, compressed with gzip, to read it differently. */
export type ImportFilesTable = { workspace_id: string; import_id: string; content: Buffer }

/** A keyword as in its file; `data` holds the metrics. */
export type ImportRowsTable = {
  workspace_id: string
  import_id: string
  line: number
  key: string
  text: string
  data: Json<ImportedNumbers>
}

export type KeywordListsTable = {
  workspace_id: string
  id: string
  name: string
  /** Decides which spellings are the same keyword; null where no language does. */
  language: string | null
  /** False in lists of earlier versions, until keywords are added. */
  keys_by_language: Generated<boolean>
  item_count: Generated<number>
  created_by: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** A removed list can be restored for a day; then the cleanup job deletes it. */
  removed_at: Date | null
}

export type KeywordListItemsTable = {
  workspace_id: string
  list_id: string
  key: string
  id: string
  text: string
  from_kind: ListOrigin
  from_id: string | null
  from_label: string | null
  added_by: string | null
  added_at: Generated<Date>
  /** What its report knew of it when it was added. */
  numbers: JSONColumnType<NonNullable<ListItem['numbers']>, string | null, string | null> | null
}

/** `key`: of the keyword and the model. `vector`: signed bytes. */
export type KeywordEmbeddingsTable = {
  workspace_id: string
  key: Buffer
  vector: Buffer
  created_at: Generated<Date>
}
