import type Stripe from 'stripe'
import type { CardCharge, CardCheckout, CardEvent, CardInvoice, CardSubject, CardSubscription } from './port.ts'

/** Stripe's answers as the port tells them. Only what is used is read, and leniently. */

/** Where we write what a price is for: at its product, at the price, and as the last resort at the subscription. */
export const featureKey = 'earshot_feature'

export const getLookupKey = (price: { feature: string; interval: string; currency: string; amount: number }) =>
  `earshot:${price.feature}:${price.interval}:${price.currency}:${price.amount}`

export const subscriptionExpansions = ['items.data.price.product', 'latest_invoice', 'schedule.phases.items.price']

export function readCheckout(session: Stripe.Checkout.Session): CardCheckout {
  return {
    id: session.id,
    url: session.url,
    reference: session.client_reference_id,
    mode: session.mode === 'subscription' ? 'subscription' : 'payment',
    status: getOne(['complete', 'expired'], session.status) ?? 'open',
    paymentStatus: getOne(['paid', 'no_payment_required'], session.payment_status) ?? 'unpaid',
    amountTotal: session.amount_total ?? null,
    currency: session.currency ?? null,
    email: session.customer_details?.email ?? session.customer_email ?? null,
    subscriptionId: toId(session.subscription),
    paymentId: toId(session.payment_intent),
    expiresAt: date(session.expires_at),
  }
}

export function readSubscription(from: Stripe.Subscription): CardSubscription {
  const items = from.items.data
  const item = items.find(({ price }) => getFeature(price)) ?? items[0]
  const price = item?.price
  const status = statuses[from.status] ?? 'incomplete'
  const periodEnd = date(
    item?.current_period_end ?? (from as { current_period_end?: number }).current_period_end ?? from.created,
  )
  const invoice = typeof from.latest_invoice === 'object' ? from.latest_invoice : null
  const owes = invoice !== null && (invoice.status === 'open' || invoice.status === 'uncollectible')
  return {
    id: from.id,
    customerId: toId(from.customer) ?? '',
    feature: (price && getFeature(price)) ?? from.metadata?.[featureKey] ?? null,
    interval: price?.recurring?.interval === 'year' ? 'year' : 'month',
    amount: (price?.unit_amount ?? 0) * (item?.quantity ?? 1),
    currency: from.currency ?? price?.currency ?? 'usd',
    status,
    startedAt: date(from.start_date ?? from.created),
    periodEnd,
    endsAt: from.cancel_at_period_end ? periodEnd : maybeDate(from.cancel_at),
    endedAt: maybeDate(from.ended_at),
    endedUnpaid: status === 'ended' && (from.cancellation_details?.reason === 'payment_failed' || owes),
    pending: status === 'ended' ? null : getPending(from, periodEnd),
    unpaid:
      status === 'past_due' && invoice
        ? {
            invoiceId: invoice.id,
            since: date(invoice.status_transitions?.finalized_at ?? invoice.created),
            url: invoice.hosted_invoice_url ?? null,
          }
        : null,
  }
}

const statuses: Record<string, CardSubscription['status']> = {
  incomplete: 'incomplete',
  paused: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
}

/** The next phase of its schedule, where that differs from now. */
function getPending({ schedule }: Stripe.Subscription, periodEnd: Date): CardSubscription['pending'] {
  if (!schedule || typeof schedule !== 'object' || schedule.status !== 'active') return null
  const next = schedule.phases.find((phase) => date(phase.start_date) >= periodEnd)
  const price = next?.items[0]?.price
  if (!next || !price || typeof price !== 'object' || 'deleted' in price) return null
  const feature = getFeature(price as Stripe.Price)
  if (!feature) return null
  const interval = (price as Stripe.Price).recurring?.interval === 'year' ? 'year' : 'month'
  return { feature, interval, at: date(next.start_date) }
}

function getFeature(price: Stripe.Price): string | null {
  const product = typeof price.product === 'object' ? price.product : null
  const atProduct = product && 'metadata' in product ? product.metadata?.[featureKey] : null
  const inLookupKey = /^earshot:([a-z0-9_]+):/.exec(price.lookup_key ?? '')?.[1]
  return price.metadata?.[featureKey] ?? inLookupKey ?? atProduct ?? null
}

export function readInvoice(invoice: Stripe.Invoice): CardInvoice {
  const lines = invoice.lines?.data ?? []
  const ends = lines.map((line) => line.period?.end ?? 0)
  const description = lines.find(({ amount }) => amount > 0)?.description ?? lines[0]?.description
  return {
    id: invoice.id,
    subscriptionId:
      toId(invoice.parent?.subscription_details?.subscription) ??
      toId((invoice as { subscription?: string | null }).subscription),
    customerId: toId(invoice.customer),
    number: invoice.number ?? null,
    description: invoice.description ?? description ?? 'Subscription',
    status: invoiceStatus(invoice),
    amount: invoice.total,
    currency: invoice.currency,
    at: date(invoice.status_transitions?.finalized_at ?? invoice.created),
    coversUntil: date(Math.max(invoice.period_end ?? 0, ...ends)),
    url: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  }
}

function invoiceStatus({ status, attempted }: Stripe.Invoice): CardInvoice['status'] {
  const reported = getOne(['paid', 'void', 'draft'], status)
  if (reported) return reported
  return attempted || status === 'uncollectible' ? 'failed' : 'open'
}

export function readCharge(charge: Stripe.Charge, invoiceId: string | null, disputes: Stripe.Dispute[]): CardCharge {
  return {
    id: charge.id,
    // Stripe copies the payment intent's metadata to its charges.
    reference: charge.metadata?.reference ?? null,
    paymentId: toId(charge.payment_intent),
    invoiceId,
    amount: charge.amount,
    refunded: charge.amount_refunded,
    disputed: disputes.some(({ status }) => takesMoney.has(status)),
    receiptUrl: charge.receipt_url ?? null,
  }
}

/** What a dispute in these states has taken; inquiries (`warning_…`) take nothing, and one that was won gave it back. */
const takesMoney = new Set<string>(['needs_response', 'under_review', 'lost'])

export const readEvent = ({ id, type, created, data }: Stripe.Event): CardEvent => ({
  id,
  type,
  createdAt: date(created),
  subject: getSubject(type, data.object as Shape),
})

type Shape = {
  id?: string
  charge?: string | { id: string } | null
  subscription?: string | { id: string } | null
}

function getSubject(type: string, object: Shape): CardSubject | null {
  const about = (kind: CardSubject['kind'], id: string | null | undefined): CardSubject | null =>
    id ? { kind, id } : null
  if (type.startsWith('checkout.session.')) return about('checkout', object.id)
  if (type.startsWith('customer.subscription.')) return about('subscription', object.id)
  if (type.startsWith('subscription_schedule.')) return about('subscription', toId(object.subscription))
  if (type.startsWith('charge.dispute.')) return about('charge', toId(object.charge))
  if (type === 'charge.refunded') return about('charge', object.id)
  // Of an invoice before it is final nothing is shown and nothing follows.
  if (type.startsWith('invoice.') && !quietInvoices.has(type)) return about('invoice', object.id)
  return null
}

const quietInvoices = new Set(['invoice.created', 'invoice.deleted', 'invoice.upcoming', 'invoice.will_be_due'])

const date = (seconds: number) => new Date(seconds * 1000)
const maybeDate = (seconds: number | null | undefined) => (seconds ? date(seconds) : null)
const toId = (from: string | { id: string } | null | undefined): string | null =>
  typeof from === 'string' ? from : (from?.id ?? null)
/** Stripe may say more than its types know. */
const getOne = <T extends string>(known: T[], value: string | null | undefined) => known.find((each) => each === value)
