import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import '#features/keywords/store/tables.ts'
import './tables.ts'

/**
 * Takes your own rank for planned keywords from an imported file. Where several files have a keyword, the newest data wins. Returns the
 * ids of items whose rank changed.
 */
export async function saveOwnPositions(tx: Tx, { workspaceId, id }: ResourceRef): Promise<string[]> {
  const { rows: keywords } = await sql<{ item_id: string }>`
    update plan_keywords k set own_position = n.position from (
      select distinct on (r.key) r.key, (r.data ->> 'position')::real as position
      from import_rows mine
        join import_rows r on r.workspace_id = mine.workspace_id and r.key = mine.key and (r.data ->> 'position')::real > 0
        join imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
      where mine.workspace_id = ${workspaceId} and mine.import_id = ${id} and mine.data ? 'position'
        and exists (select from plan_keywords p where p.workspace_id = mine.workspace_id and p.key = mine.key)
      order by r.key, (i.kind in ('search_console', 'google_analytics')) desc, i.as_of desc nulls last, i.created_at desc) n
    where k.workspace_id = ${workspaceId} and k.key = n.key and k.own_position is distinct from n.position
    returning k.item_id`.execute(tx)
  if (keywords.length === 0) return []
  const ids = [...new Set(keywords.map(({ item_id }) => item_id))]
  await sql`
    update plan_items i set own_position = n.position from (
      select k.plan_id, k.item_id,
        round((sum(k.own_position * (coalesce(k.volume, 0) + 1)) / sum(coalesce(k.volume, 0) + 1))::numeric, 1) as position
      from plan_keywords k where k.workspace_id = ${workspaceId} and k.item_id = any(${ids}::uuid[]) and k.own_position is not null
      group by k.plan_id, k.item_id) n
    where i.workspace_id = ${workspaceId} and i.plan_id = n.plan_id and i.id = n.item_id`.execute(tx)
  return ids
}

/** The most searched keyword of each item. */
export async function findMainKeywords(db: Db, { workspaceId, id }: ResourceRef, itemIds: readonly string[]) {
  const { rows } = await sql<{ item_id: string; text: string }>`
    select distinct on (item_id) item_id, text from plan_keywords
    where workspace_id = ${workspaceId} and plan_id = ${id} and item_id = any(${[...itemIds]}::uuid[])
    order by item_id, volume desc nulls last, length(text), key`.execute(db)
  return new Map(rows.map(({ item_id, text }) => [item_id, text]))
}
