/** What Coinbase's documentation allows in a checkout, and the payment page. */

export type CheckoutRequest = {
  amount: string
  currency: string
  description?: string
  metadata?: Record<string, string>
  expiresAt?: string
  successRedirectUrl?: string
  failRedirectUrl?: string
}

const fields = new Set([
  'amount',
  'currency',
  'network',
  'description',
  'metadata',
  'expiresAt',
  'successRedirectUrl',
  'failRedirectUrl',
])
const currencies = new Set(['USDC', 'USD', 'EUR', 'SGD', 'GBP'])

/** The error in a request for a checkout, or null. */
export function getFault(wanted: CheckoutRequest, now: Date): string | null {
  const strange = Object.keys(wanted).find((name) => !fields.has(name))
  if (strange) return `unknown field ${strange}`
  if (typeof wanted.amount !== 'string' || !/^\d+(\.\d{1,2})?$/.test(wanted.amount)) return 'amount'
  if (Number(wanted.amount) < 0.01 || Number(wanted.amount) > 100_000_000) return 'amount out of range'
  if (!currencies.has(wanted.currency)) return 'currency'
  if ((wanted.description?.length ?? 0) > 500) return 'description over 500 characters'
  const metadata = Object.values(wanted.metadata ?? {})
  if (metadata.length > 20) return 'metadata over 20 keys'
  if (metadata.some((value) => typeof value !== 'string' || value.length > 100)) return 'metadata value'
  for (const address of [wanted.successRedirectUrl, wanted.failRedirectUrl])
    if (address !== undefined && (!address.startsWith('https://') || address.length > 2048)) return 'redirect address'
  if (wanted.expiresAt !== undefined && !(new Date(wanted.expiresAt) > now)) return 'expiresAt is not in the future'
  return null
}

const states: Record<string, string> = {
  COMPLETED: 'Paid',
  EXPIRED: 'This payment expired',
}

export const payPage = ({ status, amount, currency, description }: CheckoutRequest & { status: string }) =>
  `<!doctype html><html lang="en"><title>Coinbase</title><main>
<h1>${states[status] ?? `Pay ${amount} ${currency}`}</h1><p>${(description ?? '').replaceAll('<', '&lt;')}</p>
${status === 'ACTIVE' ? '<form method="post"><button name="do" value="pay">Pay</button><button name="do" value="expire">Let it expire</button></form>' : ''}
</main></html>`
