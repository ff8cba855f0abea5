import { OutboundError } from '#platform/outbound/outbound-error.ts'
import type { PaidCall, Reservation, Spending } from '../port.ts'
import type { VendorFailure } from './vendor-errors.ts'

export type Payment = Reservation & { isSettled: boolean }

/**
 * Sets the price of a call aside before it is made; null where nothing is charged or nobody counts. A settlement that cannot be
 * written leaves the whole price counted.
 */
export async function reservePayment(
  paid: { call: PaidCall; spending?: Spending } | undefined,
  onUnsettled: (error: unknown) => void,
): Promise<Payment | null> {
  if (!paid?.spending) return null
  const reservation = await paid.spending.reserve(paid.call)
  const payment: Payment = {
    isSettled: false,
    async settle(usd) {
      if (payment.isSettled) return
      payment.isSettled = true
      await reservation.settle(usd).catch(onUnsettled)
    },
  }
  return payment
}

/** Whether a vendor may have had the question: not where its host has no address or refused the connection. */
export function wasSent(error: VendorFailure) {
  for (let cause: unknown = error.cause, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++) {
    const { code } = cause as { code?: string }
    if (code && neverSent.has(code)) return false
    if (cause instanceof OutboundError && ['blocked', 'bad_url'].includes(cause.kind)) return false
  }
  return true
}

const neverSent = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
