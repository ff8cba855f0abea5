import { type RawBuilder, sql } from 'kysely'
import type { Intent } from '#features/reports/rules/keywords/intent.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ItemFilters, ItemSort, ItemState } from '../contract.ts'
import type { ItemRecord } from '../rules/plan-records.ts'
import './tables.ts'

/** Items of a plan as lists show them: filtered, sorted and paged. */

export type ListedItem = ItemRecord & { links_set: number; links_total: number }

export type ItemQuery = {
  q?: string | undefined
  filters?: ItemFilters | undefined
  sort: ItemSort
  page: number
  limit: number
}

const columns = sql`i.id, i.title, i.role, i.parent_id, i.intent, i.url, i.url_key, i.state, i.owner_id, i.due_on, i.document_id,
  i.brief_id, i.publication_id, i.page_id, i.position, i.keyword_count, i.volume, i.volume_known, i.difficulty,
  i.own_position, i.score, i.history, i.updated_at`

const linkCounts = sql`(select count(*) filter (where state = 'set') from plan_links l where l.workspace_id = i.workspace_id
    and l.plan_id = i.plan_id and l.from_id = i.id) as links_set,
  (select count(*) from plan_links l where l.workspace_id = i.workspace_id and l.plan_id = i.plan_id
    and l.from_id = i.id) as links_total`

const states = sql`array['idea', 'briefed', 'drafting', 'review', 'published', 'measured', 'dropped']`

const orders: Record<ItemSort, RawBuilder<unknown>> = {
  pillar: sql`coalesce(p.position, i.position), coalesce(i.parent_id, i.id), i.role = 'pillar' desc, i.score desc nulls last, i.id`,
  priority: sql`i.score asc nulls last, i.id`,
  '-priority': sql`i.score desc nulls last, i.id`,
  volume: sql`i.volume asc nulls last, i.id`,
  '-volume': sql`i.volume desc nulls last, i.id`,
  difficulty: sql`i.difficulty asc nulls last, i.id`,
  '-difficulty': sql`i.difficulty desc nulls last, i.id`,
  keywords: sql`i.keyword_count asc, i.id`,
  '-keywords': sql`i.keyword_count desc, i.id`,
  title: sql`lower(i.title) asc, i.id`,
  '-title': sql`lower(i.title) desc, i.id`,
  due_on: sql`i.due_on asc nulls last, i.score desc nulls last, i.id`,
  '-due_on': sql`i.due_on desc nulls last, i.score desc nulls last, i.id`,
  state: sql`array_position(${states}, i.state), i.score desc nulls last, i.id`,
}

const like = (q: string) => `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
const toList = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

function getConditions({ workspaceId, id }: ResourceRef, { q, filters = {} }: Pick<ItemQuery, 'q' | 'filters'>) {
  const conditions = [sql`i.workspace_id = ${workspaceId} and i.plan_id = ${id}`]
  for (const word of q?.trim().split(/\s+/).filter(Boolean) ?? [])
    conditions.push(sql`(i.title ilike ${like(word)} or i.url ilike ${like(word)} or exists (
      select from plan_keywords k where k.workspace_id = i.workspace_id and k.plan_id = i.plan_id and k.item_id = i.id
        and k.text ilike ${like(word)}))`)
  const { state, owner_id, intent, role, parent_id, due, due_on } = filters
  if (state !== undefined) conditions.push(sql`i.state = any(${toList(state)}::text[])`)
  if (role !== undefined) conditions.push(sql`i.role = any(${toList(role)}::text[])`)
  if (owner_id !== undefined) conditions.push(matchesAny(sql`i.owner_id::text`, toList(owner_id)))
  if (intent !== undefined) conditions.push(matchesAny(sql`i.intent`, toList(intent)))
  if (parent_id !== undefined) conditions.push(sql`coalesce(i.parent_id, i.id) = any(${toList(parent_id)}::uuid[])`)
  if (due === 'none') conditions.push(sql`i.due_on is null`)
  if (due === 'late')
    conditions.push(sql`i.due_on < current_date and i.state not in ('published', 'measured', 'dropped')`)
  if (due === 'week') conditions.push(sql`i.due_on between current_date and current_date + 7`)
  if (due === 'month') conditions.push(sql`i.due_on between current_date and current_date + 31`)
  if (due_on?.min) conditions.push(sql`i.due_on >= ${due_on.min}::date`)
  if (due_on?.max) conditions.push(sql`i.due_on <= ${due_on.max}::date`)
  return sql.join(conditions, sql` and `)
}

const matchesAny = (column: RawBuilder<unknown>, values: readonly string[]) => {
  const known = sql`${column} = any(${values.filter((value) => value !== 'none')}::text[])`
  return values.includes('none') ? sql`(${column} is null or ${known})` : known
}

type ListedRecord = Omit<ListedItem, 'updated_at'> & { updated_at: Date }
const present = (row: ListedRecord): ListedItem => ({ ...row, updated_at: row.updated_at.toISOString() })

export async function findListedItems(db: Db, plan: ResourceRef, query: ItemQuery) {
  const where = getConditions(plan, query)
  // Sorts ids alone, no more of them than the page ends with, and reads the rows of the page afterwards: whole rows of a large plan
  // wouldn't fit into memory to sort. Only the table by pillar needs the items' pillars.
  const pillars =
    query.sort === 'pillar'
      ? sql`left join plan_items p on p.workspace_id = i.workspace_id and p.plan_id = i.plan_id and p.id = i.parent_id`
      : sql``
  const [page, counts] = await Promise.all([
    sql<ListedRecord>`
      select ${columns}, ${linkCounts} from unnest(array(
        select i.id from plan_items i ${pillars} where ${where}
        order by ${orders[query.sort]} limit ${query.limit} offset ${(query.page - 1) * query.limit})) with ordinality as chosen (id, place)
      join plan_items i on i.workspace_id = ${plan.workspaceId} and i.plan_id = ${plan.id} and i.id = chosen.id
      order by chosen.place`.execute(db),
    sql<{ total: number; volume: number | null }>`
      select count(*) as total, sum(i.volume)::bigint as volume from plan_items i where ${where}`.execute(db),
  ])
  return { items: page.rows.map(present), ...counts.rows[0]! }
}

/** Items by id, by position. */
export async function findListedById(db: Db, { workspaceId, id }: ResourceRef, ids: readonly string[]) {
  const { rows } = await sql<ListedRecord>`
    select ${columns}, ${linkCounts} from plan_items i
    where i.workspace_id = ${workspaceId} and i.plan_id = ${id} and i.id = any(${[...ids]}::uuid[])
    order by i.position, i.id`.execute(db)
  return rows.map(present)
}

/** All items in the order of the table by pillar. */
export async function findAllListed(db: Db, plan: ResourceRef): Promise<ListedItem[]> {
  const { rows } = await sql<ListedRecord>`
    with counted as (
      select from_id, count(*) as total, count(*) filter (where state = 'set') as done from plan_links
      where workspace_id = ${plan.workspaceId} and plan_id = ${plan.id} group by from_id)
    select ${columns}, coalesce(c.done, 0) as links_set, coalesce(c.total, 0) as links_total from plan_items i
      left join plan_items p on p.workspace_id = i.workspace_id and p.plan_id = i.plan_id and p.id = i.parent_id
      left join counted c on c.from_id = i.id
    where i.workspace_id = ${plan.workspaceId} and i.plan_id = ${plan.id} order by ${orders.pillar}`.execute(db)
  return rows.map(present)
}

/** An item's place in the order of the table by pillar, with the items around it. */
export async function findPlace(db: Db, plan: ResourceRef, itemId: string) {
  const { rows } = await sql<{ place: number; previous: string | null; next: string | null }>`
    select place, previous, next from (
      select i.id, row_number() over w as place, lag(i.id) over w as previous, lead(i.id) over w as next from plan_items i
        left join plan_items p on p.workspace_id = i.workspace_id and p.plan_id = i.plan_id and p.id = i.parent_id
      where i.workspace_id = ${plan.workspaceId} and i.plan_id = ${plan.id}
      window w as (order by ${orders.pillar})) placed
    where id = ${itemId}`.execute(db)
  return rows[0] ?? null
}

export type ItemOfDocument = {
  plan_id: string
  id: string
  version: number
  state: ItemState
  publication_id: string | null
}

/** The item of a document: as its text, or as its brief. */
export async function findItemOfDocument(db: Db, document: ResourceRef): Promise<ItemOfDocument | null> {
  const { rows } = await sql<ItemOfDocument>`
    select i.plan_id, i.id, i.state, i.publication_id, p.version from plan_items i
      join content_plans p on p.workspace_id = i.workspace_id and p.id = i.plan_id
    where i.workspace_id = ${document.workspaceId} and i.document_id = ${document.id} order by i.updated_at desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

export type PublishedItem = { plan_id: string; id: string; url: string; published_at: Date }

/** Items published before then that aren't measured yet, with the address of their post, or else the planned one. */
export async function findUnmeasured(db: Db, workspaceId: string, before: Date): Promise<PublishedItem[]> {
  const { rows } = await sql<PublishedItem>`
    select i.plan_id, i.id, coalesce(p.url, i.url) as url, (i.history ->> 'published')::timestamptz as published_at
    from plan_items i left join publications p on p.workspace_id = i.workspace_id and p.id = i.publication_id
    where i.workspace_id = ${workspaceId} and i.state = 'published' and coalesce(p.url, i.url) is not null
      and (i.history ->> 'published')::timestamptz < ${before} order by i.plan_id, i.id limit 1000`.execute(db)
  return rows
}

export type ItemFacts = { plan_id: string; id: string; title: string; intent: Intent | null }

/** An item by its id alone, which names it in calls of other features. */
export async function findItemById(db: Db, { workspaceId, id }: ResourceRef): Promise<ItemFacts | null> {
  const row = await db
    .selectFrom('plan_items')
    .select(['plan_id', 'id', 'title', 'intent'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export type ItemToWrite = {
  id: string
  plan_id: string
  title: string
  url: string | null
  state: ItemState
  document_id: string | null
  brief_id: string | null
  report_id: string | null
  language: string
  /** Most searched first. */
  keywords: string[]
}

/** Items by their ids alone, of any plan of the workspace. */
export async function findItemsToWrite(db: Db, workspaceId: string, ids: readonly string[]): Promise<ItemToWrite[]> {
  const { rows } = await sql<ItemToWrite>`
    select i.id, i.plan_id, i.title, i.url, i.state, i.document_id, i.brief_id, p.report_id, p.language,
      coalesce((select jsonb_agg(k.text order by k.volume desc nulls last, length(k.text), k.key) from plan_keywords k
        where k.workspace_id = i.workspace_id and k.plan_id = i.plan_id and k.item_id = i.id), '[]') as keywords
    from plan_items i join content_plans p on p.workspace_id = i.workspace_id and p.id = i.plan_id
    where i.workspace_id = ${workspaceId} and i.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}
