import { paymentsContract } from '#features/payments/contract.ts'
import { formatAmount } from '#features/payments/rules/format-amount.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from './calls/api.ts'

/**
 * Asks for the state of the checkout that the visitor returned from (specification, section 2) and reports it. It
 * grants nothing.
 */
export async function reportCheckout(sessionId: string) {
  try {
    const { payment_status, amount_total, currency } = await api(paymentsContract.csinfo, { id: sessionId })
    // A page that waits for a payment already shows its state.
    if (document.querySelector('[data-order]')) return
    const amount = amount_total === null ? '' : ` of ${formatAmount(amount_total, currency ?? 'usd')}`
    if (payment_status === 'paid') notify.done(`The payment${amount} went through.`)
    else notify.info(`The payment${amount} is not through yet.`)
  } catch {
    // It only reports: nothing hangs on it, and where one waits for a payment the page itself says what is wrong.
  }
}
