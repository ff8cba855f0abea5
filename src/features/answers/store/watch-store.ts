import { type Selectable, type SqlBool, sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { AnswerPeriodsTable, AnswerWatchesTable, StoredBrand, StoredCompetitor } from './tables.ts'
import './tables.ts'

export type WatchRow = Selectable<AnswerWatchesTable>
export type PeriodRow = Selectable<AnswerPeriodsTable>
export type WatchWithFacts = WatchRow & { done: number | null; total: number | null }

export type NewWatch = Pick<
  WatchRow,
  | 'workspace_id'
  | 'id'
  | 'created_by'
  | 'prompts'
  | 'engines'
  | 'country'
  | 'language'
  | 'runs'
  | 'frequency'
  | 'budget_usd'
> & { brand: StoredBrand; competitors: StoredCompetitor[]; next_run_at: Date; take_at: Date }

export async function insertWatch(tx: Db, { brand, competitors, ...watch }: NewWatch) {
  await tx
    .insertInto('answer_watches')
    .values({
      ...watch,
      brand: JSON.stringify(brand),
      competitors: JSON.stringify(competitors),
      last_run_at: null,
    })
    .execute()
}

const one = (db: Db, { workspaceId, id }: ResourceRef) =>
  db.selectFrom('answer_watches').selectAll().where('workspace_id', '=', workspaceId).where('id', '=', id)

export const lockWatch = (tx: Db, ref: ResourceRef) => one(tx, ref).forUpdate().executeTakeFirst()

async function locate(db: Db, table: 'answer_watches' | 'answer_runs', workspaceIds: string[], id: string) {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom(table)
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** The workspace of a watch, or of an answer, if it’s one of these. */
export const locateWatch = (db: Db, workspaceIds: string[], id: string) =>
  locate(db, 'answer_watches', workspaceIds, id)
export const locateAnswer = (db: Db, workspaceIds: string[], id: string) => locate(db, 'answer_runs', workspaceIds, id)

export async function countWatches(db: Db, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answer_watches')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return count
}

async function findWithFacts(db: Db, where: ReturnType<typeof sql<SqlBool>>, tail = sql``): Promise<WatchWithFacts[]> {
  const { rows } = await sql<WatchWithFacts>`
    select w.*, p.done, p.total
    from answer_watches w
    left join lateral (
      select count(*)::int as total, count(*) filter (where r.state not in ('open', 'asking'))::int as done
      from answer_periods p
      join answer_runs r on r.workspace_id = p.workspace_id and r.watch_id = p.watch_id and r.period = p.no
      where p.workspace_id = w.workspace_id and p.watch_id = w.id and p.finished_at is null
      having count(*) > 0
    ) p on true
    where ${where} ${tail}`.execute(db)
  return rows
}

export const findWatch = async (db: Db, { workspaceId, id }: ResourceRef) =>
  (await findWithFacts(db, sql<SqlBool>`w.workspace_id = ${workspaceId} and w.id = ${id}`))[0]

export async function findWatches(db: Db, workspaceId: string, { page, limit }: { page: number; limit: number }) {
  const items = await findWithFacts(
    db,
    sql<SqlBool>`w.workspace_id = ${workspaceId}`,
    sql`order by w.created_at desc, w.id limit ${limit} offset ${(page - 1) * limit}`,
  )
  return { items, total: await countWatches(db, workspaceId) }
}

export async function updateWatch(
  tx: Db,
  ref: ResourceRef,
  values: Partial<Pick<WatchRow, 'status' | 'next_run_at' | 'take_at' | 'by_hand'>>,
) {
  await tx
    .updateTable('answer_watches')
    .set(values)
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .execute()
}

export async function deleteWatch(tx: Db, ref: ResourceRef): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('answer_watches')
    .where('workspace_id', '=', ref.workspaceId)
    .where('id', '=', ref.id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Stops the watches of a workspace that is being deleted. */
export async function stopWatches(tx: Db, workspaceId: string) {
  await sql`
    update answer_watches set status = 'paused', next_run_at = null, take_at = null, running = false, attempt = attempt + 1
    where workspace_id = ${workspaceId}`.execute(tx)
}

/** Periods of a watch, oldest first. */
export const findPeriods = (db: Db, { workspaceId, id }: ResourceRef): Promise<PeriodRow[]> =>
  db
    .selectFrom('answer_periods')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('watch_id', '=', id)
    .orderBy('no')
    .execute()

export const findAllWatches = (db: Db, workspaceId: string): Promise<WatchRow[]> =>
  db.selectFrom('answer_watches').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute()
