import { type Selectable, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import type { SourceDigests, SourceReport } from '../rules/diff-run.ts'
import { mergeChanges, recountRuns } from './item-store.ts'
import type { ListenerRunsTable } from './tables.ts'
import './tables.ts'

export type RunRow = Selectable<ListenerRunsTable>

export type ClosedRun = {
  lease: Lease
  /** The frequency `next` was computed with. */
  frequency: string
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
  sourceDigests: SourceDigests
}

const sparklineRuns = 20
const volatilityRuns = 10

/**
 * Writes runs of different listeners and updates the listeners, in one statement. Returns run numbers by listener id. A run
 * whose lease isn't the newest, or whose frequency changed, is skipped and missing from the result. Volatility is the share of
 * items added or removed, of all before or after the run, averaged over the latest runs.
 */
export async function closeRuns(tx: Db, runs: ClosedRun[]): Promise<Map<string, number>> {
  const rows = runs.map(({ lease, frequency, sources, ...run }) => ({
    workspace_id: lease.workspaceId,
    listener_id: lease.id,
    attempt: lease.attempt,
    frequency,
    run_id: run.id,
    by_hand: run.byHand,
    started_at: run.startedAt,
    at: run.at,
    next: run.next,
    added: run.added,
    removed: run.removed,
    is_new: run.isNew,
    failing: sources.filter(({ outcome }) => outcome !== 'answered' && outcome !== 'skipped').length,
    heard: run.sourceDigests,
    sources,
  }))
  const { rows: closed } = await sql<{ id: string; no: number }>`
    with run as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as run (workspace_id uuid, listener_id uuid,
        attempt int, frequency text, run_id uuid, by_hand bool, started_at timestamptz, at timestamptz, next timestamptz,
        added int, removed int, is_new int, failing int, heard jsonb, sources jsonb)
    ), held as materialized (
      -- In order: two workers wait for each other instead of blocking each other.
      select l.workspace_id, l.id from listeners l
      join run on l.workspace_id = run.workspace_id and l.id = run.listener_id and l.attempt = run.attempt
      order by l.workspace_id, l.id for update of l
    ), mine as (
      update listeners l set
        running = false, by_hand = false, tries = 0, run_count = l.run_count + 1, last_run_id = run.run_id,
        last_run_at = run.at, next_run_at = run.next, take_at = run.next, new_count = run.is_new,
        counted_runs = case when l.counted_runs >= l.run_count then l.run_count + 1 else l.counted_runs end,
        heard_count = l.heard_count + run.added - run.removed, failing = run.failing,
        sparkline = (l.sparkline || run.added)[greatest(1, cardinality(l.sparkline) + 2 - ${sparklineRuns}::int):],
        heard = l.heard || run.heard,
        volatility = case when l.run_count > 0 then (
          select avg(case when heard + removed = 0 then 0 else (added + removed)::real / (heard + removed) end)
          from (
            select run.added, run.removed, l.heard_count + run.added - run.removed as heard
            union all (
              select added, removed, heard from listener_runs
              where workspace_id = l.workspace_id and listener_id = l.id and no > 1
              order by no desc limit ${volatilityRuns - 1}
            )
          ) latest
        ) end
      from run join held on held.workspace_id = run.workspace_id and held.id = run.listener_id
      where l.workspace_id = held.workspace_id and l.id = held.id and l.attempt = run.attempt and l.running
        and l.frequency = run.frequency
      returning run.*, l.run_count, l.heard_count
    )
    insert into listener_runs
      (workspace_id, listener_id, no, id, by_hand, started_at, at, added, removed, heard, sources)
    select workspace_id, listener_id, run_count, run_id, by_hand, started_at, at, added, removed, heard_count, sources
    from mine returning listener_id as id, no`.execute(tx)
  return new Map(closed.map(({ id, no }) => [id, no]))
}

/** The same volatility from runs, newest first; null before the second run. */
export function averageVolatility(runs: RunRow[]): number | null {
  if (runs.length < 2) return null
  const latest = runs.filter(({ no }) => no > 1).slice(0, volatilityRuns)
  const shares = latest.map(({ added, removed, heard }) =>
    heard + removed === 0 ? 0 : (added + removed) / (heard + removed),
  )
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

const getRuns = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('listener_runs').selectAll().where('workspace_id', '=', workspaceId).where('listener_id', '=', id)

/** Returns runs newest first, up to run number `until`. */
export function findRuns(
  db: Db,
  ref: ResourceRef,
  options: { until?: number; limit?: number } = {},
): Promise<RunRow[]> {
  const found = getRuns(db, ref)
    .orderBy('no', 'desc')
    .limit(options.limit ?? 1000)
  return (options.until === undefined ? found : found.where('no', '<=', options.until)).execute()
}

export const findRun = (db: Db, ref: ResourceRef, runId: string) =>
  getRuns(db, ref).where('id', '=', runId).executeTakeFirst()

export type RunSince = RunRow & { keyword: string; language: string }

const maxRunsSince = 31

/** Returns the runs of all listeners of a workspace since a time, those of the latest listener first, newest first. */
export async function findRunsSince(db: Db, workspaceId: string, since: Date): Promise<RunSince[]> {
  const { rows } = await sql<RunSince>`
    select r.*, l.keyword, l.language
    from (
      select * from listeners where workspace_id = ${workspaceId} and last_run_at > ${since}
      order by last_run_at desc limit 100
    ) l cross join lateral (
      select * from listener_runs r where r.workspace_id = l.workspace_id and r.listener_id = l.id
      order by r.no desc limit ${maxRunsSince}
    ) r
    where r.at > ${since} order by l.last_run_at desc, l.id, r.no desc`.execute(db)
  return rows
}

/** Returns runs with changes, newest first, for feeds. */
export const findRunsWithChanges = (db: Db, ref: ResourceRef, limit: number) =>
  getRuns(db, ref)
    .where((eb) => eb.or([eb('added', '>', 0), eb('removed', '>', 0)]))
    .orderBy('no', 'desc')
    .limit(limit)
    .execute()

/** Returns the listeners that runs belong to, for emails and webhooks. */
export function findRunRefs(db: Db, runIds: string[]) {
  return db
    .selectFrom('listener_runs')
    .select(['workspace_id', 'listener_id', 'id', 'no'])
    .where('id', 'in', runIds)
    .execute()
}

const maxRuns = 400

/**
 * Applies run retention: keeps the newest 400 runs and, of older ones, the last of each week. Changes of deleted runs move to
 * that last run, so that later states stay the same.
 */
export async function thinRuns(tx: Db, ref: ResourceRef): Promise<void> {
  const { workspaceId, id } = ref
  const { rows } = await sql<{ no: number; into_no: number }>`
    with ranked as (
      select no, at, row_number() over (order by no desc) as place from listener_runs
      where workspace_id = ${workspaceId} and listener_id = ${id}
    ), older as (
      select no, max(no) over (partition by date_trunc('week', at)) as into_no from ranked where place > ${maxRuns}
    )
    select no, into_no from older where no < into_no order by no`.execute(tx)
  if (rows.length === 0) return
  const history = await mergeChanges(tx, ref, new Map(rows.map((row) => [row.no, row.into_no])))
  await sql`
    delete from listener_runs
    where workspace_id = ${workspaceId} and listener_id = ${id}
      and no = any(${rows.map(({ no }) => no)}::int[])`.execute(tx)
  await recountRuns(tx, ref, history)
}
