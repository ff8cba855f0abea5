import type { OrderCodes } from '#features/plans/purchased-codes.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import { type CardAccounts, requireConfigured } from './card-accounts.ts'
import type { BilledSubscription, OrderStatus, Payment } from './contract.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import type { Paylinks } from './payment-links.ts'
import { maskEmail } from './rules/checkout-outcome.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findBought, findOrder, findOrderByCheckout, type OrderRow } from './store/store.ts'
import {
  findInvoices,
  findSubscription,
  findSubscriptions,
  type InvoiceRow,
  type SubscriptionRow,
} from './store/subscription-store.ts'
import type { PaymentSync } from './sync-payments.ts'

type Dependencies = {
  db: Database
  plans: Plans
  orderCodes: OrderCodes
  cards: CardAccounts
  paylinks: Paylinks
  settlement: PaymentSync
  orders: OrderFulfillment
  publicUrl: string
  now?: () => Date
}

export type Billing = ReturnType<typeof createBilling>

const day = 86_400_000
const maxPayments = 100

/** The billing screen's data, order states, the billing portal and keeping a subscription. */
export function createBilling(dependencies: Dependencies) {
  const { db, plans, orderCodes, cards, paylinks, settlement, orders, publicUrl, now = () => new Date() } = dependencies

  return {
    async of(actor: Actor) {
      const { userId } = actor
      await plans.refreshIfStale(userId)
      const [plan, entitlements, subscriptions, invoices, bought, labels] = await Promise.all([
        plans.getPlan(db, userId),
        plans.getEntitlements(db, userId),
        findSubscriptions(db, userId, new Date(now().getTime() - 30 * day)),
        findInvoices(db, userId, maxPayments),
        findBought(db, userId, maxPayments),
        getLabels(),
      ])
      // A code works for anyone who has it, so support access never sees codes.
      const codes =
        actor.kind === 'support'
          ? []
          : await orderCodes.unused(
              db,
              bought.filter((each) => each.state === 'paid').map(({ id }) => id),
            )
      const payments = [...invoices.map(presentInvoice), ...bought.map(presentBought)]
      const seodata = await plans.getAddOn(db, userId)
      return {
        plan,
        plan_label: labels.get(plan.name) ?? plan.name,
        seodata,
        ways: paylinks.ways(),
        portal: cards.stripe.unavailable === null,
        entitlements: entitlements.map((row) => ({
          what: row.what,
          plan: row.plan,
          source: row.source,
          interval: row.interval,
          from: row.granted_at.toISOString(),
          until: (row.renews_at ?? row.until)?.toISOString() ?? null,
        })),
        subscriptions: subscriptions.map((row) => presentSubscription(row, labels)),
        payments: payments.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxPayments),
        codes: codes.map(({ code, orderId, boughtAt }) => ({
          code,
          bought_at: boughtAt.toISOString(),
          reference: orderId,
        })),
      }
    },

    /** @throws AppError not_found */
    async orderStatus({ reference, session_id }: { reference?: string; session_id?: string }): Promise<OrderStatus> {
      const order = reference ? await findOrder(db, reference) : await findOrderByCheckout(db, session_id ?? '')
      if (!order) throw new AppError('not_found', 'This payment doesn’t exist.', { reason: 'payment_missing' })
      return presentOrder(order)
    },

    /** The state of a Stripe checkout, read from the account that created it. @throws AppError not_found, unavailable, upstream_failed */
    async checkoutInfo(id: string) {
      const order = await findOrderByCheckout(db, id)
      const account = cards[order?.provider === 'stripe' ? 'stripe' : 'stripe_ae']
      requireConfigured(account)
      const checkout = await account.getCheckout(id)
      if (!checkout)
        throw new AppError('not_found', 'This checkout doesn’t exist.', { field: 'id', reason: 'payment_missing' })
      return {
        status: checkout.status,
        payment_status: checkout.paymentStatus,
        feature: order?.feature ?? null,
        amount_total: checkout.amountTotal,
        currency: checkout.currency,
        customer_email_masked: maskEmail(checkout.email),
        reference: order?.id ?? null,
      }
    },

    /** A link to Stripe's billing portal. @throws AppError unavailable, invalid_input (return_url isn't on this site), upstream_failed */
    async portal(actor: Actor, returnUrl: string | undefined): Promise<string> {
      requireConfigured(cards.stripe)
      const back = requireOwnUrl(returnUrl ?? paymentPages.billing)
      const customerId = await paylinks.getCustomerId(actor, 'stripe')
      return cards.stripe.createPortal({ customerId, returnUrl: back })
    },

    /** Undoes a pending cancellation or change. @throws AppError not_found, conflict (nothing pending), unavailable, upstream_failed */
    async resumeSubscription(actor: Actor, id: string): Promise<BilledSubscription> {
      requireConfigured(cards.stripe)
      const row = await findSubscription(db, 'stripe', id)
      if (row?.user_id !== actor.userId || row.status === 'ended')
        throw new AppError('not_found', 'This subscription doesn’t exist or has ended.', {
          field: '_id',
          reason: 'subscription_missing',
        })
      if (!row.ends_at && !row.pending_at)
        throw new AppError('conflict', 'This subscription has no pending change.', { reason: 'no_pending_change' })
      await cards.stripe.resumeSubscription(id)
      await settlement.sync('stripe', id)
      await db.transaction().execute((tx) => orders.record(tx, actor.userId, 'subscription.kept', id, {}))
      const updated = await findSubscription(db, 'stripe', id)
      return presentSubscription(updated ?? row, await getLabels())
    },
  }

  async function getLabels() {
    const catalog = await plans.catalog()
    const sold = await paylinks.itemsForSale()
    return new Map([
      ...sold.map(({ feature, label }) => [feature, label] as const),
      ...catalog.map(({ name, label }) => [name, label] as const),
    ])
  }

  /** Prevents an open redirect. @throws AppError invalid_input for a URL of another site */
  function requireOwnUrl(given: string): string {
    const url = URL.parse(given, publicUrl)
    if (url?.origin !== new URL(publicUrl).origin)
      throw new AppError('invalid_input', 'return_url must be a URL of this site.', {
        field: 'return_url',
        reason: 'another_site',
      })
    return url.href
  }
}

function presentSubscription(row: SubscriptionRow, labels: Map<string, string>): BilledSubscription {
  const { status, ends_at, grace_until, unpaid_since, pending_feature, pending_interval, pending_at } = row
  const label = (feature: string) => labels.get(feature) ?? feature
  return {
    _id: row.id,
    provider: row.provider,
    feature: row.feature,
    label: label(row.feature),
    interval: row.interval,
    amount: row.amount,
    currency: row.currency,
    status: status === 'past_due' || status === 'ended' ? status : ends_at ? 'ending' : 'active',
    renews_at: status === 'active' && !ends_at ? row.period_end.toISOString() : null,
    ends_at: (status === 'ended' ? row.ended_at : ends_at)?.toISOString() ?? null,
    pending:
      pending_feature && pending_interval && pending_at
        ? {
            feature: pending_feature,
            label: label(pending_feature),
            interval: pending_interval,
            at: pending_at.toISOString(),
          }
        : null,
    grace:
      status === 'past_due' && grace_until
        ? {
            since: (unpaid_since ?? row.asked_at).toISOString(),
            until: grace_until.toISOString(),
            invoice_url: row.unpaid_url,
          }
        : null,
  }
}

function presentInvoice(row: InvoiceRow): Payment {
  const status = row.disputed
    ? 'disputed'
    : row.refunded >= row.amount && row.refunded > 0
      ? 'refunded'
      : row.refunded > 0
        ? 'partly_refunded'
        : row.status
  return {
    _id: row.id,
    provider: row.provider,
    at: row.at.toISOString(),
    description: row.description,
    number: row.number,
    amount: row.amount,
    refunded: row.refunded,
    currency: row.currency,
    status: status === 'draft' || status === 'void' ? 'open' : status,
    invoice_url: row.url,
    pdf_url: row.pdf_url,
  }
}

function presentBought(order: OrderRow): Payment {
  const full = order.refunded >= order.amount_total
  return {
    _id: order.id,
    provider: order.provider,
    at: (order.paid_at ?? order.created_at).toISOString(),
    description: order.quantity === 1 ? '1 lifetime code' : `${order.quantity} lifetime codes`,
    number: null,
    amount: order.amount_total,
    refunded: order.refunded,
    currency: order.currency,
    status: order.disputed ? 'disputed' : full ? 'refunded' : order.refunded > 0 ? 'partly_refunded' : 'paid',
    invoice_url: order.receipt_url,
    pdf_url: null,
  }
}

const presentOrder = (order: OrderRow): OrderStatus => ({
  reference: order.id,
  state: order.state,
  provider: order.provider,
  feature: order.feature,
  interval: order.interval,
  qty: order.quantity,
  amount_total: order.amount_total,
  currency: order.currency,
  codes_redeemed: order.codes_redeemed,
  codes_mailed: order.codes_mailed,
  customer_email_masked: maskEmail(order.email),
})
