import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import { recountRuns } from './item-store.ts'
import type { Place } from './store.ts'
import type { ListenerRunsTable } from './tables.ts'
import './tables.ts'

export type RunRow = Selectable<ListenerRunsTable>

export async function insertRun(tx: Db, run: Omit<RunRow, 'sources'> & { sources: object[] }) {
  await tx
    .insertInto('listener_runs')
    .values({ ...run, sources: JSON.stringify(run.sources) })
    .execute()
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
  const { rows } = await sql<{ no: number; into: number }>`
    with ranked as (
      select no, at, row_number() over (order by no desc) as place from listener_runs
      where workspace_id = ${workspaceId} and listener_id = ${id}
    ), older as (
      select no, max(no) over (partition by date_trunc('week', at)) as into from ranked where place > ${runsKept}
    )
    select no, into from older where no < into order by no`.execute(tx)
  if (rows.length === 0) return
  const moves = sql`unnest(${rows.map(({ no }) => no)}::int[], ${rows.map(({ into }) => into)}::int[]) as move (no, into_no)`
  await sql`
    with grouped as (
      select c.run_no, c.source, c.key,
        row_number() over (partition by coalesce(move.into_no, c.run_no), c.source, c.key order by c.run_no) as place,
        count(*) over (partition by coalesce(move.into_no, c.run_no), c.source, c.key) as changes
      from listener_changes c left join ${moves} on move.no = c.run_no
      where c.workspace_id = ${workspaceId} and c.listener_id = ${id}
        and (move.no is not null or c.run_no = any(${rows.map(({ into }) => into)}::int[]))
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
