import { type RawBuilder, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DayRange } from '../rules/days.ts'
import './tables.ts'
import '#features/content-plan/store/tables.ts'
import '#features/reports/store/tables.ts'

/** Your own pages for keywords: the last 28 complete days of each site of the workspace. */

const usualDays = 28

/** Sites with the last day that queries are known of. */
const sites = (workspaceId: string) => sql`
  site as materialized (
    select s.id, (select max(d.day) from site_search_days d where d.workspace_id = s.workspace_id and d.site_id = s.id
      and d.dimension = 'query' and not d.partial) as last_day
    from sites s where s.workspace_id = ${workspaceId})`

/**
 * The figures of a query of `f`, day by day. `offset 0` keeps it a probe of the index for each day: joined, the planner may read every
 * query of these days.
 */
const days = (workspaceId: string, dimension: 'query' | 'query_page') => sql`
  generate_series(0, ${sql.lit(usualDays - 1)}) n cross join lateral (
    select s.page_id, s.clicks, s.impressions, s.position from site_search_days s where s.workspace_id = ${workspaceId}
      and s.site_id = f.site_id and s.dimension = ${sql.lit(dimension)} and s.day = f.last_day - n and s.query_id = f.query_id
      and not s.partial offset 0) d`

const sums = sql`sum(d.clicks)::integer as clicks, sum(d.impressions)::integer as impressions,
  sum(d.position * d.impressions) / nullif(sum(d.impressions), 0) as position`

export type OwnQuery = {
  text: string
  page: string | null
  pages: number
  clicks: number
  impressions: number
  position: number
  /** The last day, such as 2026-11-19. */
  as_of: string
}

export async function hasSites(db: Db, workspaceId: string): Promise<boolean> {
  const found = await db.selectFrom('sites').select('id').where('workspace_id', '=', workspaceId).limit(1).execute()
  return found.length > 0
}

/** Queries in lower case. Of several sites, the one that Google shows most. */
export async function findOwnQueries(db: Db, workspaceId: string, texts: readonly string[]): Promise<OwnQuery[]> {
  const { rows } = await sql<OwnQuery>`
    with ${sites(workspaceId)}, found as materialized (
      select t.site_id, t.id as query_id, t.text, site.last_day from site join site_search_texts t
        on t.workspace_id = ${workspaceId} and t.site_id = site.id and t.kind = 'query' and t.text = any(${[...texts]}::text[])
      where site.last_day is not null
    )
    select distinct on (f.text) f.text, t.text as page, coalesce(p.pages, 0)::integer as pages, q.clicks, q.impressions, q.position,
      f.last_day as as_of
    from found f cross join lateral (select ${sums} from ${days(workspaceId, 'query')}) q
      left join lateral (
        select page_id, count(*) over () as pages from (
          select d.page_id, sum(d.clicks) as clicks, sum(d.impressions) as impressions
          from ${days(workspaceId, 'query_page')} group by d.page_id having sum(d.impressions) > 0) shown
        order by clicks desc, impressions desc, page_id limit 1) p on true
      left join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = f.site_id and t.id = p.page_id
    where q.impressions > 0 order by f.text, q.impressions desc`.execute(db)
  return rows
}

/** Days of the last 28 complete ones that a site has queries of. Null without any. */
export async function findQueryDays(db: Db, { workspaceId, id }: ResourceRef): Promise<DayRange | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    with site as (
      select max(day) as last_day from site_search_days
      where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'query' and not partial
    )
    select min(d.day)::text as from, site.last_day::text as to from site left join site_search_days d
      on d.workspace_id = ${workspaceId} and d.site_id = ${id} and d.dimension = 'query' and not d.partial
        and d.day > site.last_day - ${sql.lit(usualDays)}
    group by site.last_day`.execute(db)
  const { from = null, to = null } = rows[0] ?? {}
  return from === null || to === null ? null : { from, to }
}

export type SiteQuery = { text: string; clicks: number; impressions: number; position: number }

/** Figures of one site’s queries, in lower case, in the 28 days up to the last one. */
export async function findSiteQueries(
  db: Db,
  { workspaceId, id }: ResourceRef,
  lastDay: string,
  texts: readonly string[],
): Promise<SiteQuery[]> {
  const { rows } = await sql<SiteQuery>`
    with found as materialized (
      select site_id, id as query_id, text, ${lastDay}::date as last_day from site_search_texts
      where workspace_id = ${workspaceId} and site_id = ${id} and kind = 'query' and text = any(${[...texts]}::text[])
    )
    select f.text, q.clicks, q.impressions, q.position
    from found f cross join lateral (select ${sums} from ${days(workspaceId, 'query')}) q
    where q.impressions > 0`.execute(db)
  return rows
}

export type OwnGroupPage = {
  group_id: string
  page: string
  clicks: number
  impressions: number
  position: number
  keywords: number
  top_10: number
  /** The last day, such as 2026-11-19. */
  as_of: string
}

/** Which keywords make a group: a report’s topic, or an item of a plan. */
export const topicWords = ({ workspaceId, id }: ResourceRef) => sql`
  select cluster_id as group_id, lower(text) as text from report_rows
  where workspace_id = ${workspaceId} and report_id = ${id} and cluster_id is not null and type <> 'idea'`

export const itemWords = ({ workspaceId, id }: ResourceRef, itemIds: readonly string[]) => sql`
  select item_id as group_id, lower(text) as text from plan_keywords
  where workspace_id = ${workspaceId} and plan_id = ${id} and item_id = any(${[...itemIds]}::uuid[])`

/** The pages that Google shows for the keywords of each group. Figures of a page are sums over its queries, which don’t overlap. */
export async function findGroupPages(db: Db, workspaceId: string, words: RawBuilder<unknown>): Promise<OwnGroupPage[]> {
  const { rows } = await sql<OwnGroupPage>`
    with ${sites(workspaceId)}, words as materialized (${words}), found as materialized (
      select distinct w.group_id, t.site_id, t.id as query_id, site.last_day from site join site_search_texts t
        on t.workspace_id = ${workspaceId} and t.site_id = site.id and t.kind = 'query'
      join words w on w.text = t.text
      where site.last_day is not null
    ), queries as materialized (
      select f.group_id, f.site_id, f.last_day, p.* from found f cross join lateral (
        select d.page_id, ${sums} from ${days(workspaceId, 'query_page')} group by d.page_id) p
    )
    select q.group_id, t.text as page, sum(q.clicks)::integer as clicks, sum(q.impressions)::integer as impressions,
      sum(q.position * q.impressions) / sum(q.impressions) as position, count(*)::integer as keywords,
      (count(*) filter (where q.position <= 10))::integer as top_10, max(q.last_day) as as_of
    from queries q join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = q.site_id and t.id = q.page_id
    where q.impressions > 0 group by q.group_id, t.text`.execute(db)
  return rows
}

export type CrawledPage = {
  key: string
  url: string
  url_key: string
  title: string | null
  h1: string | null
  words: number | null
  fetched_at: Date | null
}

const crawled = sql`select key, url, url_key, title, h1, words, fetched_at from site_pages`

export async function findCrawledPages(db: Db, workspaceId: string, urlKeys: readonly string[]) {
  if (urlKeys.length === 0) return []
  const { rows } = await sql<CrawledPage>`${crawled}
    where workspace_id = ${workspaceId} and url_key = any(${[...urlKeys]}::text[])`.execute(db)
  return rows
}

const maxPages = 50_000

/** Pages that may rank: live, readable and not kept out of Google. */
export async function findPagesToMatch(db: Db, workspaceId: string) {
  const { rows } = await sql<CrawledPage>`${crawled}
    where workspace_id = ${workspaceId} and state = 'live' and status = 200 and indexable is not false
      and coalesce(h1, title) is not null
    order by site_id, depth nulls last, url limit ${maxPages}`.execute(db)
  return rows
}

/** Changes whenever a crawl reads pages. Null without a crawl. */
export async function findCrawlStamp(db: Db, workspaceId: string): Promise<string | null> {
  const { rows } = await sql<{ stamp: string | null }>`
    select max(site_id::text || no || state || fetched || unchanged) || '/' || sum(fetched + unchanged) || '/' || count(*) as stamp
    from site_crawls where workspace_id = ${workspaceId}`.execute(db)
  return rows[0]?.stamp ?? null
}
