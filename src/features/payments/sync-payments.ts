import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import type { CardAccounts } from './card-accounts.ts'
import type { Provider } from './contract.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import type { Reminders } from './payment-reminders.ts'
import { findEvent, finishEvent } from './store/event-store.ts'
import { createChargeSync } from './sync-charge.ts'
import { createCheckoutSync } from './sync-checkout.ts'
import { createInvoiceSync } from './sync-invoice.ts'
import type { Outcome } from './sync-outcome.ts'
import { createSubscriptionSync } from './sync-subscription.ts'

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

export type PaymentSync = ReturnType<typeof createPaymentSync>

/**
 * Brings orders, subscriptions and entitlements in line with the payment providers. A webhook event only names its subject; the
 * current state is read from the provider's API. So events can arrive late, twice or out of order: handling them is idempotent,
 * and the newest read of a subject wins.
 */
export function createPaymentSync(dependencies: Dependencies) {
  const { db, cards, onHandled, now = () => new Date() } = dependencies
  const syncSubscription = createSubscriptionSync({ ...dependencies, now })
  const { syncCheckout, syncCryptoCheckout } = createCheckoutSync({ ...dependencies, syncSubscription, now })
  const syncInvoice = createInvoiceSync({ db, cards, syncSubscription, now })
  const syncCharge = createChargeSync({ ...dependencies, syncCheckout, syncSubscription, syncInvoice, now })

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
}
