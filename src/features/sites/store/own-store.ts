import { type RawBuilder, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared-statements.ts'
import type { OwnSource, SiteData } from '../rules/own/choose-own-source.ts'
import type { GroupPage, Sources } from '../rules/own/group-pages.ts'
import './tables.ts'
import '#features/content-plan/store/tables.ts'
import '#features/reports/store/tables.ts'

/** Your own pages for keywords: the last 28 complete days of each site of the workspace, or an uploaded export of it. */

const usualDays = 28

export type SiteDataRow = SiteData & { id: string }

/** What each site has to answer from: its last complete days with queries, and its exports, newest first. */
export async function findSiteData(db: Db, workspaceId: string): Promise<SiteDataRow[]> {
  const { rows } = await sql<SiteDataRow>`
    with site as materialized (
      select s.id, (select max(d.day) from site_search_days d where d.workspace_id = s.workspace_id and d.site_id = s.id
        and d.dimension = 'query' and not d.partial) as last_day
      from sites s where s.workspace_id = ${workspaceId})
    select site.id, coalesce(c.state, 'none') as state, site.last_day::text as "lastDay",
      (select min(d.day)::text from site_search_days d where d.workspace_id = ${workspaceId} and d.site_id = site.id
        and d.dimension = 'query' and not d.partial and d.day > site.last_day - ${sql.lit(usualDays)}) as "firstDay",
      (select coalesce(jsonb_agg(jsonb_build_object('_id', u.id, 'file_name', u.file_name, 'from', u.from_day, 'to', u.to_day,
          'uploaded_at', u.created_at, 'filters', u.filters, 'pairs', u.pairs) order by u.created_at desc, u.id desc), '[]')
        from site_uploads u where u.workspace_id = ${workspaceId} and u.site_id = site.id) as uploads
    from site left join site_connections c on c.workspace_id = ${workspaceId} and c.site_id = site.id ${prepared}`.execute(
    db,
  )
  return rows.map(({ uploads, ...row }) => ({
    ...row,
    uploads: uploads.map((upload) => ({ ...upload, uploaded_at: new Date(upload.uploaded_at).toISOString() })),
  }))
}

/** One source of each site, as rows to join. */
const getSources = (sources: Sources) => {
  const list = [...sources]
  const column = <T>(get: (source: OwnSource) => T) => list.map(([, source]) => get(source))
  return sql`source as materialized (
    select * from unnest(${list.map(([id]) => id)}::uuid[], ${column(({ lastDay }) => lastDay)}::date[],
      ${column(({ upload }) => upload?._id ?? null)}::uuid[], ${column(({ weight }) => weight)}::integer[])
      s(site_id, last_day, upload_id, weight))`
}

/**
 * The figures of a query of `f`, day by day. `offset 0` keeps it a probe of the index for each day: joined, the planner may read every
 * query of these days.
 */
const days = (workspaceId: string, dimension: 'query' | 'query_page') => sql`
  generate_series(0, ${sql.lit(usualDays - 1)}) n cross join lateral (
    select s.page_id, s.clicks, s.impressions, s.position from site_search_days s where s.workspace_id = ${workspaceId}
      and s.site_id = f.site_id and s.dimension = ${sql.lit(dimension)} and s.day = f.last_day - n and s.query_id = f.query_id
      and not s.partial offset 0) d`

/** Rows of the exports among the sources. Exports of other tools may have capitals. */
const uploaded = (workspaceId: string, dimension: 'query' | 'query_page') => sql`
  source s join site_upload_rows r on r.workspace_id = ${workspaceId} and r.site_id = s.site_id and r.upload_id = s.upload_id
    and r.dimension = ${sql.lit(dimension)} and r.query is not null`

const sums = sql`sum(d.clicks)::integer as clicks, sum(d.impressions)::integer as impressions,
  sum(d.position * d.impressions) / nullif(sum(d.impressions), 0) as position`

export type OwnQuery = {
  site_id: string
  text: string
  page: string | null
  pages: number
  clicks: number
  impressions: number
  position: number
}

export async function hasSites(db: Db, workspaceId: string): Promise<boolean> {
  const found = await db.selectFrom('sites').select('id').where('workspace_id', '=', workspaceId).limit(1).execute()
  return found.length > 0
}

/** Queries in lower case. Of several sites, the one that Google shows most a day. */
export async function findOwnQueries(
  db: Db,
  workspaceId: string,
  sources: Sources,
  texts: readonly string[],
): Promise<OwnQuery[]> {
  const { rows } = await sql<OwnQuery>`
    with ${getSources(sources)}, found as materialized (
      select t.site_id, t.id as query_id, t.text, s.last_day, s.weight from source s join site_search_texts t
        on t.workspace_id = ${workspaceId} and t.site_id = s.site_id and t.kind = 'query' and t.text = any(${[...texts]}::text[])
      where s.last_day is not null
    ), shown as (
      select f.site_id, f.text, t.text as page, coalesce(p.pages, 0)::integer as pages, q.clicks, q.impressions, q.position, f.weight
      from found f cross join lateral (select ${sums} from ${days(workspaceId, 'query')}) q
        left join lateral (
          select page_id, count(*) over () as pages from (
            select d.page_id, sum(d.clicks) as clicks, sum(d.impressions) as impressions
            from ${days(workspaceId, 'query_page')} group by d.page_id having sum(d.impressions) > 0) shown
          order by clicks desc, impressions desc, page_id limit 1) p on true
        left join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = f.site_id and t.id = p.page_id
      union all
      select s.site_id, lower(r.query), p.page, coalesce(p.pages, 0)::integer, r.clicks, r.impressions, r.position, s.weight
      from ${uploaded(workspaceId, 'query')} and lower(r.query) = any(${[...texts]}::text[])
        left join lateral (
          select u.page, count(*) over () as pages from site_upload_rows u
          where u.workspace_id = ${workspaceId} and u.site_id = s.site_id and u.upload_id = s.upload_id and u.dimension = 'query_page'
            and u.query is not null and lower(u.query) = lower(r.query)
          group by u.page order by max(u.clicks) desc, max(u.impressions) desc, u.page limit 1) p on true
    )
    select distinct on (text) site_id, text, page, pages, clicks, impressions, position from shown
    where impressions > 0 order by text, impressions::real / weight desc, site_id`.execute(db)
  return rows
}

export type SiteQuery = { text: string; clicks: number; impressions: number; position: number }

/** Figures of one site’s queries, in lower case. */
export async function findSiteQueries(
  db: Db,
  { workspaceId, id }: ResourceRef,
  source: OwnSource,
  texts: readonly string[],
): Promise<SiteQuery[]> {
  const { rows } = await sql<SiteQuery>`
    with ${getSources(new Map([[id, source]]))}, found as materialized (
      select t.site_id, t.id as query_id, t.text, s.last_day from source s join site_search_texts t
        on t.workspace_id = ${workspaceId} and t.site_id = s.site_id and t.kind = 'query' and t.text = any(${[...texts]}::text[])
      where s.last_day is not null
    ), shown as (
      select f.text, q.clicks, q.impressions, q.position
      from found f cross join lateral (select ${sums} from ${days(workspaceId, 'query')}) q
      union all
      select lower(r.query), r.clicks, r.impressions, r.position
      from ${uploaded(workspaceId, 'query')} and lower(r.query) = any(${[...texts]}::text[])
    )
    select distinct on (text) text, clicks, impressions, position from shown
    where impressions > 0 order by text, impressions desc`.execute(db)
  return rows
}

/** Which keywords make a group: a report’s topic, or an item of a plan. */
export const topicWords = ({ workspaceId, id }: ResourceRef) => sql`
  select cluster_id as group_id, lower(text) as text from report_rows
  where workspace_id = ${workspaceId} and report_id = ${id} and cluster_id is not null and type <> 'idea'`

export const itemWords = ({ workspaceId, id }: ResourceRef, itemIds: readonly string[]) => sql`
  select item_id as group_id, lower(text) as text from plan_keywords
  where workspace_id = ${workspaceId} and plan_id = ${id} and item_id = any(${[...itemIds]}::uuid[])`

/** The pages that Google shows for the keywords of each group, by site. Figures of a page are sums over its queries, which don’t overlap. */
export async function findGroupPages(
  db: Db,
  workspaceId: string,
  sources: Sources,
  words: RawBuilder<unknown>,
): Promise<GroupPage[]> {
  const { rows } = await sql<GroupPage>`
    with ${getSources(sources)}, words as materialized (${words}), found as materialized (
      select distinct w.group_id, t.site_id, t.id as query_id, s.last_day from source s join site_search_texts t
        on t.workspace_id = ${workspaceId} and t.site_id = s.site_id and t.kind = 'query'
      join words w on w.text = t.text
      where s.last_day is not null
    ), queries as materialized (
      select f.group_id, f.site_id, t.text as page, p.clicks, p.impressions, p.position from found f cross join lateral (
        select d.page_id, ${sums} from ${days(workspaceId, 'query_page')} group by d.page_id) p
      join site_search_texts t on t.workspace_id = ${workspaceId} and t.site_id = f.site_id and t.id = p.page_id
      union all
      select group_id, site_id, page, clicks, impressions, position from (
        select distinct on (w.group_id, r.site_id, w.text, r.page) w.group_id, r.site_id, r.page, r.clicks, r.impressions, r.position
        from ${uploaded(workspaceId, 'query_page')} join words w on w.text = lower(r.query)
        order by w.group_id, r.site_id, w.text, r.page, r.impressions desc) uploaded
    )
    select group_id, site_id, page, sum(clicks)::integer as clicks, sum(impressions)::integer as impressions,
      sum(position * impressions) / sum(impressions) as position, count(*)::integer as keywords,
      (count(*) filter (where position <= 10))::integer as top_10
    from queries where impressions > 0 group by group_id, site_id, page`.execute(db)
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
