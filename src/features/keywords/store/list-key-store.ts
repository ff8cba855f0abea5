import { sql } from 'kysely'
import { foldedLetters } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Keys of a list's keywords: what makes two spellings the same. */

const getItems = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('keyword_list_items').where('workspace_id', '=', workspaceId).where('list_id', '=', id)

/** The rule that the keys follow. `keys_by_language`: false in lists of earlier versions. */
export async function findKeyRule(db: Db, { workspaceId, id }: ResourceRef) {
  const found = await db
    .selectFrom('keyword_lists')
    .select(['language', 'keys_by_language'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? { language: null, keys_by_language: true }
}

export async function setKeyRule(db: Db, { workspaceId, id }: ResourceRef, language: string | null) {
  await db
    .updateTable('keyword_lists')
    .set({ language, keys_by_language: true })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the texts of up to `limit` keywords, in the order they were added. */
export async function findSample(db: Db, ref: ResourceRef, limit: number): Promise<string[]> {
  return (await getItems(db, ref).select('text').orderBy('id').limit(limit).execute()).map(({ text }) => text)
}

/** Returns the keywords that may have another key by another rule, in the order they were added. */
export function findOldKeys(db: Db, ref: ResourceRef) {
  return getItems(db, ref)
    .select(['id', 'key', 'text'])
    .where(sql<boolean>`(key ~ ${foldedLetters} or text like '%I%')`)
    .orderBy('id')
    .execute()
}

export async function renameKeys(db: Db, { workspaceId, id }: ResourceRef, renamed: { id: string; key: string }[]) {
  if (renamed.length === 0) return
  await sql`
    update keyword_list_items i set key = n.key from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as n(id uuid, key text)
    where i.workspace_id = ${workspaceId} and i.list_id = ${id} and i.id = n.id`.execute(db)
}

/** Those of the keys that are in the list. */
export async function findKnownKeys(db: Db, ref: ResourceRef, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await getItems(db, ref).select('key').where(sql<boolean>`key = any(${keys}::text[])`).execute()
  return new Set(rows.map(({ key }) => key))
}
