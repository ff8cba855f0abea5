import { type Selectable, sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import type { GapReason } from '../contract.ts'
import type { RankKeywordsTable, RankRunsTable } from './tables.ts'
import { insertTasks } from './task-store.ts'
import './tables.ts'

export type RunRow = Selectable<RankRunsTable>
export type KeywordRow = Selectable<RankKeywordsTable>

/** The run in progress, or a new one. */
export async function openRun(db: Db, tracker: ResourceRef, byHand: boolean): Promise<RunRow> {
  const { workspaceId, id } = tracker
  await sql`
    insert into rank_runs (workspace_id, tracker_id, no, by_hand, total)
    select ${workspaceId}, ${id}, coalesce(max(r.no), 0) + 1, ${byHand},
      (select count(*) from rank_keywords k where k.workspace_id = ${workspaceId} and k.tracker_id = ${id})
    from rank_runs r where r.workspace_id = ${workspaceId} and r.tracker_id = ${id}
    having count(*) filter (where r.finished_at is null) = 0
    on conflict do nothing`.execute(db)
  const { rows } = await sql<RunRow>`
    select * from rank_runs where workspace_id = ${workspaceId} and tracker_id = ${id} and finished_at is null
    order by no desc limit 1`.execute(db)
  return rows[0]!
}

export type OpenKeyword = { no: number; text: string; wasRequested: boolean }

/** Keywords without a result in the run. `wasRequested`: a paid request was sent for it before. */
export async function findOpenKeywords(
  db: Db,
  { workspaceId, id }: ResourceRef,
  runNo: number,
): Promise<OpenKeyword[]> {
  const { rows } = await sql<OpenKeyword>`
    select k.no, k.text, c.state is not null as "wasRequested"
    from rank_keywords k
    left join rank_checks c on c.workspace_id = k.workspace_id and c.tracker_id = k.tracker_id and c.keyword_no = k.no
      and c.run_no = ${runNo}
    where k.workspace_id = ${workspaceId} and k.tracker_id = ${id} and c.state is distinct from 'done'
    order by k.no`.execute(db)
  return rows
}

export type Drawn = 'drawn' | 'over_limit' | 'lost'

/**
 * Sets the price of a request aside in the month’s spending, in one conditional update, and marks its keywords as asked: a worker
 * that dies afterwards leaves a mark, and nobody asks them again. Roll back on anything but `drawn`.
 */
export async function drawRequest(
  tx: Db,
  lease: Lease,
  { keywords, runNo, usd }: { keywords: readonly { no: number; tag?: string }[]; runNo: number; usd: number },
): Promise<Drawn> {
  const { rows } = await sql<{ over: boolean; held: boolean }>`
    with drawn as (
      update rank_trackers set spent_month = ${month},
        spent_usd = case when spent_month = ${month} then spent_usd else 0 end + ${usd}::numeric
      where workspace_id = ${lease.workspaceId} and id = ${lease.id} and attempt = ${lease.attempt} and running
        and (max_cost_usd is null
          or case when spent_month = ${month} then spent_usd else 0 end + ${usd}::numeric <= max_cost_usd)
      returning 1
    )
    select not exists (select from drawn) as over, exists (
      select from rank_trackers
      where workspace_id = ${lease.workspaceId} and id = ${lease.id} and attempt = ${lease.attempt} and running
    ) as held`.execute(tx)
  if (!rows[0]?.held) return 'lost'
  if (rows[0].over) return 'over_limit'
  await sql`
    insert into rank_checks (workspace_id, tracker_id, keyword_no, run_no, state)
    select ${lease.workspaceId}, ${lease.id}, no, ${runNo}, 'asking'
    from unnest(${keywords.map(({ no }) => no)}::integer[]) as no on conflict do nothing`.execute(tx)
  const tasks = keywords.flatMap(({ no, tag }) => (tag === undefined ? [] : [{ no, tag }]))
  if (tasks.length > 0) await insertTasks(tx, lease, runNo, tasks)
  await addSpent(tx, lease, runNo, usd)
  return 'drawn'
}

const month = sql`date_trunc('month', now() at time zone 'utc')::date`

/** Replaces a price set aside with the actual one. `month`: the first day of the month it was set aside in. */
export async function settleRequest(
  tx: Db,
  lease: Lease,
  { runNo, less, since }: { runNo: number; less: number; since: Date },
) {
  await sql`
    update rank_trackers set spent_usd = greatest(0, spent_usd - ${less}::numeric)
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}
      and spent_month = date_trunc('month', ${since}::timestamptz at time zone 'utc')::date`.execute(tx)
  await addSpent(tx, lease, runNo, -less)
}

const addSpent = (tx: Db, { workspaceId, id }: ResourceRef, runNo: number, usd: number) =>
  sql`
    update rank_runs set spent_usd = greatest(0, spent_usd + ${usd}::numeric)
    where workspace_id = ${workspaceId} and tracker_id = ${id} and no = ${runNo}`.execute(tx)

export type CheckResult = {
  position: number | null
  /** From the top of the results page; null where it isn’t known. */
  pixels: number | null
  url: string | null
  reason: GapReason | null
  failure: Failure | null
  features: string[]
  aiPresent: boolean | null
  aiCited: boolean | null
  competitors: { domain: string; position: number | null }[]
  /** When the source gave the page; null without one. */
  serpAt: Date | null
}

/**
 * Stores a check and what it makes of the keyword, in one statement. A measurement (a position, or not in depth) becomes the
 * keyword’s state and the one before it `previous`; a gap only says why. False when the lease is lost.
 */
export async function saveCheck(
  db: Db,
  lease: Lease,
  { no, runNo, result }: { no: number; runNo: number; result: CheckResult },
): Promise<boolean> {
  const { position, pixels, url, reason, failure, features, aiPresent, aiCited, competitors, serpAt } = result
  const isMeasured = position !== null || reason === 'not_in_depth'
  const { rows } = await sql`
    with held as (
      select workspace_id, id from rank_trackers
      where workspace_id = ${lease.workspaceId} and id = ${lease.id} and attempt = ${lease.attempt} and running
    ), written as (
      insert into rank_checks (workspace_id, tracker_id, keyword_no, run_no, state, position, pixels, reason, url, serp_at)
      select workspace_id, id, ${no}, ${runNo}, 'done', ${position}::int, ${pixels}::int, ${reason}, ${url}, ${serpAt}::timestamptz from held
      on conflict (workspace_id, tracker_id, keyword_no, run_no) do update
      set state = 'done', at = now(), position = excluded.position, pixels = excluded.pixels, reason = excluded.reason, url = excluded.url,
        serp_at = excluded.serp_at
      where rank_checks.state <> 'done'
      returning 1
    ), last as (
      select c.position, c.url, c.at from rank_checks c
      where c.workspace_id = ${lease.workspaceId} and c.tracker_id = ${lease.id} and c.keyword_no = ${no}
        and c.run_no < ${runNo} and c.state = 'done' and (c.position is not null or c.reason = 'not_in_depth')
      order by c.run_no desc limit 1
    )
    update rank_keywords k
    set position = ${position}::int, pixels = ${pixels}::int, reason = ${reason}, failure = ${failure && JSON.stringify(failure)}::jsonb,
      url = ${url}, checked_at = now(), serp_at = coalesce(${serpAt}::timestamptz, k.serp_at),
      best = least(k.best, ${position}::int),
      previous = (select position from last), previous_url = (select url from last), previous_at = (select at from last),
      features = case when ${isMeasured} then ${features}::text[] else k.features end,
      ai_present = case when ${isMeasured} then ${aiPresent}::boolean end,
      ai_cited = case when ${isMeasured} then ${aiCited}::boolean end,
      competitors = case when ${isMeasured} then ${JSON.stringify(competitors)}::jsonb else k.competitors end
    where k.workspace_id = ${lease.workspaceId} and k.tracker_id = ${lease.id} and k.no = ${no}
      and exists (select from written)
    returning k.no`.execute(db)
  return rows.length === 1
}

/** Closes a run with its figures. */
export async function closeRun(tx: Db, { workspaceId, id }: ResourceRef, runNo: number, at: Date) {
  await sql`
    update rank_runs r
    set finished_at = ${at}, measured = f.measured, gaps = f.gaps, ranked = f.ranked, top10 = f.top10, average = f.average
    from (
      select count(*) filter (where position is not null or reason = 'not_in_depth')::int as measured,
        count(*) filter (where reason in ('failed', 'skipped', 'budget'))::int as gaps,
        count(position)::int as ranked, count(*) filter (where position <= 10)::int as top10,
        avg(position)::real as average
      from rank_checks
      where workspace_id = ${workspaceId} and tracker_id = ${id} and run_no = ${runNo} and state = 'done'
    ) f
    where r.workspace_id = ${workspaceId} and r.tracker_id = ${id} and r.no = ${runNo}`.execute(tx)
}
