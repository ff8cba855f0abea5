import type { Database } from '#platform/database/database.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import type { CardAccounts, CardProvider } from './card-accounts.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import { getCardOrderState, getCryptoOrderState } from './rules/checkout-outcome.ts'
import { isNewest, takeTicket } from './store/event-store.ts'
import { findOrderByCheckout, lockOrder, updateOrder } from './store/store.ts'
import type { Outcome } from './sync-outcome.ts'
import type { SyncSubscription } from './sync-subscription.ts'

type Dependencies = {
  db: Database
  orders: OrderFulfillment
  cards: CardAccounts
  crypto: CryptoPayments
  syncSubscription: SyncSubscription
  now(): Date
}

export type CheckoutSync = ReturnType<typeof createCheckoutSync>

/** Settles the order of a checkout by what its provider says about it. */
export function createCheckoutSync({ db, orders, cards, crypto, syncSubscription, now }: Dependencies) {
  return { syncCheckout, syncCryptoCheckout }

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
}

const toCents = (dollars: string) => Math.round(Number(dollars) * 100)
