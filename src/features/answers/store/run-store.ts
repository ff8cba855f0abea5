import { type Selectable, sql } from 'kysely'
import type { Failure } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import type { EngineId } from '../contract.ts'
import { watchLeases } from './lease-store.ts'
import type { AnswerRunsTable, RunState, StoredCitation, StoredReading } from './tables.ts'
import type { WatchRow } from './watch-store.ts'
import './tables.ts'

export type RunRow = Selectable<AnswerRunsTable>

/** The period in progress, or a new one with a row for each answer to ask for. Returns its number. */
export async function openPeriod(db: Db, watch: WatchRow): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const ref = { workspaceId: watch.workspace_id, id: watch.id }
    const { rows: open } = await sql<{ no: number }>`
      select no from answer_periods where ${ofWatch(ref)} and finished_at is null limit 1`.execute(tx)
    if (open[0]) return open[0].no
    const { rows } = await sql<{ no: number }>`
      insert into answer_periods (workspace_id, watch_id, no, by_hand)
      select ${watch.workspace_id}, ${watch.id}, coalesce(max(no), 0) + 1, ${watch.by_hand}
      from answer_periods where ${ofWatch(ref)}
      returning no`.execute(tx)
    await sql`
      insert into answer_runs (workspace_id, watch_id, id, period, prompt_no, engine, run_no)
      select ${watch.workspace_id}, ${watch.id}, gen_random_uuid(), ${rows[0]!.no}, prompt, engine, run
      from generate_series(1, ${watch.prompts.length}::int) as prompt, generate_series(1, ${watch.runs}::int) as run,
        unnest(${watch.engines}::text[]) as engine`.execute(tx)
    return rows[0]!.no
  })
}

const ofWatch = ({ workspaceId, id }: ResourceRef) => sql`workspace_id = ${workspaceId} and watch_id = ${id}`

export type OpenRun = { id: string; prompt_no: number }

/** Answers of an engine still to ask for, one run of every prompt before the next: a budget that ends hits all prompts alike. */
export async function findOpenRuns(db: Db, ref: ResourceRef, period: number, engine: EngineId): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select id, prompt_no from answer_runs
    where ${ofWatch(ref)} and period = ${period} and engine = ${engine} and state = 'open'
    order by run_no, prompt_no`.execute(db)
  return rows
}

export type Drawn = 'drawn' | 'over_limit' | 'lost'

/**
 * Sets the most an answer can cost aside, in one conditional update, and marks it as asked: a worker that dies afterwards leaves a mark,
 * and nobody asks it again. Roll back on anything but `drawn`.
 */
export async function drawAnswer(
  tx: Db,
  lease: Lease,
  { id, period, usd }: { id: string; period: number; usd: number },
): Promise<Drawn> {
  const { rows } = await sql<{ drawn: boolean; held: boolean }>`
    with drawn as (
      update answer_watches set spent_usd = spent_usd + ${usd}::numeric
      where ${watchLeases.isHeld(lease)} and (budget_usd is null or spent_usd + ${usd}::numeric <= budget_usd)
      returning 1
    )
    select exists (select from drawn) as drawn,
      exists (select from answer_watches where ${watchLeases.isHeld(lease)}) as held`.execute(tx)
  if (!rows[0]?.held) return 'lost'
  if (!rows[0].drawn) return 'over_limit'
  await sql`update answer_runs set state = 'asking' where ${ofWatch(lease)} and id = ${id}`.execute(tx)
  await addSpent(tx, lease, period, usd)
  return 'drawn'
}

/** Replaces what was set aside with the actual price. */
export async function settleAnswer(tx: Db, lease: Lease, { period, less }: { period: number; less: number }) {
  await sql`
    update answer_watches set spent_usd = greatest(0, spent_usd - ${less}::numeric)
    where workspace_id = ${lease.workspaceId} and id = ${lease.id}`.execute(tx)
  await addSpent(tx, lease, period, -less)
}

const addSpent = (tx: Db, ref: ResourceRef, period: number, usd: number) =>
  sql`
    update answer_periods set spent_usd = greatest(0, spent_usd + ${usd}::numeric)
    where ${ofWatch(ref)} and no = ${period}`.execute(tx)

export type RunResult = {
  state: Exclude<RunState, 'open' | 'asking'>
  text: string | null
  citations: StoredCitation[]
  readings: StoredReading[]
  model: string | null
  costUsd: number | null
  failure: Failure | null
}

/** False when the lease is lost. */
export async function saveRun(db: Db, lease: Lease, id: string, result: RunResult): Promise<boolean> {
  const { state, text, citations, readings, model, costUsd, failure } = result
  const { numAffectedRows } = await sql`
    update answer_runs
    set state = ${state}, text = ${text}, citations = ${JSON.stringify(citations)}::jsonb,
      readings = ${JSON.stringify(readings)}::jsonb, model = ${model}, cost_usd = ${costUsd}::numeric,
      failure = ${failure && JSON.stringify(failure)}::jsonb, at = now()
    where ${ofWatch(lease)} and id = ${id} and state in ('open', 'asking')
      and exists (select from answer_watches where ${watchLeases.isHeld(lease)})`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Closes answers of an engine that aren’t recorded, with the reason: those that it wasn’t asked for and those whose request is lost, or
 * `only` the latter. Nothing when the lease is lost.
 */
export async function closeRuns(
  db: Db,
  lease: Lease,
  {
    period,
    engine,
    state,
    failure,
    only,
  }: { period: number; engine: EngineId; state: RunState; failure: Failure | null; only?: 'asking' },
) {
  await sql`
    update answer_runs set state = ${state}, failure = ${failure && JSON.stringify(failure)}::jsonb, at = now()
    where ${ofWatch(lease)} and period = ${period} and engine = ${engine}
      and state = any(${only ? [only] : ['open', 'asking']}::text[])
      and exists (select from answer_watches where ${watchLeases.isHeld(lease)})`.execute(db)
}

export async function closePeriod(tx: Db, ref: ResourceRef, period: number, at: Date) {
  await sql`update answer_periods set finished_at = ${at} where ${ofWatch(ref)} and no = ${period}`.execute(tx)
}

export type CountedRun = Pick<
  RunRow,
  'id' | 'period' | 'prompt_no' | 'engine' | 'run_no' | 'state' | 'citations' | 'readings' | 'model' | 'failure'
>

/** Answers of some periods without their texts, in the order of prompts and runs. */
export async function findCounted(db: Db, ref: ResourceRef, periods: number[]): Promise<CountedRun[]> {
  const { rows } = await sql<CountedRun>`
    select id, period, prompt_no, engine, run_no, state, citations, readings, model, failure from answer_runs
    where ${ofWatch(ref)} and period = any(${periods}::int[]) order by period, prompt_no, engine, run_no`.execute(db)
  return rows
}

export async function findAnswer(db: Db, { workspaceId, id }: ResourceRef): Promise<RunRow | undefined> {
  return db
    .selectFrom('answer_runs')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Answers of a watch in pages, for exports. */
export async function findAnswersAfter(
  db: Db,
  ref: ResourceRef,
  after: string | null,
  limit: number,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select * from answer_runs
    where ${ofWatch(ref)} and state <> 'open' and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows
}
