import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Queue } from '#platform/queue.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import type { CatalogueItem, Provider } from './contract.ts'
import { deleteOldEvents, findUnhandledEvents, storeEvent } from './event-store.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import { cancelJob, eventJob } from './jobs.ts'
import { toItemsForSale } from './price-list.ts'
import { deleteAbandonedOrders, findMissedClaims, findSellingPrices, updateSellingPrice } from './store.ts'
import { findRunning, findOverdueSubscriptions } from './subscription-store.ts'
import type { CardAccounts, PaymentSync } from './sync-payments.ts'

type Dependencies = {
  db: Database
  cards: CardAccounts
  crypto: CryptoPayments
  send: Queue['send']
  settlement: PaymentSync
  orders: OrderFulfillment
  log: Log
  /** Counts what came, whatever becomes of it. */
  onReceived(event: { provider: Provider; outcome: 'stored' | 'again' | 'refused' }): void
  now?: () => Date
}

export type Payments = ReturnType<typeof createPayments>

const hour = 3_600_000

/** What the providers tell us, and what happens without anybody asking. */
export function createPayments(dependencies: Dependencies) {
  const { db, cards, crypto, send, settlement, orders, log, onReceived, now = () => new Date() } = dependencies

  return {
    /**
     * Stores what a provider tells, with the job that handles it; told again, nothing more happens.
     * @throws AppError unavailable (no secret to know the provider by), invalid_input (not signed by it, or too old)
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
      const wanted = await db.transaction().execute(async (tx) => {
        const isWanted = await storeEvent(tx, { provider, id, type, subject, createdAt, at: now() })
        if (isWanted) await send(tx, eventJob, { provider, event_id: id })
        return isWanted
      })
      onReceived({ provider, outcome: wanted ? 'stored' : 'again' })
    },

    /** In the transaction that deletes an account: what it subscribes to ends, at once. */
    async leave(tx: Db, userId: string) {
      for (const { provider, id } of await findRunning(tx, userId))
        await send(tx, cancelJob, { provider, subscription_id: id })
    },

    /** In the transaction in which somebody proves that an email is theirs. */
    claim: (tx: Db, userId: string) => orders.claim(tx, userId),

    /** @throws AppError invalid_input when it is not sold like that */
    async updatePrice(
      staff: { userId: string },
      feature: 'seodata' | 'code',
      price: { month?: number; year?: number; once?: number },
    ): Promise<CatalogueItem> {
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

    /** Goes after what was not heard of: renewals, events whose job failed for good, claims that crossed a payment. */
    async sweep() {
      const at = now().getTime()
      for (const { provider, id } of await findUnhandledEvents(db, new Date(at - hour)))
        await settlement.handle(provider, id).catch((err) => log.warn({ err, provider, event: id }, 'An event stays'))
      for (const { provider, id } of await findOverdueSubscriptions(db, new Date(at - hour), new Date(at - 6 * hour)))
        await settlement.look(provider, id).catch((err) => log.warn({ err, provider, id }, 'A subscription stays'))
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
