import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** Seven days from `from` on. `clicks` is null before the site’s first day with data. */
export type WeekOfClicks = { from: string; clicks: number | null }

const weeks = 12

/** Clicks of some decaying pages in the 12 weeks that end with each decay’s last day, oldest first, by the decay’s id. */
export async function findWeeklyClicks(
  db: Db,
  workspaceId: string,
  decayIds: readonly string[],
): Promise<Map<string, WeekOfClicks[]>> {
  if (decayIds.length === 0) return new Map()
  // Each day of a page is found by the primary key: reading a day of the whole site would take as long as it has pages.
  const { rows } = await sql<WeekOfClicks & { id: string }>`
    with chosen as (
      select c.id, c.site_id, c.last_day - ${7 * weeks - 1}::int as first, t.id as page_id, (
        select min(d.day) from site_search_days d
        where d.workspace_id = ${workspaceId} and d.site_id = c.site_id and d.dimension = 'date' and not d.partial) as known_from
      from site_decays c
      left join site_search_texts t on t.workspace_id = c.workspace_id and t.site_id = c.site_id and t.kind = 'page' and t.text = c.page
      where c.workspace_id = ${workspaceId} and c.id = any(${[...decayIds]}::uuid[]))
    select c.id, (c.first + 7 * week)::text as "from",
      case when c.page_id is not null and c.first + 7 * week >= c.known_from then coalesce(s.clicks, 0) end as clicks
    from chosen c cross join generate_series(0, ${weeks - 1}::int) as week
    left join lateral (
      select sum(d.clicks)::int as clicks from generate_series(0, 6) as n
      join site_search_days d on d.workspace_id = ${workspaceId} and d.site_id = c.site_id and d.dimension = 'page'
        and d.day = c.first + 7 * week + n and d.query_id = 0 and d.page_id = c.page_id and not d.partial) s on true
    order by c.id, week`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, list]) => [
      id,
      list.map(({ from, clicks }) => ({ from, clicks })),
    ]),
  )
}
