import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { PlanLink } from '../contract.ts'
import type { ItemRecord, KeywordRecord, LinkRecord } from '../rules/plan-records.ts'
import './tables.ts'

/** Items of a plan with their keywords and links. */

const rowsAPart = 2000

const itemColumns = sql`id uuid, title text, role text, parent_id uuid, intent text, url text, url_key text, state text,
  owner_id uuid, due_on date, document_id uuid, brief_id uuid, publication_id uuid, page_id uuid, position integer,
  keyword_count integer, volume bigint, volume_known integer, difficulty real, own_position real, score real, history jsonb, updated_at timestamptz`
const itemNames = sql`id, title, role, parent_id, intent, url, url_key, state, owner_id, due_on, document_id, brief_id,
  publication_id, page_id, position, keyword_count, volume, volume_known, difficulty, own_position, score, history, updated_at`
const excludedNames = sql`excluded.id, excluded.title, excluded.role, excluded.parent_id, excluded.intent, excluded.url,
  excluded.url_key, excluded.state, excluded.owner_id, excluded.due_on, excluded.document_id, excluded.brief_id,
  excluded.publication_id, excluded.page_id, excluded.position, excluded.keyword_count, excluded.volume,
  excluded.volume_known, excluded.difficulty, excluded.own_position, excluded.score, excluded.history, excluded.updated_at`

/** Inserts items, or replaces those that exist. */
export async function upsertItems(tx: Tx, plan: ResourceRef, items: readonly ItemRecord[]) {
  if (items.length === 0) return
  await clearUrls(
    tx,
    plan,
    items.map(({ id }) => id),
  )
  for (const part of getParts(items))
    await sql`
      insert into plan_items (workspace_id, plan_id, ${itemNames})
      select ${plan.workspaceId}::uuid, ${plan.id}::uuid, n.* from jsonb_to_recordset(${part}::jsonb) as n(${itemColumns})
      on conflict (workspace_id, plan_id, id) do update set
        (${itemNames}) = row(${excludedNames})`.execute(tx)
}

export async function upsertKeywords(tx: Tx, plan: ResourceRef, keywords: readonly KeywordRecord[]) {
  for (const part of getParts(keywords))
    await sql`
      insert into plan_keywords (workspace_id, plan_id, key, item_id, text, volume, volume_provider, volume_as_of, difficulty,
        own_position, intent, from_source)
      select ${plan.workspaceId}::uuid, ${plan.id}::uuid, n.* from jsonb_to_recordset(${part}::jsonb) as n(key text, item_id uuid,
        text text, volume bigint, volume_provider text, volume_as_of timestamptz, difficulty real, own_position real, intent text,
        from_source boolean)
      on conflict (workspace_id, plan_id, key) do update set item_id = excluded.item_id`.execute(tx)
}

export async function upsertLinks(tx: Tx, plan: ResourceRef, links: readonly LinkRecord[]) {
  for (const part of getParts(links))
    await sql`
      insert into plan_links (workspace_id, plan_id, from_id, to_id, anchor, state)
      select ${plan.workspaceId}::uuid, ${plan.id}::uuid, n.* from jsonb_to_recordset(${part}::jsonb)
        as n(from_id uuid, to_id uuid, anchor text, state text)
      on conflict (workspace_id, plan_id, from_id, to_id) do update set anchor = excluded.anchor, state = excluded.state`.execute(
      tx,
    )
}

function* getParts(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += rowsAPart) yield JSON.stringify(rows.slice(at, at + rowsAPart))
}

export async function deleteItems(tx: Tx, plan: ResourceRef, ids: readonly string[]) {
  await tx
    .deleteFrom('plan_items')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

export async function deleteKeywords(tx: Tx, plan: ResourceRef, keys: readonly string[]) {
  await tx
    .deleteFrom('plan_keywords')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
}

/** Deletes links by both ends, or all of them. */
export async function deleteLinks(tx: Tx, plan: ResourceRef, links: readonly { from: string; to: string }[] | 'all') {
  let query = tx.deleteFrom('plan_links').where('workspace_id', '=', plan.workspaceId).where('plan_id', '=', plan.id)
  if (links !== 'all')
    query = query.where(
      sql<boolean>`(from_id, to_id) in (select "from", "to" from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        as n("from" uuid, "to" uuid))`,
    )
  await query.execute()
}

/** Items of a plan, or some of them, by position. */
export async function findItemRecords(db: Db, plan: ResourceRef, ids?: readonly string[]): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord & { updated_at: Date }>`
    select ${itemNames} from plan_items where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id}
      ${ids ? sql`and id = any(${[...ids]}::uuid[])` : sql``} order by position, id`.execute(db)
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }))
}

type KeywordFilter = { itemIds: readonly string[] } | { keys: readonly string[] }

/** Keywords of a plan, or some of them: most searched first. */
export async function findKeywordRecords(db: Db, plan: ResourceRef, filter?: KeywordFilter): Promise<KeywordRecord[]> {
  const only = !filter
    ? sql``
    : 'itemIds' in filter
      ? sql`and item_id = any(${[...filter.itemIds]}::uuid[])`
      : sql`and key = any(${[...filter.keys]}::text[])`
  const { rows } = await sql<KeywordRecord & { volume_as_of: Date | null }>`
    select key, item_id, text, volume, volume_provider, volume_as_of, difficulty, own_position, intent, from_source
    from plan_keywords
    where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} ${only}
    order by volume desc nulls last, length(text), key`.execute(db)
  return rows.map((row) => ({ ...row, volume_as_of: row.volume_as_of?.toISOString() ?? null }))
}

/** Links of a plan, or those from and to some items. */
export async function findLinks(db: Db, plan: ResourceRef, itemIds?: readonly string[]): Promise<PlanLink[]> {
  const only = itemIds
    ? sql`and (from_id = any(${[...itemIds]}::uuid[]) or to_id = any(${[...itemIds]}::uuid[]))`
    : sql``
  const { rows } = await sql<PlanLink>`
    select from_id as "from", to_id as "to", anchor, state from plan_links
    where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} ${only} order by from_id, to_id`.execute(db)
  return rows
}

/** Links between some items. */
export async function findLinksBetween(db: Db, plan: ResourceRef, itemIds: readonly string[]): Promise<PlanLink[]> {
  const ids = [...itemIds]
  const { rows } = await sql<PlanLink>`
    select from_id as "from", to_id as "to", anchor, state from plan_links
    where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id}
      and from_id = any(${ids}::uuid[]) and to_id = any(${ids}::uuid[]) order by from_id, to_id`.execute(db)
  return rows
}

/** Items of a workspace's plans to score again: all of them when weights change. */
export async function findItemsToScore(db: Db, workspaceId: string, ids?: readonly string[]) {
  return db
    .selectFrom('plan_items')
    .select(['plan_id', 'id', 'volume', 'difficulty', 'own_position', 'intent'])
    .where('workspace_id', '=', workspaceId)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::uuid[])`))
    .execute()
}

export async function updateScores(
  tx: Tx,
  workspaceId: string,
  scores: readonly { plan_id: string; id: string; score: number | null }[],
) {
  for (const part of getParts(scores))
    await sql`
      update plan_items i set score = n.score from jsonb_to_recordset(${part}::jsonb) as n(plan_id uuid, id uuid, score real)
      where i.workspace_id = ${workspaceId} and i.plan_id = n.plan_id and i.id = n.id`.execute(tx)
}

/** Spokes below these pillars. */
export async function findChildren(db: Db, plan: ResourceRef, parentIds: readonly string[]): Promise<ItemRecord[]> {
  if (parentIds.length === 0) return []
  const rows = await db
    .selectFrom('plan_items')
    .select('id')
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where(sql<boolean>`parent_id = any(${[...parentIds]}::uuid[])`)
    .execute()
  return findItemRecords(
    db,
    plan,
    rows.map(({ id }) => id),
  )
}

/** The first item that isn't one of these; the highest position. */
export async function findEdges(db: Db, plan: ResourceRef, without: readonly string[]) {
  const { rows } = await sql<{ first: string | null; last: number; count: number }>`
    select (select id from plan_items where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id}
        and id <> all(${[...without]}::uuid[]) order by role = 'pillar' desc, position, id limit 1) as first,
      coalesce(max(position), -1) as last, count(*) as count
    from plan_items where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id}`.execute(db)
  return rows[0]!
}

/** Items with one of these URLs. */
export async function findByUrl(db: Db, plan: ResourceRef, urlKeys: readonly string[], without: readonly string[]) {
  if (urlKeys.length === 0) return []
  return db
    .selectFrom('plan_items')
    .select(['id', 'title', 'url', 'url_key'])
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where(sql<boolean>`url_key = any(${[...urlKeys]}::text[])`)
    .where(sql<boolean>`id <> all(${[...without]}::uuid[])`)
    .execute()
}

/** Frees the URLs of items that are about to change theirs, so that two can exchange them. */
export async function clearUrls(tx: Tx, plan: ResourceRef, ids: readonly string[]) {
  await tx
    .updateTable('plan_items')
    .set({ url_key: null })
    .where('workspace_id', '=', plan.workspaceId)
    .where('plan_id', '=', plan.id)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}
