import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** A user's orders, subscriptions, invoices and referrer, for their account export. */
export async function findPaymentFacts(db: Db, userId: string) {
  const { rows } = await sql`
    select
      (select affiliate from users where id = ${userId}) as recommended_by,
      coalesce((select jsonb_agg(jsonb_build_object('provider', c.provider, 'customer_id', c.customer_id))
        from payment_customers c where c.user_id = ${userId}), '[]') as customers,
      coalesce((select jsonb_agg(jsonb_build_object('reference', o.id, 'provider', o.provider, 'checkout', o.provider_id, 'email', o.email, 'feature', o.feature, 'interval', o.interval, 'quantity', o.quantity, 'amount_total', o.amount_total, 'refunded', o.refunded, 'currency', o.currency, 'affiliate', o.affiliate, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at) order by o.created_at)
        from payment_orders o where o.user_id = ${userId}), '[]') as orders,
      coalesce((select jsonb_agg(jsonb_build_object('provider', s.provider, 'id', s.id, 'feature', s.feature, 'interval', s.interval, 'amount', s.amount, 'currency', s.currency, 'status', s.status, 'started_at', s.started_at, 'period_end', s.period_end, 'ended_at', s.ended_at) order by s.started_at)
        from payment_subscriptions s where s.user_id = ${userId}), '[]') as subscriptions,
      coalesce((select jsonb_agg(jsonb_build_object('provider', i.provider, 'id', i.id, 'number', i.number, 'description', i.description, 'status', i.status, 'amount', i.amount, 'refunded', i.refunded, 'currency', i.currency, 'at', i.at, 'url', i.url) order by i.at)
        from payment_invoices i where i.user_id = ${userId}), '[]') as invoices`.execute(db)
  return rows[0]
}
