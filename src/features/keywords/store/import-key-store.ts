import { sql } from 'kysely'
import { foldedLetters } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Keys of imported keywords: what makes two spellings the same. */

/** Returns an import of an earlier version, across workspaces. */
export async function findImportWithOldKeys(db: Db): Promise<ResourceRef | null> {
  const row = await db
    .selectFrom('imports')
    .select(['workspace_id as workspaceId', 'id'])
    .where('keys_by_language', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the texts of the first keywords of an import. */
export async function findFirstTexts(db: Db, { workspaceId, id }: ResourceRef, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('text')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ text }) => text)
}

/** Returns rows that may have another key by another rule, after line `after`. */
export function findOldRows(db: Db, { workspaceId, id }: ResourceRef, after: number, limit: number) {
  return db
    .selectFrom('import_rows')
    .select(['line', 'key', 'text'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('line', '>', after)
    .where(sql<boolean>`(key ~ ${foldedLetters} or text like '%I%')`)
    .orderBy('line')
    .limit(limit)
    .execute()
}

export async function renameRowKeys(
  db: Db,
  { workspaceId, id }: ResourceRef,
  renamed: { line: number; key: string }[],
) {
  if (renamed.length === 0) return
  await sql`
    update import_rows r set key = n.key from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as n(line int, key text)
    where r.workspace_id = ${workspaceId} and r.import_id = ${id} and r.line = n.line`.execute(db)
}

export async function markKeysMade(db: Db, { workspaceId, id }: ResourceRef) {
  await db
    .updateTable('imports')
    .set({ keys_by_language: true })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
