import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export type LatestClicks = { from: string; to: string; clicks: number; before: number | null }

/**
 * Clicks of each site of a workspace in its last 28 complete days of Search Console, against the 28 before, by the site's id. Sites
 * without such days are left out. Months are read newest first, so that what comes after the first known day is known.
 */
export async function findLatestClicks(db: Db, workspaceId: string): Promise<Map<string, LatestClicks>> {
  const { rows } = await sql<LatestClicks & { site_id: string }>`
    select c.site_id, greatest(k.known_from, c.last_day - 27)::text as "from", c.last_day::text as "to",
      coalesce(d.clicks, 0) as clicks, case when k.known_from <= c.last_day - 55 then coalesce(d.before, 0) end as before
    from site_connections c
    join lateral (
      select min(day) as known_from from site_search_days d
      where d.workspace_id = ${workspaceId} and d.site_id = c.site_id and d.dimension = 'date' and not d.partial
    ) k on k.known_from <= c.last_day
    left join lateral (
      select sum(d.clicks) filter (where d.day > c.last_day - 28)::integer as clicks,
        sum(d.clicks) filter (where d.day <= c.last_day - 28)::integer as before
      from site_search_days d
      where d.workspace_id = ${workspaceId} and d.site_id = c.site_id and d.dimension = 'date'
        and d.day between c.last_day - 55 and c.last_day and not d.partial
    ) d on true
    where c.workspace_id = ${workspaceId} and c.last_day is not null`.execute(db)
  return new Map(rows.map(({ site_id, ...clicks }) => [site_id, clicks]))
}
