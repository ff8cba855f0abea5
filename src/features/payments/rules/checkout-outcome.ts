import type { OrderState } from '../contract.ts'

/** Maps a provider's checkout state to an order state. Pure functions. */

type CardCheckoutState = { status: 'open' | 'complete' | 'expired'; paymentStatus: string }

/**
 * A complete but unpaid checkout uses a delayed payment method: it stays `processing` until Stripe reports a failure. After
 * `failed`, only a payment changes the state.
 */
export function getCardOrderState(before: OrderState, checkout: CardCheckoutState, failed: boolean): OrderState {
  if (before === 'paid' || before === 'taken_back') return before
  if (checkout.status === 'complete' && checkout.paymentStatus !== 'unpaid') return 'paid'
  if (failed || before === 'failed') return 'failed'
  if (checkout.status === 'expired') return 'expired'
  return checkout.status === 'complete' ? 'processing' : 'waiting'
}

type CryptoState = 'open' | 'processing' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded' | 'partly_refunded'

export function getCryptoOrderState(before: OrderState, status: CryptoState): OrderState {
  if (before === 'paid' || before === 'taken_back') return before
  if (status === 'paid' || status === 'refunded' || status === 'partly_refunded') return 'paid'
  if (status === 'open') return 'waiting'
  return status === 'cancelled' ? 'expired' : status
}

/** Number of codes to revoke for a refund, rounded down; a dispute revokes all. Amounts in cents. */
export function countRevokedCodes(
  order: { quantity: number; unitAmount: number; amount: number },
  money: {
    refunded: number
    disputed: boolean
  },
): number {
  if (money.disputed || money.refunded >= order.amount) return order.quantity
  return Math.min(order.quantity, Math.floor(money.refunded / order.unitAmount))
}

/** j***@example.com */
export function maskEmail(email: string | null): string | null {
  if (!email) return null
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email[0]}***${email.slice(at)}`
}
