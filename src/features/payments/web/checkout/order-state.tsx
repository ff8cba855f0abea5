import type { ReactNode } from 'react'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { OrderStatus } from '../../contract.ts'
import { formatAmount } from '../../rules/format-amount.ts'

const vendors = { stripe: 'Stripe', stripe_ae: 'Stripe', coinbase: 'Coinbase' }

/** The title for an order's state. */
export function getOrderTitle(order: OrderStatus | null, refused: boolean): string {
  if (!order) return refused ? 'Payment status unavailable' : 'Checking your payment'
  const titles: Record<OrderStatus['state'], string> = {
    waiting: `Waiting for ${vendors[order.provider]} to confirm`,
    processing: 'Payment in progress',
    paid: 'Paid',
    failed: 'Payment failed',
    expired: 'Payment expired',
    taken_back: 'Refunded',
  }
  return titles[order.state]
}

/** What the state means and what happens next. */
export function describeOrder(
  order: OrderStatus,
  { labelOf, long }: { labelOf(feature: string): string; long: boolean },
) {
  const vendor = vendors[order.provider]
  const what = order.feature === 'code' ? plural(order.qty, 'code') : labelOf(order.feature)
  switch (order.state) {
    case 'waiting':
      return long
        ? `${vendor} hasn’t confirmed anything yet. You can close this page; your plan updates as soon as the payment is confirmed. If you didn’t pay, you weren’t charged.`
        : `${what} will be active as soon as ${vendor} confirms the payment. This takes a few seconds.`
    case 'processing':
      return `${vendor} is confirming your payment. You can close this page; ${what} will be active as soon as that’s done.`
    case 'paid':
      return order.feature === 'code' ? describeCodes(order) : `${what} is active.`
    case 'failed':
      return 'Nothing was activated. If you were charged, the money will be returned the same way.'
    case 'expired':
      return 'The payment page expired. You weren’t charged.'
    case 'taken_back':
      return `${what} was removed.`
  }
}

function describeCodes({ codes_redeemed, codes_mailed, customer_email_masked, qty }: OrderStatus) {
  const parts = []
  if (codes_redeemed > 0) parts.push(`${plural(codes_redeemed, 'code')} redeemed for you`)
  if (codes_mailed > 0) parts.push(`${plural(codes_mailed, 'code')} sent to ${customer_email_masked ?? 'the payer'}`)
  return parts.length > 0 ? `${parts.join(', ')}.` : `${plural(qty, 'code')} bought.`
}

export type OrderStateProps = {
  order: OrderStatus | null
  labelOf(feature: string): string
  long?: boolean
  refusal?: string | null
  action?: ReactNode
  /** Level of its heading. */
  level?: 1 | 2
}

const tones: Record<OrderStatus['state'], string> = {
  waiting: 'border-line-2',
  processing: 'border-line-2',
  paid: 'border-good',
  failed: 'border-bad',
  expired: 'border-warn',
  taken_back: 'border-warn',
}

/** The state of an order, announced to screen readers as it changes. */
export function OrderState({ order, labelOf, long = false, refusal, action, level = 2 }: OrderStateProps) {
  const Heading = `h${level}` as const
  const isWaiting = !order || order.state === 'waiting' || order.state === 'processing'
  return (
    <div
      role="status"
      data-order={order?.state}
      className={cx('border-l-2 bg-panel px-4 py-3', order ? tones[order.state] : 'border-line-2')}
    >
      <Heading className={cx('flex items-center gap-2.5', level === 1 ? 'title' : 'subheading')}>
        {isWaiting && !refusal && <Spinner className="size-4 shrink-0" />}
        {getOrderTitle(order, Boolean(refusal))}
      </Heading>
      {order && (
        <p className="mt-1 text-ink-2 text-m">
          {order.amount_total > 0 && `${formatAmount(order.amount_total, order.currency)}. `}
          {describeOrder(order, { labelOf, long })}
        </p>
      )}
      {refusal && <p className="mt-1 text-bad text-m">{refusal}</p>}
      {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
