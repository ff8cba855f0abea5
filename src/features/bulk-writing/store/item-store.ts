import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { BatchChecks, BatchStatus, ItemStep } from '../contract.ts'
import type { BatchDraft } from './tables.ts'
import './tables.ts'

/** The work on items: claimed with a lease, and stored by the process that holds it. */

export type ItemRef = { workspaceId: string; batchId: string; id: string }
/** An item and the claim by which it's worked on. */
export type Claim = ItemRef & { lease: string }

export const leaseSeconds = 20
const lease = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Waits for a worker, or its worker died. */
const isWaiting = sql`i.status in ('queued', 'running') and (i.leased_until is null or i.leased_until < now())
  and (i.run_after is null or i.run_after <= now())`

/** Across workspaces: models with items that wait for a worker, longest waiting first. */
export async function findWaitingModelsOfAllWorkspaces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ model_key: string }>`
    select b.model_key from writing_batches b join writing_batch_items i on i.workspace_id = b.workspace_id and i.batch_id = b.id
    where b.status in ('queued', 'running') and ${isWaiting}
    group by b.model_key order by min(i.updated_at)`.execute(db)
  return rows.map(({ model_key }) => model_key)
}

/**
 * Across workspaces: claims the next item of a model, if one of its lanes is free. Batches take turns: the one with the fewest items at
 * work comes first. Requests of an earlier claim that weren't settled count as spent.
 */
export async function claimOfAllWorkspaces(
  db: Database,
  modelKey: string,
  { lanes }: { lanes: number | null },
): Promise<Claim | null> {
  return db.transaction().execute(async (tx) => {
    // One worker at a time counts the lanes of a model.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`lanes ${modelKey}`}, 0))`.execute(tx)
    if (lanes !== null) {
      const { rows } = await sql<{ busy: number }>`
        select count(*) as busy from writing_batch_items i join writing_batches b on b.workspace_id = i.workspace_id and b.id = i.batch_id
        where b.model_key = ${modelKey} and i.status = 'running' and i.leased_until > now()`.execute(tx)
      if (rows[0]!.busy >= lanes) return null
    }
    const { rows: next } = await sql<{ workspace_id: string; batch_id: string }>`
      select i.workspace_id, i.batch_id from writing_batch_items i
        join writing_batches b on b.workspace_id = i.workspace_id and b.id = i.batch_id
      where b.model_key = ${modelKey} and b.status in ('queued', 'running') and ${isWaiting}
      order by (select count(*) from writing_batch_items o where o.workspace_id = i.workspace_id and o.batch_id = i.batch_id
        and o.status = 'running' and o.leased_until > now()), b.created_at limit 1`.execute(tx)
    if (!next[0]) return null
    // Batch before item, as everywhere, so that two workers can't deadlock.
    const { workspace_id: workspaceId, batch_id: batchId } = next[0]
    const { rows } = await sql<{ id: string }>`
      with batch as materialized (
        select 1 from writing_batches where workspace_id = ${workspaceId} and id = ${batchId}
          and status in ('queued', 'running') for update
      )
      select i.id from writing_batch_items i
      where i.workspace_id = ${workspaceId} and i.batch_id = ${batchId} and ${isWaiting} and exists (select from batch)
      order by i.status desc, i.position limit 1 for update skip locked`.execute(tx)
    const found = rows[0]
    if (!found) return null
    const claim = { workspaceId, batchId, id: found.id, lease: randomUUID() }
    await tx
      .updateTable('writing_batch_items')
      .set({ status: 'running', lease: claim.lease, leased_until: lease, run_after: null, updated_at: sql`now()` })
      .where('workspace_id', '=', claim.workspaceId)
      .where('batch_id', '=', claim.batchId)
      .where('id', '=', claim.id)
      .execute()
    await tx
      .updateTable('writing_batches')
      .set({ status: 'running', started_at: sql`coalesce(started_at, now())` })
      .where('workspace_id', '=', claim.workspaceId)
      .where('id', '=', claim.batchId)
      .where('status', '=', 'queued')
      .execute()
    await settleLostCalls(tx, claim)
    return claim
  })
}

/** Requests of a claim that ended without a report of what they used: all that was reserved counts as spent. */
export async function settleLostCalls(tx: Tx, { workspaceId, batchId, id }: ItemRef) {
  await sql`
    with lost as (
      update writing_batch_calls set state = 'lost', cost_nano = reserved_nano, ended_at = now()
      where workspace_id = ${workspaceId} and batch_id = ${batchId} and item_id = ${id} and state = 'open'
      returning reserved_nano
    ), item as (
      update writing_batch_items set spent_nano = spent_nano + (select sum(reserved_nano) from lost)
      where workspace_id = ${workspaceId} and batch_id = ${batchId} and id = ${id} and exists (select from lost)
    )
    update writing_batches set reserved_nano = reserved_nano - (select sum(reserved_nano) from lost),
      spent_nano = spent_nano + (select sum(reserved_nano) from lost)
    where workspace_id = ${workspaceId} and id = ${batchId} and exists (select from lost)`.execute(tx)
}

/** Renews leases (heartbeat). Returns which claims still hold, with their batch's status. */
export async function renewLeasesOfAllWorkspaces(db: Db, claims: readonly Claim[]) {
  const { rows } = await sql<{ lease: string; status: BatchStatus }>`
    update writing_batch_items i set leased_until = ${lease} from writing_batches b
    where i.lease = any(${claims.map((claim) => claim.lease)}::uuid[]) and i.status = 'running'
      and b.workspace_id = i.workspace_id and b.id = i.batch_id
    returning i.lease, b.status`.execute(db)
  return new Map(rows.map(({ lease, status }) => [lease, status]))
}

/** At startup, where no other process uses this database: the items of the previous process can be claimed at once. */
export async function endBatchLeasesOfAllWorkspaces(db: Db) {
  await db
    .updateTable('writing_batch_items')
    .set({ leased_until: sql`now() - interval '1 second'` })
    .where('status', '=', 'running')
    .execute()
}

/** A claimed item with its batch. Null if the claim was lost. */
export async function findClaimed(db: Db, claim: Claim) {
  const row = await db
    .selectFrom('writing_batch_items as i')
    .innerJoin('writing_batches as b', (join) =>
      join.onRef('b.workspace_id', '=', 'i.workspace_id').onRef('b.id', '=', 'i.batch_id'),
    )
    .selectAll('i')
    .select([
      'b.chain',
      'b.options',
      'b.provider',
      'b.model',
      'b.model_key',
      'b.price',
      'b.created_by',
      'b.status as batch_status',
    ])
    .where('i.workspace_id', '=', claim.workspaceId)
    .where('i.batch_id', '=', claim.batchId)
    .where('i.id', '=', claim.id)
    .where('i.lease', '=', claim.lease)
    .where('i.status', '=', 'running')
    .executeTakeFirst()
  return row ?? null
}
export type ClaimedItem = NonNullable<Awaited<ReturnType<typeof findClaimed>>>

export type ItemPatch = {
  status?: 'queued' | 'done' | 'failed' | 'cancelled'
  step?: ItemStep | null
  document_id?: string
  brief_id?: string
  generation_id?: string | null
  document_version?: number | null
  sections_done?: number
  sections?: number | null
  draft?: BatchDraft | null
  words?: number
  score?: number | null
  checks?: BatchChecks | null
  error?: AppError | null
  attempts?: number
  runAfterSeconds?: number
  /** Credits that were used, or refunded: taken off those held. */
  aiUsed?: number
  humanizerUsed?: number
  aiReturned?: number
  humanizerReturned?: number
}

/** Stores a change of a claimed item. Null if the claim was lost. Returns the batch's status. */
export async function saveClaimed(db: Db, claim: Claim, patch: ItemPatch): Promise<BatchStatus | null> {
  const { draft, checks, error, runAfterSeconds, aiUsed = 0, humanizerUsed = 0, ...rest } = patch
  const { aiReturned = 0, humanizerReturned = 0, ...columns } = rest
  const isOver = patch.status !== undefined
  const row = await db
    .updateTable('writing_batch_items as i')
    .from('writing_batches as b')
    .set({
      ...columns,
      ...(draft === undefined ? {} : { draft: draft && JSON.stringify(draft) }),
      ...(checks === undefined ? {} : { checks: checks && JSON.stringify(checks) }),
      ...(error === undefined ? {} : toErrorColumns(error)),
      ...(runAfterSeconds === undefined
        ? {}
        : { run_after: sql<Date>`now() + make_interval(secs => ${runAfterSeconds})` }),
      ai_held: sql<number>`i.ai_held - ${aiUsed + aiReturned}::integer`,
      humanizer_held: sql<number>`i.humanizer_held - ${humanizerUsed + humanizerReturned}::integer`,
      ai_used: sql<number>`i.ai_used + ${aiUsed}::integer`,
      humanizer_used: sql<number>`i.humanizer_used + ${humanizerUsed}::integer`,
      ...(isOver ? { lease: null, leased_until: null } : {}),
      ...(patch.status && patch.status !== 'queued' ? { finished_at: sql<Date>`now()` } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('i.workspace_id', '=', claim.workspaceId)
    .where('i.batch_id', '=', claim.batchId)
    .where('i.id', '=', claim.id)
    .where('i.lease', '=', claim.lease)
    .where('i.status', '=', 'running')
    .whereRef('b.workspace_id', '=', 'i.workspace_id')
    .whereRef('b.id', '=', 'i.batch_id')
    .returning('b.status')
    .executeTakeFirst()
  return row?.status ?? null
}

/** Ends a batch whose items all ended. False if some haven't, or it ended before. */
export async function endBatchIfDone(tx: Db, { workspaceId, id }: ResourceRef): Promise<boolean> {
  const { rows } = await sql`
    update writing_batches b set finished_at = now(), reason = null,
      status = case when exists (select from writing_batch_items i where i.workspace_id = b.workspace_id and i.batch_id = b.id
        and i.status = 'done') then 'done' else 'failed' end
    where workspace_id = ${workspaceId} and id = ${id} and status in ('queued', 'running', 'paused')
      and not exists (select from writing_batch_items i where i.workspace_id = b.workspace_id and i.batch_id = b.id
        and i.status in ('queued', 'running'))
    returning 1`.execute(tx)
  return rows.length > 0
}
