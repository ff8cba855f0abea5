import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { CardItem } from '#providers/card-payments/port.ts'
import type { CardAccounts } from './card-accounts.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findOpenSubscribing, type OrderRow, updateOrder } from './store/store.ts'
import { findSubscriptions, type SubscriptionRow } from './store/subscription-store.ts'

type Dependencies = { db: Database; cards: CardAccounts; publicUrl: string; now(): Date }

/** A link with less time left than this is replaced by a new one. */
const minRemainingMs = 10 * 60_000

/** Keeps a user to one plan subscription and one for the add-on: a second one changes the first. */
export function createSubscriptionChange({ db, cards, publicUrl, now }: Dependencies) {
  return {
    /** The user's running subscription that `feature` would change. */
    async findRunning(userId: string, feature: string): Promise<SubscriptionRow | undefined> {
      const running = await findSubscriptions(db, userId, now())
      return running.find((row) => row.status !== 'ended' && isSameKind(row.feature, feature))
    },

    createChangeLink,
    findOpenLink,
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
}

/** A user has up to one plan subscription and one for the add-on. */
const isSameKind = (a: string, b: string) => (a === 'seodata') === (b === 'seodata')
