import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { EngineId } from '../contract.ts'
import './tables.ts'

export type FinishedPeriod = { watch_id: string; no: number; started_at: Date }

/** The latest finished period of each of these watches. */
export async function findFinishedPeriods(
  db: Db,
  workspaceId: string,
  watchIds: readonly string[],
): Promise<FinishedPeriod[]> {
  const { rows } = await sql<FinishedPeriod>`
    select distinct on (watch_id) watch_id, no, started_at from answer_periods
    where workspace_id = ${workspaceId} and watch_id = any(${[...watchIds]}::uuid[]) and finished_at is not null
    order by watch_id, no desc`.execute(db)
  return rows
}

export type RunCount = {
  watch_id: string
  period: number
  prompt_no: number
  engine: EngineId
  state: 'done' | 'failed' | 'budget'
  model: string | null
  runs: number
  /** Of these, answers that name the watched brand. */
  mentioned: number
}

/** Answers of these periods and of the one before each, counted in the order of prompts. Their texts and readings stay where they are. */
export async function countRuns(
  db: Db,
  workspaceId: string,
  periods: readonly Pick<FinishedPeriod, 'watch_id' | 'no'>[],
): Promise<RunCount[]> {
  if (periods.length === 0) return []
  const { rows } = await sql<RunCount>`
    select r.watch_id, r.period, r.prompt_no, r.engine, r.state, r.model, count(*)::integer as runs,
      count(*) filter (where r.readings @> jsonb_build_array(
        jsonb_build_object('brand', w.brand ->> 'name', 'mentioned', true)))::integer as mentioned
    from unnest(${periods.map(({ watch_id }) => watch_id)}::uuid[], ${periods.map(({ no }) => no)}::integer[]) as f(watch_id, no)
    join answer_watches w on w.workspace_id = ${workspaceId} and w.id = f.watch_id
    join answer_runs r on r.workspace_id = ${workspaceId} and r.watch_id = f.watch_id and r.period in (f.no - 1, f.no)
    where r.state in ('done', 'failed', 'budget')
    group by r.watch_id, r.period, r.prompt_no, r.engine, r.state, r.model
    order by r.watch_id, r.period, r.prompt_no, r.engine, r.model, r.state`.execute(db)
  return rows
}
