import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import type { CardAccounts } from './card-accounts.ts'
import type { CatalogItem, Provider } from './contract.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import { cancelJob, eventJob } from './jobs.ts'
import { toItemsForSale } from './rules/price-list.ts'
import { deleteOldEvents, findUnhandledEvents, storeEvent } from './store/event-store.ts'
import { deleteAbandonedOrders, findMissedClaims, findSellingPrices, updateSellingPrice } from './store/store.ts'
import { findOverdueSubscriptions, findRunning } from './store/subscription-store.ts'
import type { PaymentSync } from './sync-payments.ts'

type Dependencies = {
  db: Database
  cards: CardAccounts
  crypto: CryptoPayments
  send: Queue['send']
  settlement: PaymentSync
  orders: OrderFulfillment
  log: Log
  /** Counts received events by outcome, for metrics. */
  onReceived(event: { provider: Provider; outcome: 'stored' | 'again' | 'refused' }): void
  now?: () => Date
}

export type Payments = ReturnType<typeof createPayments>

const hour = 3_600_000

/** Receives webhooks from payment providers and runs the scheduled cleanup. */
export function createPayments(dependencies: Dependencies) {
  const { db, cards, crypto, send, settlement, orders, log, onReceived, now = () => new Date() } = dependencies

  return {
    /**
     * Stores a webhook event and queues the job that handles it. Idempotent: a repeated delivery only raises its count.
     * @throws AppError unavailable (no webhook secret), invalid_input (bad signature, or older than five minutes)
     */
    async receive(provider: Provider, rawBody: string, headers: Headers) {
      const account = provider === 'coinbase' ? crypto : cards[provider]
      if (!account.webhookReady)
        throw new AppError('unavailable', `Webhooks from ${provider} aren’t set up on this server.`, {
          reason: 'webhook_not_set_up',
          params: { provider },
        })
      const event =
        provider === 'coinbase'
          ? readCryptoEvent(rawBody, headers)
          : cards[provider].verifyWebhook(rawBody, headers.get('stripe-signature'), now())
      if (!event) {
        onReceived({ provider, outcome: 'refused' })
        throw new AppError('invalid_input', 'The signature is invalid or older than five minutes.', {
          reason: 'invalid_signature',
        })
      }
      const { id, type, subject, createdAt } = event
      const isPending = await db.transaction().execute(async (tx) => {
        const isPending = await storeEvent(tx, { provider, id, type, subject, createdAt, at: now() })
        if (isPending) await send(tx, eventJob, { provider, event_id: id })
        return isPending
      })
      onReceived({ provider, outcome: isPending ? 'stored' : 'again' })
    },

    /** Queues the cancellation of a deleted account's subscriptions. Runs in the transaction that deletes the account. */
    async leave(tx: Db, userId: string) {
      for (const { provider, id } of await findRunning(tx, userId))
        await send(tx, cancelJob, { provider, subscription_id: id })
    },

    /** Assigns orders paid with this user's verified email. Runs in the transaction that verifies the email. */
    claim: (tx: Db, userId: string) => orders.claim(tx, userId),

    /** Prices in US dollars. @throws AppError invalid_input when the item isn't sold by that interval */
    async updatePrice(
      staff: { userId: string },
      feature: 'seodata' | 'code',
      price: { month?: number; year?: number; once?: number },
    ): Promise<CatalogItem> {
      const wrong = (feature === 'code' ? (['month', 'year'] as const) : (['once'] as const)).find(
        (name) => price[name] !== undefined,
      )
      if (wrong)
        throw new AppError('invalid_input', `price.${wrong} doesn’t apply to ${feature}.`, {
          field: `price.${wrong}`,
          reason: 'price_not_applicable',
        })
      return db.transaction().execute(async (tx) => {
        const before = (await findSellingPrices(tx)).find((row) => row.feature === feature)
        const after = await updateSellingPrice(tx, feature, { ...before?.price, ...price })
        await orders.record(tx, staff.userId, 'price.changed', feature, { before: before?.price ?? {}, price })
        return toItemsForSale([], after ? [after] : [])[0]!
      })
    },

    /**
     * Retries what webhooks missed: events whose job ran out of retries, renewals nobody announced, and email verifications that
     * raced with a payment. Then deletes what is past its retention.
     */
    async cleanUp() {
      const at = now().getTime()
      for (const { provider, id } of await findUnhandledEvents(db, new Date(at - hour)))
        await settlement
          .handle(provider, id)
          .catch((err) => log.warn({ err, provider, event: id }, 'A payment event could not be handled'))
      for (const { provider, id } of await findOverdueSubscriptions(db, new Date(at - hour), new Date(at - 6 * hour)))
        await settlement
          .sync(provider, id)
          .catch((err) => log.warn({ err, provider, id }, 'A subscription could not be synced'))
      for (const userId of await findMissedClaims(db)) await db.transaction().execute((tx) => orders.claim(tx, userId))
      await deleteAbandonedOrders(db)
      await deleteOldEvents(db)
    },
  }

  function readCryptoEvent(rawBody: string, headers: Headers) {
    const event = crypto.verifyWebhook(rawBody, headers, now())
    return event && { ...event, subject: event.checkoutId ? { kind: 'checkout', id: event.checkoutId } : null }
  }
}
