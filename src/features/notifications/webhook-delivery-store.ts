import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database.ts'
import type { WebhookDeliveriesTable } from './tables.ts'
import './tables.ts'

export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type ListenerRef = { workspaceId: string; id: string }

/** Adds a delivery: once per run, plus any number of manual resends. */
export async function insertDelivery(
  tx: Db,
  { workspaceId, id }: ListenerRef,
  { runId, url, byHand }: { runId: string; url: string; byHand: boolean },
): Promise<DeliveryRow | undefined> {
  return tx
    .insertInto('webhook_deliveries')
    .values({
      workspace_id: workspaceId,
      listener_id: id,
      id: randomUUIDv7(),
      run_id: runId,
      url,
      state: 'waiting',
      by_hand: byHand,
      next_at: sql`now()`,
      status: null,
      ms: null,
      error: null,
      tried_at: null,
    })
    .onConflict((conflict) => conflict.column('run_id').where('by_hand', '=', false).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Fails pending deliveries to URLs other than `webhook`. */
export async function failOtherUrls(tx: Db, { workspaceId, id }: ListenerRef, webhook: string | null) {
  await sql`
    update webhook_deliveries set state = 'failed', next_at = null, error = 'The webhook URL changed before this was delivered.'
    where workspace_id = ${workspaceId} and listener_id = ${id} and state = 'waiting'
      and url is distinct from ${webhook}`.execute(tx)
}

/** Claims one due delivery across workspaces, so that no other worker sends it. */
export async function claimDue(db: Db): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries d
    set state = 'sending', attempts = attempts + 1, next_at = null, tried_at = now()
    from (
      select workspace_id, listener_id, id from webhook_deliveries
      where next_at <= now() order by next_at limit 1 for update skip locked
    ) due
    where d.workspace_id = due.workspace_id and d.listener_id = due.listener_id and d.id = due.id
    returning d.*`.execute(db)
  return rows[0]
}

export type DeliveryOutcome = {
  state: 'delivered' | 'failed' | 'waiting'
  status: number | null
  ms: number
  error: string | null
  nextAt: Date | null
}

export async function settleDelivery(db: Db, row: DeliveryRow, outcome: DeliveryOutcome) {
  await db
    .updateTable('webhook_deliveries')
    .set({
      state: outcome.state,
      status: outcome.status,
      ms: outcome.ms,
      error: outcome.error,
      next_at: outcome.nextAt,
    })
    .where('workspace_id', '=', row.workspace_id)
    .where('listener_id', '=', row.listener_id)
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('state', '=', 'sending')
    .execute()
}

/** Marks deliveries of dead processes as unclear: they may have arrived, so they aren't retried. */
export async function closeAbandonedDeliveries(db: Db, olderThanSeconds: number) {
  await sql`
    update webhook_deliveries set state = 'unclear', error = 'The server stopped while sending. It may have arrived.'
    where state = 'sending' and tried_at < now() - make_interval(secs => ${olderThanSeconds})`.execute(db)
}

const getDeliveries = (db: Db, { workspaceId, id }: ListenerRef) =>
  db.selectFrom('webhook_deliveries').where('workspace_id', '=', workspaceId).where('listener_id', '=', id)

export async function findDeliveries(db: Db, ref: ListenerRef, { page, limit }: { page: number; limit: number }) {
  const items = await getDeliveries(db, ref)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await getDeliveries(db, ref).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items, total }
}

export const findDelivery = (db: Db, ref: ListenerRef, deliveryId: string) =>
  getDeliveries(db, ref).selectAll().where('id', '=', deliveryId).executeTakeFirst()
