import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Provider } from '../contract.ts'
import type { PaymentInvoicesTable, PaymentSubscriptionsTable } from './tables.ts'
import './tables.ts'

export type SubscriptionRow = Selectable<PaymentSubscriptionsTable>
export type InvoiceRow = Selectable<PaymentInvoicesTable>

export async function upsertSubscription(tx: Db, row: SubscriptionRow) {
  await tx
    .insertInto('payment_subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doUpdateSet(row))
    .execute()
}

export function findSubscription(db: Db, provider: Provider, id: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('payment_subscriptions')
    .selectAll()
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Active subscriptions and those that ended after `endedAfter`, newest first. */
export function findSubscriptions(db: Db, userId: string, endedAfter: Date): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('payment_subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '!=', 'incomplete')
    .where((eb) => eb.or([eb('status', '!=', 'ended'), eb('ended_at', '>', endedAfter)]))
    .orderBy('started_at', 'desc')
    .execute()
}

/** Subscriptions to cancel with their account. */
export function findRunning(db: Db, userId: string) {
  return db
    .selectFrom('payment_subscriptions')
    .select(['provider', 'id'])
    .where('user_id', '=', userId)
    .where('status', '!=', 'ended')
    .execute()
}

/** Subscriptions of all users past their period end without a recent sync: a webhook was missed. */
export function findOverdueSubscriptions(db: Db, periodEndedBefore: Date, checkedBefore: Date) {
  return db
    .selectFrom('payment_subscriptions')
    .select(['provider', 'id'])
    .where('status', '!=', 'ended')
    .where('period_end', '<', periodEndedBefore)
    .where('asked_at', '<', checkedBefore)
    .orderBy('asked_at')
    .limit(20)
    .execute()
}

/** Keeps `refunded` and `disputed` of an existing row. */
export async function upsertInvoice(tx: Db, row: Omit<InvoiceRow, 'refunded' | 'disputed'>) {
  await tx
    .insertInto('payment_invoices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'id']).doUpdateSet(row))
    .execute()
}

export function findInvoice(db: Db, provider: Provider, id: string): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('payment_invoices')
    .selectAll()
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Saves refunds (cents) and disputes of an invoice. */
export async function updateInvoiceCharge(
  tx: Db,
  key: { provider: Provider; id: string },
  charge: { refunded: number; disputed: boolean },
) {
  await tx
    .updateTable('payment_invoices')
    .set(charge)
    .where('provider', '=', key.provider)
    .where('id', '=', key.id)
    .execute()
}

/** Whether the payment for the current period was refunded in full or disputed. */
export async function isTakenBack(tx: Db, provider: Provider, subscriptionId: string, now: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('payment_invoices')
    .select('id')
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .where('covers_until', '>', now)
    .where('amount', '>', 0)
    .where((eb) => eb.or([eb('disputed', '=', true), eb('refunded', '>=', eb.ref('amount'))]))
    .executeTakeFirst()
  return found !== undefined
}

export function findInvoices(db: Db, userId: string, limit: number): Promise<InvoiceRow[]> {
  return db
    .selectFrom('payment_invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'not in', ['draft', 'void'])
    .where('amount', '!=', 0)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}
