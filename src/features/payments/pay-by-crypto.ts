import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/http/context.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import { createOrder } from './create-order.ts'
import type { ItemsForSale } from './items-for-sale.ts'
import { paymentPages } from './rules/payment-pages.ts'
import { findPerson, updateOrder } from './store/store.ts'

type Dependencies = {
  db: Database
  crypto: CryptoPayments
  items: ItemsForSale
  countLink(userId: string): Promise<void>
  publicUrl: string
  now(): Date
}

export function createCryptoLinks({ db, crypto, items, countLink, publicUrl, now }: Dependencies) {
  /** A crypto payment link for codes. @throws AppError forbidden (userId of another user), unavailable, rate_limited */
  return async function byCrypto(actor: Actor, { qty, userId }: { qty: number; userId?: string }) {
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
    const item = await items.chooseItem({ feature: 'code', qty })
    await countLink(actor.userId)
    const person = await findPerson(db, actor.userId)
    const buyer = { userId: actor.userId, affiliate: person?.affiliate ?? null }
    const order = await createOrder(db, 'coinbase', { ...buyer, item, now: now() })
    const checkout = await crypto.createCheckout({
      amount: (order.amount_total / 100).toFixed(2),
      currency: 'USD',
      reference: order.id,
      description: item.quantity === 1 ? 'Earshot: 1 lifetime code' : `Earshot: ${item.quantity} lifetime codes`,
      metadata: { reference: order.id, user_id: actor.userId },
      successUrl: `${publicUrl}${paymentPages.returned}?reference=${order.id}`,
      failUrl: `${publicUrl}${paymentPages.billing}?cancelled=${order.id}`,
      idempotencyKey: order.id,
    })
    const { id, url, expiresAt } = checkout
    await updateOrder(db, order.id, { provider_id: id, url, expires_at: expiresAt })
    return { url, id, expires_at: expiresAt.toISOString(), reference: order.id }
  }
}
