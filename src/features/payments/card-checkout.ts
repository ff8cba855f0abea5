import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { CardItem } from '#providers/card-payments/port.ts'
import type { CardAccounts, CardProvider } from './card-accounts.ts'
import type { NewOrder } from './create-order.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findCustomer, findPerson, insertCustomer, updateOrder } from './store/store.ts'

export function createCardCheckout({ db, cards, publicUrl }: { db: Database; cards: CardAccounts; publicUrl: string }) {
  return {
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

    /** The page at Stripe where an order is paid. @throws AppError upstream_failed */
    async createCardLink(
      provider: CardProvider,
      order: NewOrder,
      item: CardItem,
      { customerId, cancelUrl }: { customerId: string | null; cancelUrl: string },
    ) {
      const { id, url, expiresAt } = await cards[provider].createCheckout({
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
    },
  }
}
