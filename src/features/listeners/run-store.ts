import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { Heard, SourceReport } from './diff.ts'
import { recountRuns } from './item-store.ts'
import type { Place } from './store.ts'
import type { ListenerRunsTable } from './tables.ts'
import type { Taken } from './take-store.ts'
import './tables.ts'

export type RunRow = Selectable<ListenerRunsTable>

export type ClosedRun = {
  id: string
  byHand: boolean
  startedAt: Date
  at: Date
  next: Date
  added: number
  removed: number
  isNew: number
  sources: SourceReport[]
  /** Digests and times of the sources that answered. */
  heard: Heard
}

const sparklineRuns = 20
const restlessRuns = 10

/**
 * Writes a run and what the listener shows of it, in one statement: a run that changed nothing costs no more. Answers its
 * number; undefined, and nothing is written, when the taking is not the newest or the listener runs at other times by now.
 * Volatility is the share of items that came or went, of all that were there before or after, averaged over the latest runs.
 */
export async function closeRun(tx: Db, taken: Taken, frequency: string, run: ClosedRun): Promise<number | undefined> {
  const { rows } = await sql<{ no: number }>`
    with mine as (
      update listeners l set
        running = false, by_hand = false, tries = 0, run_count = l.run_count + 1, last_run_id = ${run.id},
        last_run_at = ${run.at}, next_run_at = ${run.next}, take_at = ${run.next}, new_count = ${run.isNew},
        heard_count = l.heard_count + ${run.added - run.removed}::int,
        failing = ${run.sources.filter(({ outcome }) => outcome !== 'answered').length},
        sparkline = (l.sparkline || ${run.added}::int)[greatest(1, cardinality(l.sparkline) + 2 - ${sparklineRuns}::int):],
        heard = l.heard || ${JSON.stringify(run.heard)}::jsonb,
        volatility = case when l.run_count > 0 then (
          select avg(case when heard + removed = 0 then 0 else (added + removed)::real / (heard + removed) end)
          from (
            select ${run.added}::int as added, ${run.removed}::int as removed,
              l.heard_count + ${run.added - run.removed}::int as heard
            union all (
              select added, removed, heard from listener_runs
              where workspace_id = ${taken.workspaceId} and listener_id = ${taken.id} and no > 1
              order by no desc limit ${restlessRuns - 1}
            )
          ) latest
        ) end
      where l.workspace_id = ${taken.workspaceId} and l.id = ${taken.id} and l.attempt = ${taken.attempt} and l.running
        and l.frequency = ${frequency}
      returning l.run_count, l.heard_count
    )
    insert into listener_runs
      (workspace_id, listener_id, no, id, by_hand, started_at, at, added, removed, heard, sources)
    select ${taken.workspaceId}, ${taken.id}, run_count, ${run.id}, ${run.byHand}, ${run.startedAt}, ${run.at},
      ${run.added}, ${run.removed}, heard_count, ${JSON.stringify(run.sources)}::jsonb
    from mine returning no`.execute(tx)
  return rows[0]?.no
}

const runsOf = (db: Db, { workspaceId, id }: Place) =>
  db.selectFrom('listener_runs').selectAll().where('workspace_id', '=', workspaceId).where('listener_id', '=', id)

/** Newest first; `until` a run and those before it. */
export function findRuns(db: Db, place: Place, options: { until?: number; limit?: number } = {}): Promise<RunRow[]> {
  const found = runsOf(db, place)
    .orderBy('no', 'desc')
    .limit(options.limit ?? 1000)
  return (options.until === undefined ? found : found.where('no', '<=', options.until)).execute()
}

export const findRun = (db: Db, place: Place, runId: string) =>
  runsOf(db, place).where('id', '=', runId).executeTakeFirst()

/** Runs with something to tell, newest first: for feeds. */
export const findRunsWithNews = (db: Db, place: Place, limit: number) =>
  runsOf(db, place)
    .where((eb) => eb.or([eb('added', '>', 0), eb('removed', '>', 0)]))
    .orderBy('no', 'desc')
    .limit(limit)
    .execute()

/** What the runs a mail or a webhook speaks of belong to. */
export function findRunPlaces(db: Db, runIds: string[]) {
  return db
    .selectFrom('listener_runs')
    .select(['workspace_id', 'listener_id', 'id', 'no'])
    .where('id', 'in', runIds)
    .execute()
}

const runsKept = 400

/**
 * The newest 400 runs stay as they are; of older ones the last of each week. What the runs of a week changed counts as
 * their last one's, and what they changed back counts as nothing, so that later states stay what they were.
 */
export async function thinRuns(tx: Db, place: Place): Promise<void> {
  const { workspaceId, id } = place
  const { rows } = await sql<{ no: number; into_no: number }>`
    with ranked as (
      select no, at, row_number() over (order by no desc) as place from listener_runs
      where workspace_id = ${workspaceId} and listener_id = ${id}
    ), older as (
      select no, max(no) over (partition by date_trunc('week', at)) as into_no from ranked where place > ${runsKept}
    )
    select no, into_no from older where no < into_no order by no`.execute(tx)
  if (rows.length === 0) return
  const moves = sql`unnest(${rows.map(({ no }) => no)}::int[], ${rows.map((row) => row.into_no)}::int[]) as move (no, into_no)`
  await sql`
    with grouped as materialized (
      select c.run_no, c.source, c.key,
        row_number() over (partition by coalesce(move.into_no, c.run_no), c.source, c.key order by c.run_no) as place,
        count(*) over (partition by coalesce(move.into_no, c.run_no), c.source, c.key) as changes
      from listener_changes c left join ${moves} on move.no = c.run_no
      where c.workspace_id = ${workspaceId} and c.listener_id = ${id}
        and (move.no is not null or c.run_no = any(${rows.map((row) => row.into_no)}::int[]))
    )
    delete from listener_changes c using grouped g
    where c.workspace_id = ${workspaceId} and c.listener_id = ${id}
      and c.run_no = g.run_no and c.source = g.source and c.key = g.key and (g.place > 1 or g.changes % 2 = 0)`.execute(
    tx,
  )
  await sql`
    update listener_changes c set run_no = move.into_no from ${moves}
    where c.workspace_id = ${workspaceId} and c.listener_id = ${id} and c.run_no = move.no`.execute(tx)
  await sql`
    delete from listener_runs
    where workspace_id = ${workspaceId} and listener_id = ${id}
      and no = any(${rows.map(({ no }) => no)}::int[])`.execute(tx)
  await recountRuns(tx, place)
}
