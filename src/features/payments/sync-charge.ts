import type { Database } from '#platform/database/database.ts'
import type { CardAccounts, CardProvider } from './card-accounts.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import { isNewest, takeTicket } from './store/event-store.ts'
import { findOrder, findOrderByPayment, updateOrder } from './store/store.ts'
import { findInvoice, updateInvoiceCharge } from './store/subscription-store.ts'
import type { CheckoutSync } from './sync-checkout.ts'
import type { SyncInvoice } from './sync-invoice.ts'
import type { Outcome } from './sync-outcome.ts'
import type { SyncSubscription } from './sync-subscription.ts'

type Dependencies = {
  db: Database
  orders: OrderFulfillment
  cards: CardAccounts
  syncCheckout: CheckoutSync['syncCheckout']
  syncSubscription: SyncSubscription
  syncInvoice: SyncInvoice
  now(): Date
}

export function createChargeSync(dependencies: Dependencies) {
  const { db, orders, cards, syncCheckout, syncSubscription, syncInvoice, now } = dependencies

  /** Applies refunds and disputes of a charge to its order or invoice. */
  return async function syncCharge(provider: CardProvider, id: string, cause: string): Promise<Outcome> {
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

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
