import type { StripeCharges } from './stripe-charges.ts'
import type { StripeObjects, Thing } from './stripe-objects.ts'
import type { Fields } from './stripe-wire.ts'

const intervalDays = { month: 30, year: 365 }
const daySeconds = 86_400

/** Subscriptions with their periods and invoices. */
export function createStripeSubscriptions({ things, add, get, now, tell }: StripeObjects, { charge }: StripeCharges) {
  /** An invoice for a subscription's period, or for the price difference of an upgrade. */
  function bill(subscription: Thing, amount: number, { pays, reason }: { pays: boolean; reason: string }): Thing {
    const item = subscription.items.data[0]
    const invoice = add('in', 'invoice', {
      customer: subscription.customer,
      currency: 'usd',
      total: amount,
      amount_due: amount,
      amount_paid: 0,
      amount_remaining: amount,
      attempted: true,
      attempt_count: 1,
      billing_reason: reason,
      description: null,
      number: `E-${things.size}`,
      status: 'open',
      status_transitions: { finalized_at: now(), paid_at: null },
      hosted_invoice_url: `https://invoice.stripe.example/${subscription.id}`,
      invoice_pdf: `https://invoice.stripe.example/${subscription.id}.pdf`,
      period_start: now(),
      period_end: now(),
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id, metadata: {} } },
      lines: {
        object: 'list',
        data: [
          {
            amount,
            description: `1 × ${things.get(item.price.product)?.name}`,
            period: { start: item.current_period_start, end: item.current_period_end },
          },
        ],
      },
    })
    subscription.latest_invoice = invoice.id
    if (pays) payInvoice(invoice.id)
    else tell('invoice.payment_failed', invoice)
    return invoice
  }

  function payInvoice(id: string) {
    const invoice = get('invoice', id)
    if (invoice.status === 'paid') return
    const paid = charge(invoice.total, invoice.currency, invoice.customer, {})
    add('inpay', 'invoice_payment', {
      invoice: id,
      amount_paid: invoice.total,
      currency: invoice.currency,
      is_default: true,
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: paid.payment_intent },
    })
    Object.assign(invoice, {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      status_transitions: { ...invoice.status_transitions, paid_at: now() },
    })
    tell('invoice.paid', invoice)
    const { subscription: subscriptionId } = invoice.parent.subscription_details
    const subscription = get('subscription', subscriptionId)
    if (subscription.status === 'past_due') {
      subscription.status = 'active'
      tell('customer.subscription.updated', subscription)
    }
  }

  function startPeriod(subscription: Thing, from: number) {
    const item = subscription.items.data[0]
    const days = intervalDays[item.price.recurring.interval as 'month' | 'year']
    Object.assign(item, { current_period_start: from, current_period_end: from + days * daySeconds })
  }

  function subscribe(session: Thing): Thing {
    const { price, quantity } = session.kept.lines[0]
    const subscription = add('sub', 'subscription', {
      customer: session.customer,
      currency: price.currency,
      status: 'incomplete',
      metadata: session.kept.subscriptionMetadata,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: null,
      ended_at: null,
      schedule: null,
      start_date: now(),
      latest_invoice: null,
      items: { object: 'list', data: [] },
    })
    const item = add('si', 'subscription_item', { price, quantity, subscription: subscription.id })
    subscription.items.data.push(item)
    startPeriod(subscription, now())
    tell('customer.subscription.created', subscription)
    bill(subscription, price.unit_amount * quantity, { pays: true, reason: 'subscription_create' })
    subscription.status = 'active'
    tell('customer.subscription.updated', subscription)
    return subscription
  }

  return {
    payInvoice,
    subscribe,

    /** Ends a period: the next one is paid or not, and a scheduled change or cancellation takes effect. */
    renew(subscriptionId: string, { pays }: { pays: boolean }): Thing | null {
      const subscription = get('subscription', subscriptionId)
      const item = subscription.items.data[0]
      if (subscription.cancel_at_period_end) {
        this.end(subscriptionId, 'cancellation_requested')
        return null
      }
      if (subscription.schedule) {
        const schedule = get('subscription_schedule', subscription.schedule)
        item.price = get('price', schedule.phases[1].items[0].price)
        schedule.status = 'released'
        subscription.schedule = null
      }
      startPeriod(subscription, item.current_period_end)
      if (!pays) subscription.status = 'past_due'
      const invoice = bill(subscription, item.price.unit_amount * item.quantity, { pays, reason: 'subscription_cycle' })
      tell('customer.subscription.updated', subscription)
      return invoice
    },

    end(subscriptionId: string, reason: string) {
      const subscription = get('subscription', subscriptionId)
      Object.assign(subscription, {
        status: 'canceled',
        canceled_at: now(),
        ended_at: now(),
        cancellation_details: { reason },
      })
      tell('customer.subscription.deleted', subscription)
    },

    update(subscriptionId: string, change: Fields) {
      Object.assign(get('subscription', subscriptionId), change)
      tell('customer.subscription.updated', get('subscription', subscriptionId))
    },

    /** What the portal's "Confirm" does: upgrades immediately, downgrades or shortens at the end of the period. */
    change(subscriptionId: string, priceId: string) {
      const subscription = get('subscription', subscriptionId)
      const item = subscription.items.data[0]
      const next = get('price', priceId)
      const shorter = item.price.recurring.interval === 'year' && next.recurring.interval === 'month'
      if (next.unit_amount < item.price.unit_amount || shorter) {
        const at = item.current_period_end
        const phase = (price: string, start: number, end: number) => ({
          start_date: start,
          end_date: end,
          items: [{ price, quantity: 1 }],
        })
        const schedule = add('sub_sched', 'subscription_schedule', {
          subscription: subscriptionId,
          status: 'active',
          phases: [phase(item.price.id, item.current_period_start, at), phase(priceId, at, at + 30 * daySeconds)],
        })
        subscription.schedule = schedule.id
        tell('subscription_schedule.created', schedule)
      } else {
        const rest = (item.current_period_end - now()) / (item.current_period_end - item.current_period_start)
        const more = Math.round((next.unit_amount - item.price.unit_amount) * rest)
        item.price = next
        bill(subscription, more, { pays: true, reason: 'subscription_update' })
      }
      tell('customer.subscription.updated', subscription)
    },

    release(scheduleId: string) {
      const schedule = get('subscription_schedule', scheduleId)
      schedule.status = 'released'
      get('subscription', schedule.subscription).schedule = null
      tell('subscription_schedule.released', schedule)
      return schedule
    },
  }
}
