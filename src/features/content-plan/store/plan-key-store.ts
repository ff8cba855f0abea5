import { sql } from 'kysely'
import { foldedLetters } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import './tables.ts'

/** Keys of planned keywords: what makes two spellings the same. */

/** Returns a plan of an earlier version, across workspaces. */
export async function findPlanWithOldKeys(db: Db): Promise<ResourceRef | null> {
  const row = await db
    .selectFrom('content_plans')
    .select(['workspace_id as workspaceId', 'id'])
    .where('keys_by_language', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const getKeywords = (tx: Tx, { workspaceId, id }: ResourceRef) =>
  tx.selectFrom('plan_keywords').where('workspace_id', '=', workspaceId).where('plan_id', '=', id)

/** Returns the keywords that may have another key by another rule. */
export function findOldKeys(tx: Tx, ref: ResourceRef) {
  return getKeywords(tx, ref)
    .select(['key', 'text'])
    .where(sql<boolean>`(key ~ ${foldedLetters} or text like '%I%')`)
    .orderBy('key')
    .execute()
}

/** Those of the keys that are in the plan. */
export async function findExistingKeys(tx: Tx, ref: ResourceRef, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await getKeywords(tx, ref).select('key').where(sql<boolean>`key = any(${keys}::text[])`).execute()
  return new Set(rows.map(({ key }) => key))
}

export async function renameKeys(tx: Tx, { workspaceId, id }: ResourceRef, renamed: { old: string; key: string }[]) {
  if (renamed.length === 0) return
  await sql`
    update plan_keywords k set key = n.key from jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as n(old text, key text)
    where k.workspace_id = ${workspaceId} and k.plan_id = ${id} and k.key = n.old`.execute(tx)
}

export async function markKeysMade(tx: Tx, { workspaceId, id }: ResourceRef) {
  await tx
    .updateTable('content_plans')
    .set({ keys_by_language: true })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
