import { randomUUIDv7 } from 'node:crypto'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database.ts'
import type { Actor } from '#platform/http.ts'
import type { RateLimiter } from '#platform/rate-limit.ts'
import type { CardItem, CardPayments } from '#providers/card-payments/port.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import { readAffiliate } from './affiliate.ts'
import type { CatalogueItem, Interval, Provider, WaysToPay } from './contract.ts'
import { paymentPages } from './payment-pages.ts'
import { currency, getAmount, toItemsForSale } from './price-list.ts'
import {
  findCustomer,
  findOpenSubscribing,
  findPerson,
  findSellingPrices,
  insertCustomer,
  insertOrder,
  type OrderRow,
  updateOrder,
} from './store.ts'
import { findSubscriptions, type SubscriptionRow } from './subscription-store.ts'
import type { CardAccounts } from './sync-payments.ts'

type Dependencies = {
  db: Database
  plans: Plans
  cards: CardAccounts
  crypto: CryptoPayments
  rates: RateLimiter
  publicUrl: string
  now?: () => Date
}

export type Paylinks = ReturnType<typeof createPaylinks>

type LinkRequest = { feature: string; interval?: Interval; qty?: number; aff?: string }

const linkRate = { most: 60, windowSeconds: 3600 }
/** A link with less time left than this is replaced by a new one. */
const minRemainingMs = 10 * 60_000

/** Creates payment links. Grants nothing: entitlements follow only from what the providers confirm. */
export function createPaylinks(dependencies: Dependencies) {
  const { db, plans, cards, crypto, rates, publicUrl, now = () => new Date() } = dependencies

  return {
    itemsForSale: findItems,

    ways: (): WaysToPay => ({
      card: cards.stripe.unavailable === null,
      card_signed_out: cards.stripe_ae.unavailable === null,
      crypto: crypto.unavailable === null && crypto.webhookReady,
    }),

    /**
     * A card payment link for a signed-in user. With an active subscription of the same kind, the link changes it.
     * @throws AppError unavailable, invalid_input (feature, interval, qty), conflict, rate_limited, upstream_failed
     */
    async byCard(actor: Actor, wanted: LinkRequest): Promise<{ url: string; reference: string | null }> {
      requireConfigured(cards.stripe)
      const { item, price, interval, quantity } = await resolveItem(wanted)
      if (item.feature === 'seodata') await refuseIncluded(actor.userId, item.label)
      await countLink(actor.userId)
      const person = await findPerson(db, actor.userId)
      const card = toCardItem(item, { price, interval, quantity })
      const customerId = await this.getCustomerId(actor, 'stripe')
      if (interval) {
        const running = await findSubscriptions(db, actor.userId, now())
        const same = running.find((row) => row.status !== 'ended' && isSameKind(row.feature, item.feature))
        if (same) return { url: await createChangeLink(same, customerId, card), reference: null }
        const open = await findOpenLink(actor.userId, card)
        if (open) return open
      }
      const order = await createOrder('stripe', {
        userId: actor.userId,
        card,
        affiliate: person?.affiliate ?? readAffiliate(wanted.aff),
      })
      return createCardLink(cards.stripe, order, card, {
        customerId,
        cancelUrl: `${publicUrl}${paymentPages.billing}?cancelled=${order.id}`,
      })
    },

    /** A card payment link for codes without an account, through the second Stripe account. Rate limited by IP address. */
    async signedOut(address: string, wanted: { feature: string; qty: number; aff?: string }) {
      requireConfigured(cards.stripe_ae)
      if (wanted.feature !== 'code')
        throw new AppError('invalid_input', 'feature must be "code" here. Sign in to buy a plan or the add-on.', {
          field: 'feature',
          reason: 'sign_in_to_buy',
        })
      const { item, price, quantity } = await resolveItem(wanted)
      await rates.countAddress('paylink', address, linkRate)
      const card = toCardItem(item, { price, interval: null, quantity })
      const order = await createOrder('stripe_ae', { userId: null, card, affiliate: readAffiliate(wanted.aff) })
      return createCardLink(cards.stripe_ae, order, card, {
        customerId: null,
        cancelUrl: `${publicUrl}${paymentPages.pricing}?cancelled=${order.id}`,
      })
    },

    /** A crypto payment link for codes. @throws AppError forbidden (userId of another user), unavailable, rate_limited */
    async byCrypto(actor: Actor, { qty, userId }: { qty: number; userId?: string }) {
      if (userId !== undefined && userId.toLowerCase() !== actor.userId)
        throw new AppError('forbidden', 'userId must be your own id, or left out.', {
          field: 'userId',
          reason: 'another_user',
        })
      if (crypto.unavailable !== null || !crypto.webhookReady)
        throw new AppError('unavailable', 'Crypto payments aren’t set up on this server.', {
          reason: 'crypto_not_set_up',
          retryable: false,
        })
      const { item, price, quantity } = await resolveItem({ feature: 'code', qty })
      await countLink(actor.userId)
      const card = toCardItem(item, { price, interval: null, quantity })
      const person = await findPerson(db, actor.userId)
      const order = await createOrder('coinbase', { userId: actor.userId, card, affiliate: person?.affiliate ?? null })
      const checkout = await crypto.createCheckout({
        amount: (order.amount_total / 100).toFixed(2),
        currency: 'USD',
        reference: order.id,
        description: quantity === 1 ? 'Earshot: 1 lifetime code' : `Earshot: ${quantity} lifetime codes`,
        metadata: { reference: order.id, user_id: actor.userId },
        successUrl: `${publicUrl}${paymentPages.returned}?reference=${order.id}`,
        failUrl: `${publicUrl}${paymentPages.billing}?cancelled=${order.id}`,
        idempotencyKey: order.id,
      })
      const { id, url, expiresAt } = checkout
      await updateOrder(db, order.id, { provider_id: id, url, expires_at: expiresAt })
      return { url, id, expires_at: expiresAt.toISOString(), reference: order.id }
    },

    /** The user's customer id at Stripe, created on first use. */
    async getCustomerId(actor: Pick<Actor, 'userId'>, provider: 'stripe' | 'stripe_ae'): Promise<string> {
      const known = await findCustomer(db, actor.userId, provider)
      if (known) return known
      const person = await findPerson(db, actor.userId)
      const made = await cards[provider].createCustomer({
        userId: actor.userId,
        email: person?.email ?? '',
        name: person?.name ?? '',
      })
      return insertCustomer(db, { userId: actor.userId, provider, customerId: made })
    },
  }

  async function findItems(): Promise<CatalogueItem[]> {
    const [catalogue, others] = await Promise.all([plans.catalogue(), findSellingPrices(db)])
    return toItemsForSale(catalogue, others)
  }

  async function resolveItem({ feature, interval, qty }: LinkRequest) {
    const items = await findItems()
    const item = items.find((each) => each.feature === feature)
    if (!item) {
      const names = items.map((each) => `"${each.feature}"`).join(', ')
      throw new AppError('invalid_input', `feature must be one of ${names}.`, {
        field: 'feature',
        reason: 'not_for_sale',
      })
    }
    if (item.kind === 'code') {
      if (interval)
        throw new AppError('invalid_input', 'interval isn’t allowed with codes.', {
          field: 'interval',
          reason: 'interval_not_allowed',
        })
      if (qty === undefined) throw new AppError('invalid_input', 'qty is missing.', { field: 'qty', reason: 'missing' })
    } else {
      if (qty !== undefined)
        throw new AppError('invalid_input', `qty is for codes only. ${feature} takes an interval.`, {
          field: 'qty',
          reason: 'quantity_not_allowed',
        })
      if (!interval)
        throw new AppError('invalid_input', 'interval is missing.', { field: 'interval', reason: 'missing' })
    }
    const price = getAmount(item, interval ?? null)
    if (price === null)
      throw new AppError('invalid_input', `${item.label} isn’t sold by the ${interval ?? 'piece'}.`, {
        field: interval ? 'interval' : 'feature',
        reason: 'not_for_sale',
      })
    return { item, price, interval: interval ?? null, quantity: qty ?? 1 }
  }

  /** @throws AppError conflict when the plan already includes the add-on */
  async function refuseIncluded(userId: string, label: string) {
    await plans.refreshIfStale(userId)
    const { included } = await plans.getAddOn(db, userId)
    if (included)
      throw new AppError('conflict', `Your plan already includes ${label}. There’s nothing to buy.`, {
        field: 'feature',
        reason: 'already_included',
        params: { label },
      })
  }

  async function countLink(userId: string) {
    const { count, resets_at } = await rates.count(`paylink:${userId}`, linkRate.windowSeconds)
    if (count > linkRate.most)
      throw new AppError('rate_limited', 'Too many payment links this hour. Try again later.', {
        reason: 'too_many_payment_links',
        retryAfterSeconds: (resets_at.getTime() - Date.now()) / 1000,
      })
  }

  /** @throws AppError conflict: unpaid, already changing, or the same subscription */
  async function createChangeLink(row: SubscriptionRow, customerId: string, card: CardItem): Promise<string> {
    if (row.status === 'past_due')
      throw new AppError(
        'conflict',
        'Your last payment failed. Pay it in the billing portal first, then change your subscription.',
        { reason: 'payment_overdue' },
      )
    if (row.ends_at || row.pending_at)
      throw new AppError('conflict', 'This subscription already has a pending change. Undo that first.', {
        reason: 'change_pending',
      })
    if (row.feature === card.feature && row.interval === card.interval)
      throw new AppError('conflict', `You already have ${card.label}, billed by the ${card.interval}.`, {
        reason: 'already_subscribed',
        params: { label: card.label, interval: card.interval },
      })
    const billing = `${publicUrl}${paymentPages.billing}`
    return cards.stripe.createChange({
      customerId: row.customer_id || customerId,
      subscriptionId: row.id,
      item: card,
      returnUrl: billing,
      doneUrl: `${billing}?changed=${card.feature}`,
    })
  }

  /**
   * Reuses an open link for the same item, and expires open links for other items of the same kind, so that nobody can pay
   * twice.
   */
  async function findOpenLink(userId: string, card: CardItem): Promise<{ url: string; reference: string } | null> {
    const open = await findOpenSubscribing(db, userId, new Date(now().getTime() + minRemainingMs))
    const isSame = (order: OrderRow) =>
      order.feature === card.feature && order.interval === card.interval && order.unit_amount === card.amount
    const same = open.find(isSame)
    for (const order of open) {
      if (order === same || !isSameKind(order.feature, card.feature) || !order.provider_id) continue
      const closed = await cards.stripe.expireCheckout(order.provider_id)
      if (!closed)
        throw new AppError('conflict', 'A recent payment is still being confirmed. Try again in a moment.', {
          reason: 'payment_unconfirmed',
          retryable: true,
        })
      await updateOrder(db, order.id, { state: 'expired' })
    }
    return same?.url ? { url: same.url, reference: same.id } : null
  }

  async function createOrder(
    provider: Provider,
    { userId, card, affiliate }: { userId: string | null; card: CardItem; affiliate: string | null },
  ) {
    const order = {
      id: randomUUIDv7(),
      provider,
      user_id: userId,
      feature: card.feature,
      interval: card.interval,
      quantity: card.quantity,
      unit_amount: card.amount,
      amount_total: card.amount * card.quantity,
      currency: card.currency,
      affiliate,
      created_at: now(),
    }
    await insertOrder(db, order)
    return order
  }

  async function createCardLink(
    account: CardPayments,
    order: Awaited<ReturnType<typeof createOrder>>,
    item: CardItem,
    { customerId, cancelUrl }: { customerId: string | null; cancelUrl: string },
  ) {
    const { id, url, expiresAt } = await account.createCheckout({
      reference: order.id,
      item,
      customerId,
      metadata: {
        ...(order.user_id ? { user_id: order.user_id } : {}),
        ...(order.affiliate ? { aff: order.affiliate } : {}),
      },
      successUrl: `${publicUrl}${paymentPages.returned}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl,
    })
    if (!url)
      throw new AppError('upstream_failed', 'Stripe didn’t return a payment page. Try again in a moment.', {
        reason: 'no_payment_page',
      })
    await updateOrder(db, order.id, { provider_id: id, url, expires_at: expiresAt })
    return { url, reference: order.id }
  }
}

/** Checked before the input, since nothing can be bought. @throws AppError unavailable */
export function requireConfigured(account: CardPayments) {
  if (account.unavailable === null) return
  throw new AppError('unavailable', 'Card payments aren’t set up on this server.', {
    reason: 'card_not_set_up',
    retryable: false,
  })
}

const toCardItem = (
  { feature, label }: CatalogueItem,
  { price, interval, quantity }: { price: number; interval: Interval | null; quantity: number },
): CardItem => ({ feature, label, interval, amount: price, currency, quantity })

/** A user has up to one plan subscription and one for the add-on. */
const isSameKind = (a: string, b: string) => (a === 'seodata') === (b === 'seodata')
