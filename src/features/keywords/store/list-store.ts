import { type RawBuilder, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { KeywordList, ListItem, ListOrigin, ListSort } from '../contract.ts'
import { addKnownNumbers } from './list-numbers-store.ts'
import './tables.ts'

/** `id` is a UUIDv7 in the order added; `key` comes from `keywordKeyIn` and the list's language. */
export type NewListItem = {
  id: string
  key: string
  text: string
  from_kind: ListOrigin
  from_id: string | null
  from_label: string | null
  numbers: ListItem['numbers']
}

const columns = ['workspace_id', 'id', 'name', 'language', 'item_count', 'created_at', 'updated_at'] as const

function select(db: Db, workspaceId: string) {
  return db
    .selectFrom('keyword_lists')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

const present = ({ id, item_count, created_at, updated_at, ...rest }: Found): KeywordList => ({
  _id: id,
  ...rest,
  items: item_count,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

const like = (q: string) => `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`

/** Includes removed lists, so that they can be restored. */
export async function locateList(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('keyword_lists')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

/** Returns false when the workspace already has a list of that name. */
export async function insertList(
  db: Db,
  list: ResourceRef & { name: string; language: string | null; createdBy: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into keyword_lists (workspace_id, id, name, language, keys_by_language, created_by)
    values (${list.workspaceId}, ${list.id}, ${list.name}, ${list.language}, true, ${list.createdBy})
    on conflict (workspace_id, lower(name)) where removed_at is null do nothing returning id`.execute(db)
  return rows.length > 0
}

export async function countLists(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('keyword_lists')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function findList(db: Db, { workspaceId, id }: ResourceRef): Promise<KeywordList | null> {
  const row = await select(db, workspaceId).where('id', '=', id).executeTakeFirst()
  return row ? present(row) : null
}

/** Locks the list until the transaction ends, so that concurrent changes keep its count correct. */
export async function lockList(db: Db, { workspaceId, id }: ResourceRef): Promise<KeywordList | null> {
  const row = await select(db, workspaceId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? present(row) : null
}

export async function findLists(
  db: Db,
  workspaceId: string,
  { q, page, limit }: { q?: string | undefined; page: number; limit: number },
) {
  let found = select(db, workspaceId)
  if (q?.trim()) found = found.where('name', 'ilike', like(q))
  const rows = await found
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(present), total }
}

/** Returns false when another list has that name. */
export async function renameList(db: Db, { workspaceId, id }: ResourceRef, name: string): Promise<boolean> {
  const { rows } = await sql`
    update keyword_lists set name = ${name}, updated_at = now()
    where workspace_id = ${workspaceId} and id = ${id} and removed_at is null and not exists (
      select from keyword_lists other where other.workspace_id = ${workspaceId} and other.id <> ${id}
        and other.removed_at is null and lower(other.name) = lower(${name}))
    returning id`.execute(db)
  return rows.length > 0
}

export async function markListRemoved(db: Db, { workspaceId, id }: ResourceRef) {
  await db
    .updateTable('keyword_lists')
    .set({ removed_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute()
}

/** Returns false when the list was deleted or isn't removed. */
export async function restoreList(db: Db, { workspaceId, id }: ResourceRef, name: string): Promise<boolean> {
  const row = await db
    .updateTable('keyword_lists')
    .set({ removed_at: null, name, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findRemovedName(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const row = await db
    .selectFrom('keyword_lists')
    .select('name')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row?.name ?? null
}

export async function hasListNamed(db: Db, workspaceId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('keyword_lists')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  return row !== undefined
}

/** Applies retention across workspaces: deletes lists removed more than a day ago. */
export async function deleteRemovedLists(db: Db) {
  await db.deleteFrom('keyword_lists').where('removed_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}

/** Returns how many keywords were new. */
export async function insertItems(
  db: Db,
  { workspaceId, id }: ResourceRef,
  addedBy: string,
  { items, language }: { items: NewListItem[]; language: string | null },
): Promise<number> {
  const { rows } = await sql`
    insert into keyword_list_items (workspace_id, list_id, added_by, id, key, text, from_kind, from_id, from_label, numbers)
    select ${workspaceId}, ${id}, ${addedBy}, n.* from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as n(id uuid, key text, text text, from_kind text, from_id uuid, from_label text, numbers jsonb)
    on conflict (workspace_id, list_id, key) do nothing returning 1`.execute(db)
  await addKnownNumbers(db, { workspaceId, id }, { items, language })
  return rows.length
}

export async function deleteItems(db: Db, { workspaceId, id }: ResourceRef, itemIds: string[]): Promise<number> {
  const { rows } = await sql`
    delete from keyword_list_items
    where workspace_id = ${workspaceId} and list_id = ${id} and id = any(${itemIds}::uuid[]) returning 1`.execute(db)
  return rows.length
}

/** Changes the list's keyword count by `by`. */
export async function changeCount(db: Db, { workspaceId, id }: ResourceRef, by: number): Promise<KeywordList> {
  const row = await db
    .updateTable('keyword_lists')
    .set({ item_count: sql`item_count + ${by}`, updated_at: sql`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return present(row)
}

type ItemRow = {
  id: string
  text: string
  from_kind: ListOrigin
  from_id: string | null
  from_label: string | null
  added_at: Date
  numbers: ListItem['numbers']
}

const itemColumns = ['id', 'text', 'from_kind', 'from_id', 'from_label', 'added_at', 'numbers'] as const

const presentItem = ({ id, text, from_kind, from_id, from_label, added_at, numbers }: ItemRow): ListItem => ({
  _id: id,
  text,
  from: { kind: from_kind, id: from_id, label: from_label },
  added_at: added_at.toISOString(),
  numbers,
})

/** Numbers a list is sorted by; of a range of volumes the geometric mean. */
const sortedNumbers: Record<string, RawBuilder<unknown>> = {
  volume: sql`coalesce((numbers->'volume'->>'value')::float8,
    sqrt(greatest(1, (numbers->'volume'->>'low')::float8) * (numbers->'volume'->>'high')::float8))`,
  difficulty: sql`(numbers->>'difficulty')::float8`,
}

const getItems = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('keyword_list_items').where('workspace_id', '=', workspaceId).where('list_id', '=', id)

export async function findItems(
  db: Db,
  ref: ResourceRef,
  { q, sort, page, limit }: { q?: string | undefined; sort: ListSort; page: number; limit: number },
) {
  let found = getItems(db, ref)
  if (q?.trim()) found = found.where('text', 'ilike', like(q))
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const number = sortedNumbers[sort.replace('-', '')]
  // Ids grow with time.
  const rows = await found
    .select(itemColumns)
    .$if(number !== undefined, (query) => query.orderBy(sql`${number} ${sql.raw(direction)} nulls last`))
    .orderBy(sort.endsWith('text') ? 'key' : 'id', number ? 'asc' : direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items: rows.map(presentItem), total }
}

/** Returns keywords in the order they were added, after the id `after` (cursor). */
export async function findItemsAfter(
  db: Db,
  ref: ResourceRef,
  after: string | null,
  limit: number,
): Promise<ListItem[]> {
  let found = getItems(db, ref)
  if (after) found = found.where('id', '>', after)
  return (await found.select(itemColumns).orderBy('id').limit(limit).execute()).map(presentItem)
}

/** Returns texts in the order they were added, optionally only those of `itemIds`. */
export async function findTexts(db: Db, ref: ResourceRef, itemIds?: string[]): Promise<string[]> {
  let found = getItems(db, ref)
  if (itemIds) found = found.where(sql<boolean>`id = any(${itemIds}::uuid[])`)
  return (await found.select('text').orderBy('id').execute()).map(({ text }) => text)
}
