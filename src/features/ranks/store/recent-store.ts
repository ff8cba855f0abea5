import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { StandingRow } from './history-store.ts'
import './tables.ts'

/** A keyword as it was last checked, with its tracker. Competitors are left out: an empty list. */
export type RecentStanding = StandingRow & {
  tracker_id: string
  domain: string
  depth: number
  last_run_at: Date | null
  /** Whether the tracker ran since. Of one that didn’t there is a single row, without a keyword. */
  has_run: boolean
}

/** Keywords of the trackers that ran since, by tracker, newest tracker first. */
export async function findRecentStandings(db: Db, workspaceId: string, since: Date): Promise<RecentStanding[]> {
  const { rows } = await sql<RecentStanding>`
    select t.id as tracker_id, t.domain, t.depth, t.last_run_at, coalesce(t.last_run_at > ${since}, false) as has_run,
      k.no, k.text, k.position, k.reason, k.url, k.previous, k.previous_url, k.previous_at, '[]'::jsonb as competitors
    from rank_trackers t
    left join rank_keywords k on k.workspace_id = t.workspace_id and k.tracker_id = t.id and t.last_run_at > ${since}
    where t.workspace_id = ${workspaceId}
    order by t.created_at desc, t.id, k.no`.execute(db)
  return rows
}
