import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import { type CardAccounts, requireConfigured } from './card-accounts.ts'
import { createCardCheckout } from './card-checkout.ts'
import { createSubscriptionChange } from './change-subscription.ts'
import type { WaysToPay } from './contract.ts'
import { createOrder } from './create-order.ts'
import { createItemsForSale, type ItemRequest } from './items-for-sale.ts'
import { createCryptoLinks } from './pay-by-crypto.ts'
import { readAffiliate } from './rules/affiliate.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findPerson } from './store/store.ts'

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

const linkRate = { max: 60, windowSeconds: 3600 }

/** Creates payment links. Grants nothing: entitlements follow only from what the providers confirm. */
export function createPaylinks(dependencies: Dependencies) {
  const { db, plans, cards, crypto, rates, publicUrl, now = () => new Date() } = dependencies
  const items = createItemsForSale({ db, plans })
  const { getCustomerId, createCardLink } = createCardCheckout({ db, cards, publicUrl })
  const { findRunning, createChangeLink, findOpenLink } = createSubscriptionChange({ db, cards, publicUrl, now })

  return {
    itemsForSale: items.findItems,
    getCustomerId,
    byCrypto: createCryptoLinks({ db, crypto, items, countLink, publicUrl, now }),

    ways: (): WaysToPay => ({
      card: cards.stripe.unavailable === null,
      card_signed_out: cards.stripe_ae.unavailable === null,
      crypto: crypto.unavailable === null && crypto.webhookReady,
    }),

    /**
     * A card payment link for a signed-in user. With an active subscription of the same kind, the link changes it.
     * @throws AppError unavailable, invalid_input (feature, interval, qty), conflict, rate_limited, upstream_failed
     */
    async byCard(
      actor: Actor,
      request: ItemRequest & { aff?: string },
    ): Promise<{ url: string; reference: string | null }> {
      requireConfigured(cards.stripe)
      const item = await items.chooseItem(request)
      if (item.feature === 'seodata') await refuseIncluded(actor.userId, item.label)
      await countLink(actor.userId)
      const person = await findPerson(db, actor.userId)
      const customerId = await getCustomerId(actor, 'stripe')
      if (item.interval) {
        const running = await findRunning(actor.userId, item.feature)
        if (running) return { url: await createChangeLink(running, customerId, item), reference: null }
        const open = await findOpenLink(actor.userId, item)
        if (open) return open
      }
      const affiliate = person?.affiliate ?? readAffiliate(request.aff)
      const order = await createOrder(db, 'stripe', { userId: actor.userId, item, affiliate, now: now() })
      return createCardLink('stripe', order, item, {
        customerId,
        cancelUrl: `${publicUrl}${paymentPages.billing}?cancelled=${order.id}`,
      })
    },

    /** A card payment link for codes without an account, through the second Stripe account. Rate limited by IP address. */
    async signedOut(address: string, request: { feature: string; qty: number; aff?: string }) {
      requireConfigured(cards.stripe_ae)
      if (request.feature !== 'code')
        throw new AppError('invalid_input', 'feature must be "code" here. Sign in to buy a plan or the add-on.', {
          field: 'feature',
          reason: 'sign_in_to_buy',
        })
      const item = await items.chooseItem(request)
      await rates.countAddress('paylink', address, linkRate)
      const affiliate = readAffiliate(request.aff)
      const order = await createOrder(db, 'stripe_ae', { userId: null, item, affiliate, now: now() })
      return createCardLink('stripe_ae', order, item, {
        customerId: null,
        cancelUrl: `${publicUrl}${paymentPages.pricing}?cancelled=${order.id}`,
      })
    },
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
    if (count > linkRate.max)
      throw new AppError('rate_limited', 'Too many payment links this hour. Try again later.', {
        reason: 'too_many_payment_links',
        retryAfterSeconds: (resets_at.getTime() - Date.now()) / 1000,
      })
  }
}
