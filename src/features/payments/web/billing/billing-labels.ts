import { formatDay } from '#ui/format/format.ts'
import type { BilledSubscription, Payment } from '../../contract.ts'

type Entitlement = {
  source: string
  interval: string | null
  from: string
  until: string | null
}

/** Where a plan or an add-on comes from, as a sentence. */
export function describeEntitlement({ source, interval, from, until }: Entitlement): string {
  const ends = until ? `, until ${formatDay(until)}` : ''
  if (source === 'start') return 'The default plan on this server.'
  if (source === 'staff') return `Granted by your administrator on ${formatDay(from)}${ends}.`
  if (source === 'code')
    return interval === 'lifetime' ? 'Lifetime plan (from codes).' : `From codes, including an annual one${ends}.`
  // The renewal date is shown with the subscription.
  return `Paid by card${interval ? ` each ${interval}` : ''} since ${formatDay(from)}.`
}

/** A subscription's billing period and renewal date. */
export function describeBillingPeriod({ renews_at, interval }: BilledSubscription): string {
  return renews_at ? `Billed by the ${interval}. Renews on ${formatDay(renews_at)}.` : `Billed by the ${interval}.`
}

export const paymentStates: Record<Payment['status'], { label: string; tone: 'plain' | 'good' | 'warn' | 'bad' }> = {
  paid: { label: 'paid', tone: 'good' },
  open: { label: 'open', tone: 'warn' },
  failed: { label: 'failed', tone: 'bad' },
  refunded: { label: 'refunded', tone: 'plain' },
  partly_refunded: { label: 'partly refunded', tone: 'plain' },
  disputed: { label: 'disputed', tone: 'warn' },
}
