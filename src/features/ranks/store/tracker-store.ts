import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { RankTrackersTable } from './tables.ts'
import './tables.ts'

export type TrackerRow = Selectable<RankTrackersTable>
export type NewTracker = Pick<
  RankTrackersTable,
  | 'workspace_id'
  | 'id'
  | 'created_by'
  | 'domain'
  | 'competitors'
  | 'country'
  | 'language'
  | 'device'
  | 'depth'
  | 'frequency'
  | 'source'
  | 'max_cost_usd'
> & { pixels: boolean; next_run_at: Date; take_at: Date }

export async function insertTracker(tx: Db, tracker: NewTracker, keywords: string[]): Promise<TrackerRow> {
  const row = await tx
    .insertInto('rank_trackers')
    .values({ ...tracker, last_run_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
  await sql`
    insert into rank_keywords (workspace_id, tracker_id, no, text)
    select ${row.workspace_id}, ${row.id}, k.no, k.text
    from unnest(${keywords}::text[]) with ordinality as k (text, no)`.execute(tx)
  return row
}

const one = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('rank_trackers').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

export const findTracker = (db: Db, ref: ResourceRef) => one(db, ref).executeTakeFirst()
export const lockTracker = (tx: Db, ref: ResourceRef) => one(tx, ref).forUpdate().executeTakeFirst()

/** The workspace of a tracker if it’s one of these. */
export async function locateTracker(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('rank_trackers')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

export async function countTrackers(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('rank_trackers')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

export type TrackerFacts = {
  keyword_count: number
  measured: number
  ranked: number
  top3: number
  top10: number
  gaps: number
  cited: number
  /** Of the run in progress. */
  done: number | null
  total: number | null
  last_measured: number | null
  last_gaps: number | null
  last_spent: number | null
}
export type TrackerWithFacts = TrackerRow & TrackerFacts

/** Trackers with the counts that lists show. */
async function findWithFacts(
  db: Db,
  where: ReturnType<typeof sql<SqlBool>>,
  tail = sql``,
): Promise<TrackerWithFacts[]> {
  const { rows } = await sql<TrackerWithFacts>`
    select t.*, k.*, r.*, l.*
    from rank_trackers t
    cross join lateral (
      select count(*)::int as keyword_count,
        count(*) filter (where position is not null or reason = 'not_in_depth')::int as measured,
        count(position)::int as ranked,
        count(*) filter (where position <= 3)::int as top3,
        count(*) filter (where position <= 10)::int as top10,
        count(*) filter (where reason in ('failed', 'skipped', 'budget'))::int as gaps,
        count(*) filter (where ai_cited)::int as cited
      from rank_keywords k where k.workspace_id = t.workspace_id and k.tracker_id = t.id
    ) k
    left join lateral (
      select r.total, (
        select count(*)::int from rank_checks c
        where c.workspace_id = r.workspace_id and c.tracker_id = r.tracker_id and c.run_no = r.no and c.state = 'done'
      ) as done
      from rank_runs r
      where r.workspace_id = t.workspace_id and r.tracker_id = t.id and r.finished_at is null
      order by r.no desc limit 1
    ) r on true
    left join lateral (
      select l.measured as last_measured, l.gaps as last_gaps, l.spent_usd as last_spent from rank_runs l
      where l.workspace_id = t.workspace_id and l.tracker_id = t.id and l.finished_at is not null
      order by l.no desc limit 1
    ) l on true
    where ${where} ${tail}`.execute(db)
  return rows
}

export const findTrackerWithFacts = async (db: Db, { workspaceId, id }: ResourceRef) =>
  (await findWithFacts(db, sql<SqlBool>`t.workspace_id = ${workspaceId} and t.id = ${id}`))[0]

export async function findTrackers(db: Db, workspaceId: string, { page, limit }: { page: number; limit: number }) {
  const items = await findWithFacts(
    db,
    sql<SqlBool>`t.workspace_id = ${workspaceId}`,
    sql`order by t.created_at desc, t.id limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { items, total: await countTrackers(db, workspaceId) }
}

export async function updateTracker(
  tx: Db,
  ref: ResourceRef,
  values: Partial<Pick<TrackerRow, 'status' | 'next_run_at' | 'take_at' | 'by_hand' | 'running'>>,
) {
  await tx
    .updateTable('rank_trackers')
    .set(values)
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .execute()
}

export async function deleteTracker(tx: Db, ref: ResourceRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('rank_trackers')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Stops the trackers of a workspace that is being deleted. */
export async function stopTrackers(tx: Db, workspaceId: string) {
  await sql`
    update rank_trackers set status = 'paused', next_run_at = null, take_at = null, running = false, attempt = attempt + 1
    where workspace_id = ${workspaceId}`.execute(tx)
}
