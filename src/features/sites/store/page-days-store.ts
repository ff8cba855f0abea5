import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DayRange } from '../rules/days.ts'
import type { QueryFigures } from '../rules/search/query-views.ts'
import './tables.ts'

/** Clicks of pages by day, as rules of decay and outcomes take them. */

const ofSite = ({ workspaceId, id }: ResourceRef, dimension: 'date' | 'page' | 'query_page') =>
  sql`d.workspace_id = ${workspaceId} and d.site_id = ${id} and d.dimension = ${dimension} and not d.partial`
const inDays = ({ from, to }: DayRange) => sql`d.day between ${from}::date and ${to}::date`

/** The site’s clicks by day, 0 where there are none. Null without any in these days. */
export async function findSiteClicks(db: Db, site: ResourceRef, range: DayRange): Promise<number[] | null> {
  const { rows } = await sql<{ at: number; clicks: number }>`
    select d.day - ${range.from}::date as at, d.clicks from site_search_days d
    where ${ofSite(site, 'date')} and ${inDays(range)}`.execute(db)
  return rows.length > 0 ? toDays(rows, range) : null
}

function toDays(rows: readonly { at: number; clicks: number }[], { from, to }: DayRange): number[] {
  const days = new Array<number>(Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1).fill(0)
  for (const { at, clicks } of rows) days[at] = clicks
  return days
}

export type PageDays = { id: number; page: string; impressions: number }

/** Pages with at least so many impressions in these days, those with most first. */
export async function findShownPages(
  db: Db,
  site: ResourceRef,
  range: DayRange,
  { minImpressions, limit }: { minImpressions: number; limit: number },
): Promise<PageDays[]> {
  const { rows } = await sql<PageDays>`
    select s.page_id as id, t.text as page, s.impressions from (
      select d.page_id, sum(d.impressions)::bigint as impressions from site_search_days d
      where ${ofSite(site, 'page')} and ${inDays(range)} group by d.page_id
      having sum(d.impressions) >= ${minImpressions} order by 2 desc limit ${limit}) s
    join site_search_texts t on t.workspace_id = ${site.workspaceId} and t.site_id = ${site.id} and t.id = s.page_id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id), impressions: Number(row.impressions) }))
}

/** Clicks by day of each of these pages. */
export async function findPageClicks(
  db: Db,
  site: ResourceRef,
  pageIds: readonly number[],
  range: DayRange,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ page_id: number; at: number[]; clicks: number[] }>`
    select d.page_id, array_agg(d.day - ${range.from}::date) as at, array_agg(d.clicks) as clicks from site_search_days d
    where ${ofSite(site, 'page')} and ${inDays(range)} and d.page_id = any(${[...pageIds]}::bigint[])
    group by d.page_id`.execute(db)
  return new Map(
    rows.map(({ page_id, at, clicks }) => [
      Number(page_id),
      toDays(
        at.map((day, index) => ({ at: day, clicks: clicks[index]! })),
        range,
      ),
    ]),
  )
}

/** A page’s figures, and those of its queries, in these days. */
export async function sumPage(db: Db, site: ResourceRef, pageId: number, range: DayRange) {
  const figures = sql`sum(d.clicks)::integer as clicks, sum(d.impressions)::integer as impressions,
    sum(d.position * d.impressions) / nullif(sum(d.impressions), 0) as position`
  const [page, queries] = await Promise.all([
    sql<QueryFigures>`select ${figures} from site_search_days d
      where ${ofSite(site, 'page')} and ${inDays(range)} and d.page_id = ${pageId} having sum(d.impressions) > 0`.execute(
      db,
    ),
    sql<QueryFigures & { query: string }>`
      select t.text as query, s.clicks, s.impressions, s.position from (
        select d.query_id, ${figures} from site_search_days d
        where ${ofSite(site, 'query_page')} and ${inDays(range)} and d.page_id = ${pageId}
        group by d.query_id having sum(d.impressions) > 0 order by 2 desc, 3 desc limit 1000) s
      join site_search_texts t on t.workspace_id = ${site.workspaceId} and t.site_id = ${site.id} and t.id = s.query_id`.execute(
      db,
    ),
  ])
  return { page: page.rows[0] ?? null, queries: new Map(queries.rows.map((row) => [row.query, row])) }
}

export async function findPageId(db: Db, { workspaceId, id }: ResourceRef, page: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from site_search_texts
    where workspace_id = ${workspaceId} and site_id = ${id} and kind = 'page' and text = ${page}`.execute(db)
  return rows[0] ? Number(rows[0].id) : null
}
