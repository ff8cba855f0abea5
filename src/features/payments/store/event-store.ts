import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Provider } from '../contract.ts'
import './tables.ts'

/** Webhook events, read tickets, and emails that are sent once. */

export type NewEvent = {
  provider: Provider
  id: string
  type: string
  subject: { kind: string; id: string } | null
  createdAt: Date | null
  at: Date
}

/** Stores an event or counts its repetition. True when it should be handled and no job does so yet. */
export async function storeEvent(tx: Db, { provider, id, type, subject, createdAt, at }: NewEvent): Promise<boolean> {
  const handled = subject ? null : at
  const { rows } = await sql<{ pending: boolean }>`
    insert into payment_events (provider, id, type, subject_kind, subject_id, created_at, received_at, handled_at, outcome)
    values (${provider}, ${id}, ${type}, ${subject?.kind ?? null}, ${subject?.id ?? null}, ${createdAt}, ${at}, ${handled},
      ${subject ? null : 'not for us'})
    on conflict (provider, id) do update set deliveries = payment_events.deliveries + 1
    returning handled_at is null and (deliveries = 1 or received_at < ${at}::timestamptz - interval '1 hour') as pending`.execute(
    tx,
  )
  return rows[0]?.pending ?? false
}

export function findEvent(db: Db, provider: Provider, id: string) {
  return db
    .selectFrom('payment_events')
    .select(['type', 'subject_kind', 'subject_id', 'handled_at'])
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** False when another worker finished it first. */
export async function finishEvent(db: Db, provider: Provider, id: string, outcome: string, at: Date): Promise<boolean> {
  const done = await db
    .updateTable('payment_events')
    .set({ handled_at: at, outcome })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Events received before `before` and not handled: their job ran out of retries. */
export function findUnhandledEvents(db: Db, before: Date) {
  return db
    .selectFrom('payment_events')
    .select(['provider', 'id'])
    .where('handled_at', 'is', null)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(100)
    .execute()
}

/** Taken before a request to the provider. See PaymentLooksTable. */
export async function takeTicket(db: Db, subject: { provider: Provider; kind: string; id: string; at: Date }) {
  const { rows } = await sql<{ ticket: number }>`
    insert into payment_looks (provider, kind, id, at) values (${subject.provider}, ${subject.kind}, ${subject.id}, ${subject.at})
    on conflict (provider, kind, id) do update set ticket = payment_looks.ticket + 1, at = excluded.at
    returning ticket`.execute(db)
  return rows[0]!.ticket
}

/** Claims the right to apply a read: true when no later ticket was applied. Locks the row until the transaction ends. */
export async function isNewest(tx: Db, subject: { provider: Provider; kind: string; id: string }, ticket: number) {
  const { rows } = await sql`
    update payment_looks set applied = ${ticket}
    where provider = ${subject.provider} and kind = ${subject.kind} and id = ${subject.id} and applied < ${ticket}
    returning id`.execute(tx)
  return rows.length > 0
}

export async function deleteOldEvents(db: Db) {
  await sql`delete from payment_looks where at < now() - interval '90 days'`.execute(db)
  await sql`delete from payment_events where handled_at is not null and received_at < now() - interval '90 days'`.execute(
    db,
  )
}

export type NewEmail = {
  key: string
  kind: 'codes' | 'payment_failed' | 'grace_ending' | 'access_ended'
  userId: string | null
  orderId?: string
  provider?: Provider
  subscriptionId?: string
  at: Date
}

/** False when an email with this key was queued before. */
export async function insertEmail(tx: Db, email: NewEmail): Promise<boolean> {
  const made = await tx
    .insertInto('payment_mails')
    .values({
      key: email.key,
      kind: email.kind,
      user_id: email.userId,
      order_id: email.orderId ?? null,
      provider: email.provider ?? null,
      subscription_id: email.subscriptionId ?? null,
      created_at: email.at,
      sent_at: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return made !== undefined
}

export function findEmail(db: Db, key: string) {
  return db.selectFrom('payment_mails').selectAll().where('key', '=', key).executeTakeFirst()
}

export async function finishEmail(db: Db, key: string, at: Date) {
  await db.updateTable('payment_mails').set({ sent_at: at }).where('key', '=', key).execute()
}
