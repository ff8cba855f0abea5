import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import { toErrorColumns } from '#platform/stored-error.ts'
import type { Payer } from './batch-store.ts'
import './tables.ts'

/** Changes of items that people ask for. */

type Released = { aiUsed: number; aiReturned: number; humanizerReturned: number }

/** Cancels an item. Its worker loses its claim, and stops. */
export async function cancelItems(tx: Tx, batch: ResourceRef, id: string, released: Released) {
  const { aiUsed, aiReturned, humanizerReturned } = released
  await tx
    .updateTable('writing_batch_items')
    .set({
      status: 'cancelled',
      generation_id: null,
      lease: null,
      leased_until: null,
      draft: null,
      ai_held: sql<number>`ai_held - ${aiUsed + aiReturned}::integer`,
      ai_used: sql<number>`ai_used + ${aiUsed}::integer`,
      humanizer_held: sql<number>`humanizer_held - ${humanizerReturned}::integer`,
      updated_at: sql`now()`,
      finished_at: sql`now()`,
    })
    .where('workspace_id', '=', batch.workspaceId)
    .where('batch_id', '=', batch.id)
    .where('id', '=', id)
    .execute()
}

/** Puts a failed item back, at the step that failed. */
export async function requeueItem(
  tx: Tx,
  batch: ResourceRef,
  { id, payer, units }: { id: string; payer: Payer; units: { ai: number; humanizer: number } },
) {
  await tx
    .updateTable('writing_batch_items')
    .set({
      status: 'queued',
      ...toErrorColumns(null),
      attempts: 0,
      run_after: null,
      payer_id: payer.userId,
      units_period: payer.periodStart,
      ai_held: units.ai,
      humanizer_held: units.humanizer,
      updated_at: sql`now()`,
      finished_at: null,
    })
    .where('workspace_id', '=', batch.workspaceId)
    .where('batch_id', '=', batch.id)
    .where('id', '=', id)
    .execute()
}
