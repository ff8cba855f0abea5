import { sql } from 'kysely'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { BatchEstimate, BatchItemInput, BatchPrice, BatchStatus, ChainStep, PauseReason } from '../contract.ts'
import type { BatchOverlap } from '../rules/batch-records.ts'
import type { BatchOptions } from './tables.ts'
import '#features/auth/store/tables.ts'

/** Batches and their items, as people see them. */

export type NewBatch = ResourceRef & {
  name: string
  chain: ChainStep[]
  options: BatchOptions
  provider: string
  model: string
  modelKey: string
  price: BatchPrice | null
  estimate: BatchEstimate
  budgetNano: number | null
  createdBy: string
}

export type NewBatchItem = {
  id: string
  title: string
  planId: string | null
  planItemId: string | null
  input: BatchItemInput
  documentId: string | null
  aiUnits: number
  humanizerUnits: number
}

export type Payer = { userId: string; periodStart: Date }

export async function insertBatch(tx: Tx, batch: NewBatch, items: readonly NewBatchItem[], payer: Payer) {
  await tx
    .insertInto('writing_batches')
    .values({
      workspace_id: batch.workspaceId,
      id: batch.id,
      name: batch.name,
      reason: null,
      chain: batch.chain,
      options: JSON.stringify(batch.options),
      provider: batch.provider,
      model: batch.model,
      model_key: batch.modelKey,
      price: batch.price && JSON.stringify(batch.price),
      estimate: JSON.stringify(batch.estimate),
      budget_nano: batch.budgetNano,
      overlap_pairs: '[]',
      ...toErrorColumns(null),
      created_by: batch.createdBy,
      started_at: null,
      finished_at: null,
    })
    .execute()
  const rows = items.map((item, position) => ({
    id: item.id,
    position,
    title: item.title,
    plan_id: item.planId,
    plan_item_id: item.planItemId,
    input: item.input,
    document_id: item.documentId,
    ai_held: item.aiUnits,
    humanizer_held: item.humanizerUnits,
  }))
  await sql`
    insert into writing_batch_items (workspace_id, batch_id, id, position, title, plan_id, plan_item_id, input, document_id, step,
      payer_id, units_period, ai_held, humanizer_held)
    select ${batch.workspaceId}::uuid, ${batch.id}::uuid, n.id, n.position, n.title, n.plan_id, n.plan_item_id, n.input,
      n.document_id, ${batch.chain[0]!}, ${payer.userId}::uuid, ${payer.periodStart}, n.ai_held, n.humanizer_held
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id uuid, position integer, title text, plan_id uuid,
      plan_item_id uuid, input jsonb, document_id uuid, ai_held integer, humanizer_held integer)`.execute(tx)
}

/** Whether an item of a plan is in another running batch. */
export const isInOtherBatch = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'writing_batch_items_open'

export async function locateBatch(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const found = await db
    .selectFrom('writing_batches')
    .select('workspace_id')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return found?.workspace_id ?? null
}

const selectBatches = (db: Db, workspaceId: string) =>
  db
    .selectFrom('writing_batches as b')
    .leftJoin('users as u', 'u.id', 'b.created_by')
    .selectAll('b')
    .select('u.first_name as created_by_name')
    .select(
      sql<BatchSums>`(select jsonb_build_object('queued', count(*) filter (where i.status = 'queued'),
        'running', count(*) filter (where i.status = 'running'), 'done', count(*) filter (where i.status = 'done'),
        'failed', count(*) filter (where i.status = 'failed'), 'cancelled', count(*) filter (where i.status = 'cancelled'),
        'held', coalesce(sum(ai_held + humanizer_held), 0), 'used', coalesce(sum(ai_used + humanizer_used), 0),
        'progress', coalesce(avg(case when i.status in ('done', 'failed', 'cancelled') then 1
          else least(1, (coalesce(array_position(b.chain, i.step), cardinality(b.chain) + 1) - 1
            + coalesce(i.sections_done::real / nullif(i.sections, 0), 0)) / (cardinality(b.chain) + 1)) end), 0))
        from writing_batch_items i where i.workspace_id = b.workspace_id and i.batch_id = b.id)`.as('sums'),
    )
    .where('b.workspace_id', '=', workspaceId)

export type BatchSums = Record<
  'queued' | 'running' | 'done' | 'failed' | 'cancelled' | 'held' | 'used' | 'progress',
  number
>
export type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['execute']>>[number]

export const findBatch = (db: Db, { workspaceId, id }: ResourceRef): Promise<BatchRow | undefined> =>
  selectBatches(db, workspaceId).where('b.id', '=', id).executeTakeFirst()

export async function findBatches(
  db: Db,
  workspaceId: string,
  { status, page, limit }: { status?: BatchStatus; page: number; limit: number },
) {
  const items = await selectBatches(db, workspaceId)
    .$if(status !== undefined, (query) => query.where('b.status', '=', status!))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('writing_batches')
    .select(sql<number>`count(*)`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .executeTakeFirstOrThrow()
  return { items, total }
}

const maxRecent = 8

/** Batches that aren't over, and those that ended since, latest first. */
export const findRecentBatches = (db: Db, workspaceId: string, since: Date): Promise<BatchRow[]> =>
  selectBatches(db, workspaceId)
    .where((eb) =>
      eb.or([eb('b.status', 'in', ['queued', 'running', 'paused']), eb('b.finished_at', '>', sql<Date>`${since}`)]),
    )
    .orderBy(sql`coalesce(b.finished_at, b.created_at)`, 'desc')
    .orderBy('b.id', 'desc')
    .limit(maxRecent)
    .execute()

/** Items of a batch, or those changed since a time. */
export function findBatchItems(db: Db, { workspaceId, id }: ResourceRef) {
  return db
    .selectFrom('writing_batch_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('batch_id', '=', id)
    .orderBy('position')
    .execute()
}
export type BatchItemRow = Awaited<ReturnType<typeof findBatchItems>>[number]

/** Locks a batch, so that changes of its state come one after the other. */
export function lockBatch(tx: Tx, { workspaceId, id }: ResourceRef) {
  return tx
    .selectFrom('writing_batches')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedBatch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>

type BatchState = {
  status: BatchStatus
  reason?: PauseReason | null
  error?: AppError | null
  budget_nano?: number
  price?: BatchPrice | null
  provider?: string
  model?: string
  model_key?: string
  finished?: boolean
}

export async function setBatchState(tx: Db, { workspaceId, id }: ResourceRef, state: BatchState) {
  const { reason = null, error = null, finished, price, ...columns } = state
  await tx
    .updateTable('writing_batches')
    .set({
      ...columns,
      reason,
      ...toErrorColumns(error),
      ...(price === undefined ? {} : { price: price && JSON.stringify(price) }),
      finished_at: finished ? sql<Date>`now()` : null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Stores competing articles with the batch, and with each of their items. */
export async function saveOverlaps(tx: Db, { workspaceId, id }: ResourceRef, overlaps: BatchOverlap[]) {
  const sides = overlaps.flatMap(({ items: [a, b], share, kind }) => [
    { id: a, item_id: b, share, kind },
    { id: b, item_id: a, share, kind },
  ])
  await sql`
    update writing_batch_items i set checks = jsonb_set(i.checks, '{overlaps}', coalesce((
      select jsonb_agg(jsonb_build_object('item_id', n.item_id, 'title', o.title, 'share', n.share, 'kind', n.kind)
        order by n.share desc)
      from jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as n(id uuid, item_id uuid, share real, kind text)
        join writing_batch_items o on o.workspace_id = i.workspace_id and o.batch_id = i.batch_id and o.id = n.item_id
      where n.id = i.id), '[]'))
    where workspace_id = ${workspaceId} and batch_id = ${id} and checks is not null`.execute(tx)
  await tx
    .updateTable('writing_batches')
    .set({ overlap_pairs: JSON.stringify(overlaps) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
