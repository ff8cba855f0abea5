import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Provider } from '../contract.ts'
import type { PaymentOrdersTable } from './tables.ts'
import './tables.ts'

export type OrderRow = Selectable<PaymentOrdersTable>

export function findSellingPrices(db: Db) {
  return db.selectFrom('selling_prices').selectAll().orderBy('feature', 'desc').execute()
}

export async function updateSellingPrice(tx: Db, feature: string, price: object) {
  return tx
    .updateTable('selling_prices')
    .set({ price: JSON.stringify(price) as never })
    .where('feature', '=', feature)
    .returning(['feature', 'label', 'price'])
    .executeTakeFirst()
}

type NewOrder = Pick<
  PaymentOrdersTable,
  | 'id'
  | 'provider'
  | 'user_id'
  | 'feature'
  | 'interval'
  | 'quantity'
  | 'unit_amount'
  | 'amount_total'
  | 'currency'
  | 'affiliate'
  | 'created_at'
>

export async function insertOrder(db: Db, order: NewOrder) {
  const emptyFields = {
    provider_id: null,
    email: null,
    url: null,
    expires_at: null,
    payment_id: null,
    subscription_id: null,
    receipt_url: null,
    paid_at: null,
    delivered_at: null,
  }
  await db
    .insertInto('payment_orders')
    .values({ ...order, ...emptyFields })
    .execute()
}

export async function updateOrder(
  db: Db,
  id: string,
  change: Partial<Omit<OrderRow, 'id' | 'provider' | 'feature' | 'quantity' | 'created_at'>>,
) {
  await db.updateTable('payment_orders').set(change).where('id', '=', id).execute()
}

/** By id. Ids are random, so they serve as public references. */
export function findOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('payment_orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockOrder(tx: Db, id: string): Promise<OrderRow | undefined> {
  return tx.selectFrom('payment_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** By the checkout's id at the provider; without a provider, at any of them. */
export function findOrderByCheckout(db: Db, checkoutId: string, provider?: Provider): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('provider_id', '=', checkoutId)
    .where('provider', 'in', provider ? [provider] : ['stripe', 'stripe_ae', 'coinbase'])
    .executeTakeFirst()
}

export function findOrderByPayment(db: Db, provider: Provider, paymentId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()
}

/** The order a subscription started with. */
export function findOrderBySubscription(
  db: Db,
  provider: Provider,
  subscriptionId: string,
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('provider', '=', provider)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
}

/** Subscription checkouts that can still be paid, newest first. */
export function findOpenSubscribing(db: Db, userId: string, now: Date): Promise<OrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('provider', '=', 'stripe')
    .where('interval', 'is not', null)
    .where('state', '=', 'waiting')
    .where('url', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()
}

/** One-time purchases, newest first. */
export function findBought(db: Db, userId: string, limit: number): Promise<OrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('interval', 'is', null)
    .where('state', 'in', ['paid', 'taken_back'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** Assigns delivered orders without a user to the owner of their email. Answers the order ids. */
export async function claimOrders(tx: Db, userId: string, email: string): Promise<string[]> {
  const claimed = await tx
    .updateTable('payment_orders')
    .set({ user_id: userId })
    .where('user_id', 'is', null)
    .where('email', '=', email)
    .where('delivered_at', 'is not', null)
    .returning('id')
    .execute()
  return claimed.map(({ id }) => id)
}

/** Users who verified their email while a payment with it was being confirmed, so that neither transaction saw the other. */
export async function findMissedClaims(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id from payment_orders o join users u on u.email = o.email and u.email_verified
    where o.user_id is null and o.delivered_at is not null and u.created_at > o.created_at limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** The user who verified this email in an account created after `since`. */
export async function findNewOwnerOfEmail(tx: Db, email: string, since: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${email} and email_verified and created_at > ${since}`.execute(tx)
  return rows[0]?.id ?? null
}

export async function findPerson(db: Db, userId: string) {
  const { rows } = await sql<{ email: string; name: string; affiliate: string | null; email_verified: boolean }>`
    select email, trim(first_name || ' ' || last_name) as name, affiliate, email_verified
    from users where id = ${userId}`.execute(db)
  return rows[0]
}

export async function findCustomer(db: Db, userId: string, provider: Provider): Promise<string | null> {
  const found = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return found?.customer_id ?? null
}

/** Concurrent inserts keep the first customer id. Answers the stored one. */
export async function insertCustomer(db: Db, row: { userId: string; provider: Provider; customerId: string }) {
  await db
    .insertInto('payment_customers')
    .values({ user_id: row.userId, provider: row.provider, customer_id: row.customerId })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doNothing())
    .execute()
  return (await findCustomer(db, row.userId, row.provider)) ?? row.customerId
}

/** The user with this customer id. Reads across users: webhooks name only the customer. */
export async function findUserOfCustomer(db: Db, provider: Provider, customerId: string): Promise<string | null> {
  const found = await db
    .selectFrom('payment_customers')
    .select('user_id')
    .where('provider', '=', provider)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return found?.user_id ?? null
}

/** Retention: deletes unpaid orders after 30 days. */
export async function deleteAbandonedOrders(db: Db) {
  await sql`
    delete from payment_orders where state in ('waiting', 'expired', 'failed') and created_at < now() - interval '30 days'`.execute(
    db,
  )
}
