import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { SearchDimension } from './tables.ts'
import './tables.ts'

/** What Search Console says, by day. */

export type SearchDay = {
  day: string
  query: string | null
  page: string | null
  clicks: number
  impressions: number
  position: number
  partial: boolean
}

const maxText = 2000

/** Ids of texts. Most are known: only the others are written. */
async function findTextIds(tx: Tx, { workspaceId, id }: ResourceRef, kind: 'query' | 'page', texts: string[]) {
  const find = async (some: readonly string[]) => {
    const { rows } = await sql<{ id: number; text: string }>`
      select id, text from site_search_texts
      where workspace_id = ${workspaceId} and site_id = ${id} and kind = ${kind} and text = any(${[...some]}::text[])`.execute(
      tx,
    )
    return rows.map((row) => [row.text, row.id] as const)
  }
  if (texts.length === 0) return new Map<string, number>()
  const known = new Map(await find(texts))
  const missing = texts.filter((text) => !known.has(text))
  if (missing.length === 0) return known
  const { rows } = await sql<{ id: number; text: string }>`
    insert into site_search_texts (workspace_id, site_id, kind, text)
    select ${workspaceId}, ${id}, ${kind}, text from unnest(${missing}::text[]) text order by text
    on conflict do nothing returning id, text`.execute(tx)
  for (const row of rows) known.set(row.text, row.id)
  // Another sync may have written some meanwhile.
  const others = missing.filter((text) => !known.has(text))
  for (const [text, textId] of others.length > 0 ? await find(others) : []) known.set(text, textId)
  return known
}

export async function deleteSearchDays(
  tx: Tx,
  { workspaceId, id }: ResourceRef,
  dimension: SearchDimension,
  from: string,
  to: string,
) {
  await sql`delete from site_search_days where workspace_id = ${workspaceId} and site_id = ${id}
    and dimension = ${dimension} and day between ${from}::date and ${to}::date`.execute(tx)
}

export async function insertSearchDays(
  tx: Tx,
  site: ResourceRef,
  dimension: SearchDimension,
  rows: readonly SearchDay[],
) {
  const cut = (text: string | null) => (text === null ? null : text.slice(0, maxText))
  const distinct = (get: (row: SearchDay) => string | null) => [...new Set(rows.flatMap((row) => cut(get(row)) ?? []))]
  const queries = await findTextIds(
    tx,
    site,
    'query',
    distinct(({ query }) => query),
  )
  const pages = await findTextIds(
    tx,
    site,
    'page',
    distinct(({ page }) => page),
  )
  const column = <T>(get: (row: SearchDay) => T) => rows.map(get)
  await sql`
    insert into site_search_days (workspace_id, site_id, dimension, day, query_id, page_id, clicks, impressions, position, partial)
    select ${site.workspaceId}, ${site.id}, ${dimension}, * from unnest(
      ${column(({ day }) => day)}::date[],
      ${column(({ query }) => (query === null ? 0 : queries.get(cut(query)!)!))}::bigint[],
      ${column(({ page }) => (page === null ? 0 : pages.get(cut(page)!)!))}::bigint[],
      ${column(({ clicks }) => Math.round(clicks))}::integer[], ${column(({ impressions }) => Math.round(impressions))}::integer[],
      ${column(({ position }) => position)}::real[], ${column(({ partial }) => partial)}::boolean[])
    on conflict (workspace_id, site_id, dimension, day, query_id, page_id) do update set clicks = excluded.clicks,
      impressions = excluded.impressions, position = excluded.position, partial = excluded.partial`.execute(tx)
}

export type Totals = { clicks: number; impressions: number; position: number | null; days: number }

/** Of one dimension, complete days alone. Null without data. */
export async function sumDays(
  db: Db,
  { workspaceId, id }: ResourceRef,
  dimension: SearchDimension,
  { from, to }: { from: string; to: string },
): Promise<Totals | null> {
  // Days first: counting distinct days would sort every row, half a million for a large site's queries.
  const { rows } = await sql<Totals>`
    select sum(clicks)::integer as clicks, sum(impressions)::bigint as impressions, count(*)::integer as days,
      sum(weighted) / nullif(sum(impressions), 0) as position
    from (select sum(clicks) as clicks, sum(impressions) as impressions, sum(position * impressions) as weighted
      from site_search_days where workspace_id = ${workspaceId} and site_id = ${id} and dimension = ${dimension}
        and day between ${from}::date and ${to}::date and not partial
      group by day) daily`.execute(db)
  const row = rows[0]
  return row && row.days > 0 ? { ...row, impressions: Number(row.impressions) } : null
}

export type QueryTotals = {
  id: number
  query: string
  clicks: number
  impressions: number
  position: number
}

/** Each query of the days. */
export async function sumQueries(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { from, to }: { from: string; to: string },
): Promise<QueryTotals[]> {
  const { rows } = await sql<QueryTotals>`
    select t.id, t.text as query, sums.clicks, sums.impressions, sums.position
    from (
      select query_id, sum(clicks)::integer as clicks, sum(impressions)::integer as impressions,
        sum(position * impressions) / nullif(sum(impressions), 0) as position
      from site_search_days
      where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'query'
        and day between ${from}::date and ${to}::date and not partial
      group by query_id) sums
    join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = ${id} and t.id = sums.query_id
    where sums.impressions > 0`.execute(db)
  return rows
}

/** Queries that had impressions in the 90 days before this one. */
export async function findEarlierQueries(db: Db, { workspaceId, id }: ResourceRef, from: string): Promise<Set<number>> {
  const { rows } = await sql<{ query_id: number }>`
    select distinct query_id from site_search_days
    where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'query'
      and day >= ${from}::date - 90 and day < ${from}::date`.execute(db)
  return new Set(rows.map(({ query_id }) => query_id))
}

export type QueryPage = {
  query_id: number
  page: string
  clicks: number
  impressions: number
  position: number
  /** Days on which the page had the most impressions of the query. */
  days_first: number
}

/** The pages of these queries, or of all queries that have several. */
export async function sumQueryPages(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { from, to }: { from: string; to: string },
  queryIds: readonly number[] | null,
): Promise<QueryPage[]> {
  const { rows } = await sql<QueryPage>`
    with daily as (
      select query_id, page_id, day, clicks, impressions, position,
        row_number() over (partition by query_id, day order by impressions desc, page_id) = 1 as first
      from site_search_days
      where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'query_page'
        and day between ${from}::date and ${to}::date and not partial
        and (${queryIds === null} or query_id = any(${[...(queryIds ?? [])]}::bigint[])))
    select s.query_id, t.text as page, s.clicks, s.impressions, s.position, s.days_first from (
      select query_id, page_id, sum(clicks)::integer as clicks, sum(impressions)::integer as impressions,
        sum(position * impressions) / nullif(sum(impressions), 0) as position, count(*) filter (where first)::integer as days_first,
        count(*) over (partition by query_id) as pages
      from daily group by query_id, page_id) s
    join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = ${id} and t.id = s.page_id
    where s.impressions > 0 and (${queryIds !== null} or s.pages > 1)
    order by s.query_id, s.impressions desc`.execute(db)
  return rows
}

/** Addresses that Google has shown since this day. */
export async function findSeenPages(db: Db, { workspaceId, id }: ResourceRef, from: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select t.text from site_search_texts t where t.workspace_id = ${workspaceId} and t.site_id = ${id} and t.kind = 'page'
      and t.id = any(array(select distinct page_id from site_search_days where workspace_id = ${workspaceId}
        and site_id = ${id} and dimension = 'page' and day >= ${from}::date and impressions > 0))`.execute(db)
  return rows.map(({ text }) => text)
}

/** The first day with data of queries. Null without data. */
export async function findFirstDay(db: Db, { workspaceId, id }: ResourceRef): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from site_search_days
    where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'query'`.execute(db)
  return rows[0]?.day ?? null
}

export async function findDays(db: Db, { workspaceId, id }: ResourceRef, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ day: string; clicks: number; impressions: number; position: number; partial: boolean }>`
    select day::text as day, clicks, impressions, position, partial from site_search_days
    where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'date' and day between ${from}::date and ${to}::date
    order by day`.execute(db)
  return rows
}
