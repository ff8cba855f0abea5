import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ItemStep } from '../contract.ts'
import type { Claim } from './item-store.ts'
import './tables.ts'

/** What requests to models cost: reserved before each, settled after it. All amounts are in billionths of a US dollar. */

export type Call = { id: string; step: ItemStep; reservedNano: number }

/**
 * Reserves what a request may cost, in one conditional statement: never more than the budget has left, and only while the batch runs
 * and the claim holds.
 */
export async function reserveCall(db: Db, claim: Claim, call: Call): Promise<boolean> {
  const { workspaceId, batchId, id, lease } = claim
  const { rows } = await sql`
    with allowed as (
      update writing_batches b set reserved_nano = reserved_nano + ${call.reservedNano}
      where workspace_id = ${workspaceId} and id = ${batchId} and status = 'running'
        and (budget_nano is null or spent_nano + reserved_nano + ${call.reservedNano} <= budget_nano)
        and exists (select from writing_batch_items i where i.workspace_id = b.workspace_id and i.batch_id = b.id
          and i.id = ${id} and i.lease = ${lease} and i.status = 'running')
      returning 1
    )
    insert into writing_batch_calls (workspace_id, batch_id, item_id, id, lease, step, reserved_nano)
    select ${workspaceId}::uuid, ${batchId}::uuid, ${id}::uuid, ${call.id}::uuid, ${lease}::uuid, ${call.step},
      ${call.reservedNano}::bigint from allowed
    returning 1`.execute(db)
  return rows.length > 0
}

/** Why a request may not start. */
export async function findMoney(db: Db, claim: Claim) {
  return db
    .selectFrom('writing_batches as b')
    .innerJoin('writing_batch_items as i', (join) =>
      join.onRef('i.workspace_id', '=', 'b.workspace_id').onRef('i.batch_id', '=', 'b.id'),
    )
    .select(['b.status', 'b.budget_nano', 'b.spent_nano', 'b.reserved_nano'])
    .where('b.workspace_id', '=', claim.workspaceId)
    .where('b.id', '=', claim.batchId)
    .where('i.id', '=', claim.id)
    .where('i.lease', '=', claim.lease)
    .where('i.status', '=', 'running')
    .executeTakeFirst()
}

export type Settled = {
  /** Null: what it used isn't known, and all that was reserved counts as spent. */
  costNano: number | null
  inputTokens: number | null
  outputTokens: number | null
}

/** Replaces a request's reservation by what it cost. Does nothing if it was counted as lost before. */
export async function settleCall(db: Db, claim: Claim, callId: string, settled: Settled) {
  const { workspaceId, batchId, id } = claim
  const { costNano, inputTokens, outputTokens } = settled
  await sql`
    with batch as materialized (
      select 1 from writing_batches where workspace_id = ${workspaceId} and id = ${batchId} for update
    ), call as (
      update writing_batch_calls set state = ${costNano === null ? 'lost' : 'settled'}, ended_at = now(),
        cost_nano = coalesce(${costNano}::bigint, reserved_nano), input_tokens = ${inputTokens}, output_tokens = ${outputTokens}
      where workspace_id = ${workspaceId} and batch_id = ${batchId} and item_id = ${id} and id = ${callId} and state = 'open'
        and exists (select from batch)
      returning reserved_nano, cost_nano
    ), item as (
      update writing_batch_items i set spent_nano = i.spent_nano + call.cost_nano,
        input_tokens = i.input_tokens + ${inputTokens ?? 0}::bigint, output_tokens = i.output_tokens + ${outputTokens ?? 0}::bigint
      from call where i.workspace_id = ${workspaceId} and i.batch_id = ${batchId} and i.id = ${id}
    )
    update writing_batches b set reserved_nano = b.reserved_nano - call.reserved_nano, spent_nano = b.spent_nano + call.cost_nano,
      input_tokens = b.input_tokens + ${inputTokens ?? 0}::bigint, output_tokens = b.output_tokens + ${outputTokens ?? 0}::bigint
    from call where b.workspace_id = ${workspaceId} and b.id = ${batchId}`.execute(db)
}
