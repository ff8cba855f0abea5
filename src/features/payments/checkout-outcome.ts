import type { OrderState } from './contract.ts'

/** How an order stands, by what the provider says of its checkout. */

type CardCheckoutState = { status: 'open' | 'complete' | 'expired'; paymentStatus: string }

/**
 * A checkout that is complete but not paid waits for a slow way to pay, until the provider says that it failed; after that
 * only money changes it.
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

/** How many of the codes of an order are taken back for what went back of its money; a dispute takes all. */
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
