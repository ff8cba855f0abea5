import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Run } from '../rules/results.ts'
import type { StoredBrand } from './tables.ts'
import './tables.ts'

export type RecentRun = Run & { period: number }
export type RecentWatch = {
  id: string
  brand: StoredBrand
  prompts: string[]
  last_run_at: Date | null
  /** Its latest finished period. Null before the first. */
  period: number | null
  /** Runs of that period and the one before, with what they say of the brand alone. Null where it didn’t run since. */
  runs: RecentRun[] | null
}

/** Watches of a workspace, newest first, with the answers of those that ran since. Texts, links and competitors stay where they are. */
export async function findRecentWatches(
  db: Db,
  workspaceId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<RecentWatch[]> {
  const { rows } = await sql<RecentWatch>`
    select w.id, w.brand, w.prompts, w.last_run_at, l.period,
      case when w.last_run_at > ${since} and l.period is not null then (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'period', r.period, 'prompt_no', r.prompt_no, 'engine', r.engine,
          'state', r.state, 'model', r.model, 'readings', (
            select coalesce(jsonb_agg(jsonb_build_object('brand', one ->> 'brand', 'mentioned', one -> 'mentioned', 'cited', one -> 'cited')), '[]')
            from jsonb_array_elements(r.readings) one where one ->> 'brand' = w.brand ->> 'name'))
          order by r.period, r.prompt_no, r.engine, r.run_no), '[]')
        from answer_runs r
        where r.workspace_id = w.workspace_id and r.watch_id = w.id and r.period in (l.period - 1, l.period)) end as runs
    from answer_watches w
    left join lateral (
      select max(p.no) as period from answer_periods p
      where p.workspace_id = w.workspace_id and p.watch_id = w.id and p.finished_at is not null) l on true
    where w.workspace_id = ${workspaceId}
    order by w.created_at desc, w.id limit ${limit}`.execute(db)
  return rows
}
