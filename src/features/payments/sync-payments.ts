import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { CardPayments } from '#providers/card-payments/port.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import { getCardOrderState, getCryptoOrderState } from './checkout-outcome.ts'
import type { Provider } from './contract.ts'
import { findEvent, finishEvent, isNewest, takeTicket } from './event-store.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import { getGraceEnd, getTerms } from './grace-period.ts'
import type { Reminders } from './payment-reminders.ts'
import {
  findOrder,
  findOrderByCheckout,
  findOrderByPayment,
  findOrderBySubscription,
  findUserOfCustomer,
  lockOrder,
  updateOrder,
} from './store.ts'
import {
  findInvoice,
  findSubscription,
  isTakenBack,
  updateInvoiceCharge,
  upsertInvoice,
  upsertSubscription,
} from './subscription-store.ts'

export type CardAccounts = Record<'stripe' | 'stripe_ae', CardPayments>

type Dependencies = {
  db: Database
  plans: Plans
  orders: OrderFulfillment
  cards: CardAccounts
  crypto: CryptoPayments
  reminders: Reminders
  log: Log
  /** Counts handled events by outcome, for metrics. */
  onHandled(event: { provider: Provider; type: string; outcome: string }): void
  now?: () => Date
}

/** Result of handling an event. `overtaken`: a later read was applied already. */
export type Outcome = 'done' | 'not ours' | 'gone' | 'overtaken'

export type PaymentSync = ReturnType<typeof createPaymentSync>

/**
 * Brings orders, subscriptions and entitlements in line with the payment providers. A webhook event only names its subject; the
 * current state is read from the provider's API. So events can arrive late, twice or out of order: handling them is idempotent,
 * and the newest read of a subject wins.
 */
export function createPaymentSync(dependencies: Dependencies) {
  const { db, plans, orders, cards, crypto, reminders, log, onHandled, now = () => new Date() } = dependencies

  return {
    /** Handles a stored event. Idempotent. */
    async handle(provider: Provider, eventId: string) {
      const event = await findEvent(db, provider, eventId)
      if (!event || event.handled_at || !event.subject_id) return
      const outcome = await syncSubject(provider, event.subject_kind ?? '', event.subject_id, event.type, eventId)
      if (await finishEvent(db, provider, eventId, outcome, now())) onHandled({ provider, type: event.type, outcome })
    },

    /** Reads a subscription again, without an event. */
    sync: (provider: Provider, subscriptionId: string) => syncSubscription(provider, subscriptionId, 'resynced'),

    async cancel(provider: Provider, subscriptionId: string) {
      if (provider !== 'coinbase') await cards[provider].cancelSubscription(subscriptionId)
    },
  }

  function syncSubject(provider: Provider, kind: string, id: string, type: string, cause: string): Promise<Outcome> {
    if (provider === 'coinbase') return syncCryptoCheckout(id, cause)
    if (kind === 'checkout') return syncCheckout(provider, id, cause, type === 'checkout.session.async_payment_failed')
    if (kind === 'subscription') return syncSubscription(provider, id, cause)
    if (kind === 'invoice') return syncInvoice(provider, id, cause)
    return syncCharge(provider, id, cause)
  }

  type CardProvider = keyof CardAccounts

  async function syncCheckout(provider: CardProvider, id: string, cause: string, failed: boolean): Promise<Outcome> {
    const known = await findOrderByCheckout(db, id, provider)
    if (!known) return 'not ours'
    const subject = { provider, kind: 'checkout', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const checkout = await cards[provider].getCheckout(id)
    if (!checkout) return 'gone'
    // The subscription comes first, so that a paid order is never seen without its entitlement.
    if (checkout.subscriptionId) {
      await updateOrder(db, known.id, { subscription_id: checkout.subscriptionId })
      await syncSubscription(provider, checkout.subscriptionId, cause)
    }
    return db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return 'overtaken'
      const order = await lockOrder(tx, known.id)
      if (!order) return 'not ours'
      const state = getCardOrderState(order.state, checkout, failed)
      await orders.settleOrder(
        tx,
        order,
        state,
        {
          email: checkout.email,
          payment_id: checkout.paymentId,
          subscription_id: checkout.subscriptionId,
        },
        cause,
      )
      return 'done'
    })
  }

  async function syncCryptoCheckout(id: string, cause: string): Promise<Outcome> {
    const known = await findOrderByCheckout(db, id, 'coinbase')
    if (!known) return 'not ours'
    const subject = { provider: 'coinbase' as const, kind: 'checkout', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const checkout = await crypto.getCheckout(id)
    if (!checkout) return 'gone'
    return db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return 'overtaken'
      const order = await lockOrder(tx, known.id)
      if (!order) return 'not ours'
      const state = getCryptoOrderState(order.state, checkout.status)
      await orders.settleOrder(tx, order, state, { receipt_url: checkout.transactionUrl }, cause)
      const refunded = checkout.status === 'refunded' ? order.amount_total : toCents(checkout.refundedAmount)
      if (refunded > 0) await orders.settleMoneyBack(tx, order.id, { refunded, disputed: false }, cause)
      return 'done'
    })
  }

  async function syncSubscription(provider: Provider, id: string, cause: string): Promise<Outcome> {
    if (provider === 'coinbase') return 'not ours'
    const subject = { provider, kind: 'subscription', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const found = await cards[provider].getSubscription(id)
    if (!found) return 'gone'
    // The order it started with fills in what someone removed in Stripe's dashboard.
    const order = await findOrderBySubscription(db, provider, id)
    const userId = (await findUserOfCustomer(db, provider, found.customerId)) ?? order?.user_id
    if (!userId) return 'not ours'
    const feature = found.feature ?? order?.feature ?? null
    const plan = feature === 'seodata' ? null : await findPlan(feature)
    if (!feature || (feature !== 'seodata' && !plan)) {
      log.warn({ provider, subscription: id, feature }, 'A subscription is for an unknown product')
      return 'not ours'
    }
    return db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return 'overtaken'
      const takenBack = await isTakenBack(tx, provider, id, now())
      const terms = getTerms({ ...found, takenBack })
      const graceUntil = found.status === 'past_due' ? getGraceEnd(found) : null
      const before = await findSubscription(tx, provider, id)
      await upsertSubscription(tx, {
        user_id: userId,
        provider,
        id,
        customer_id: found.customerId,
        feature,
        interval: found.interval,
        amount: found.amount,
        currency: found.currency,
        status: found.status,
        started_at: found.startedAt,
        period_end: found.periodEnd,
        ends_at: found.endsAt,
        ended_at: found.endedAt ?? (found.status === 'ended' ? now() : null),
        pending_feature: found.pending?.feature ?? null,
        pending_interval: found.pending?.interval ?? null,
        pending_at: found.pending?.at ?? null,
        unpaid_invoice_id: found.unpaid?.invoiceId ?? null,
        unpaid_since: found.unpaid?.since ?? null,
        unpaid_url: found.unpaid?.url ?? null,
        grace_until: graceUntil,
        asked_at: now(),
      })
      const key = { userId, source: provider, reference: id }
      const given = terms && { plan, interval: found.interval, ...terms }
      // A subscription entitles to either a plan or the add-on; a change removes the other.
      await plans.setEntitlement(tx, { ...key, what: 'plan' }, plan ? given : null, cause)
      await plans.setEntitlement(tx, { ...key, what: 'seodata' }, plan ? null : given, cause)
      await reminders.scheduleReminders(tx, { userId, provider, subscription: found, graceUntil })
      if (before?.feature !== feature || before.status !== found.status || before.interval !== found.interval)
        await orders.record(tx, userId, 'subscription.changed', id, {
          feature,
          interval: found.interval,
          status: found.status,
          ...(before ? { before: { feature: before.feature, interval: before.interval, status: before.status } } : {}),
          cause,
        })
      return 'done'
    })
  }

  async function findPlan(feature: string | null) {
    return (await plans.catalogue()).find(({ name }) => name === feature)?.name ?? null
  }

  async function syncInvoice(provider: CardProvider, id: string, cause: string): Promise<Outcome> {
    const subject = { provider, kind: 'invoice', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const invoice = await cards[provider].getInvoice(id)
    if (!invoice) return 'gone'
    const { customerId, subscriptionId } = invoice
    const userId =
      (customerId && (await findUserOfCustomer(db, provider, customerId))) ||
      (subscriptionId && (await findOrderBySubscription(db, provider, subscriptionId))?.user_id)
    if (!userId) return 'not ours'
    await db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return
      await upsertInvoice(tx, {
        user_id: userId,
        provider,
        id,
        subscription_id: invoice.subscriptionId,
        number: invoice.number,
        description: invoice.description,
        status: invoice.status,
        amount: invoice.amount,
        currency: invoice.currency,
        at: invoice.at,
        covers_until: invoice.coversUntil,
        url: invoice.url,
        pdf_url: invoice.pdfUrl,
      })
    })
    return invoice.subscriptionId ? syncSubscription(provider, invoice.subscriptionId, cause) : 'done'
  }

  async function syncCharge(provider: CardProvider, id: string, cause: string): Promise<Outcome> {
    const subject = { provider, kind: 'charge', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const charge = await cards[provider].getCharge(id)
    if (!charge) return 'gone'
    const money = { refunded: charge.refunded, disputed: charge.disputed }
    if (charge.invoiceId) {
      const invoiceId = charge.invoiceId
      if (!(await findInvoice(db, provider, invoiceId))) await syncInvoice(provider, invoiceId, cause)
      await db.transaction().execute(async (tx) => {
        if (await isNewest(tx, subject, ticket)) await updateInvoiceCharge(tx, { provider, id: invoiceId }, money)
      })
      const invoice = await findInvoice(db, provider, invoiceId)
      if (!invoice) return 'not ours'
      return invoice.subscription_id ? syncSubscription(provider, invoice.subscription_id, cause) : 'done'
    }
    if (!charge.paymentId) return 'not ours'
    const order = await findOrderOfPayment(provider, charge.paymentId, charge.reference, cause)
    if (!order) return 'not ours'
    return db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return 'overtaken'
      if (charge.receiptUrl) await updateOrder(tx, order.id, { receipt_url: charge.receiptUrl })
      await orders.settleMoneyBack(tx, order.id, money, cause)
      return 'done'
    })
  }

  /** A refund can arrive before the payment's own event. Then the checkout is synced first. */
  async function findOrderOfPayment(
    provider: CardProvider,
    paymentId: string,
    reference: string | null,
    cause: string,
  ) {
    const found = await findOrderByPayment(db, provider, paymentId)
    if (found) return found
    const named = reference && isId(reference) ? await findOrder(db, reference) : undefined
    if (named?.provider !== provider || !named.provider_id) return undefined
    await syncCheckout(provider, named.provider_id, cause, false)
    return findOrderByPayment(db, provider, paymentId)
  }
}

const toCents = (dollars: string) => Math.round(Number(dollars) * 100)

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
