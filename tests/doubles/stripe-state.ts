import { randomBytes } from 'node:crypto'
import { type Fields, missing, StripeRefusal } from './stripe-wire.ts'

/** One account at Stripe: its objects, and what happens to them. */

// biome-ignore lint/suspicious/noExplicitAny: objects of a vendor's wire, of which each call reads its part.
export type Thing = Record<string, any> & { id: string; object: string }

export type StripeEvent = { id: string; type: string; body: string }

export type StripeWorld = ReturnType<typeof createStripeWorld>

export const apiVersion = '2026-10-28.endive'
const intervalDays = { month: 30, year: 365 }
const daySeconds = 86_400

export function createStripeWorld({ nowMs, onEvent }: { nowMs(): number; onEvent(event: StripeEvent): void }) {
  const things = new Map<string, Thing>()
  const events: StripeEvent[] = []
  const now = () => Math.floor(nowMs() / 1000)

  function add(prefix: string, object: string, fields: Fields): Thing {
    const id = (fields.id as string | undefined) ?? `${prefix}_${randomBytes(9).toString('hex')}`
    const thing = { livemode: false, created: now(), metadata: {}, ...fields, id, object } as Thing
    things.set(id, thing)
    return thing
  }

  const all = (object: string) => [...things.values()].filter((thing) => thing.object === object).reverse()

  function get(object: string, id: string): Thing {
    const found = things.get(id)
    if (found?.object !== object) throw missing(object.replaceAll('_', ' '), id)
    return found
  }

  /** Records an event with a snapshot of the object: later changes don't alter events already sent. */
  function tell(type: string, thing: Thing) {
    const id = `evt_${randomBytes(9).toString('hex')}`
    const data = { object: thing }
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: apiVersion,
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data,
    })
    const event = { id, type, body }
    events.push(event)
    onEvent(event)
  }

  /** A copy with the named ids replaced by what they name. */
  function expanded(thing: Thing, paths: string[]): Thing {
    const copy = structuredClone(thing)
    for (const path of paths) {
      if (path.split('.').filter((part) => part !== 'data').length > 4)
        throw new StripeRefusal(400, { message: `You cannot expand more than 4 levels of a property: ${path}.` })
      expandIn(copy, path.split('.'))
    }
    return copy
  }

  function expandIn(at: Fields | Fields[], [name = '', ...rest]: string[]) {
    for (const each of Array.isArray(at) ? at : [at]) {
      const value = each[name]
      if (typeof value === 'string' && things.has(value)) each[name] = structuredClone(things.get(value))
      else if (Array.isArray(value))
        each[name] = value.map((id) =>
          typeof id === 'string' && things.has(id) ? structuredClone(things.get(id)) : id,
        )
      if (rest.length > 0 && each[name] && typeof each[name] === 'object') expandIn(each[name] as Fields, rest)
    }
  }

  function makePrice(data: Fields): Thing {
    const product =
      typeof data.product === 'string'
        ? get('product', data.product)
        : add('prod', 'product', { active: true, ...(data.product_data as Fields) })
    const recurring = data.recurring as { interval: 'month' | 'year' } | undefined
    return add('price', 'price', {
      active: true,
      type: recurring ? 'recurring' : 'one_time',
      currency: data.currency,
      unit_amount: Number(data.unit_amount),
      lookup_key: data.lookup_key ?? null,
      recurring: recurring ? { interval: recurring.interval, interval_count: 1 } : null,
      metadata: data.metadata ?? {},
      product: product.id,
    })
  }

  /** Charges a card and copies the payment intent's metadata to the charge, as Stripe does. */
  function charge(amount: number, currency: string, customer: string | null, metadata: Fields): Thing {
    const payment = add('pi', 'payment_intent', { amount, currency, customer, metadata, status: 'succeeded' })
    const made = add('ch', 'charge', {
      amount,
      amount_refunded: 0,
      currency,
      customer,
      metadata: { ...metadata },
      payment_intent: payment.id,
      paid: true,
      refunded: false,
      disputed: false,
      status: 'succeeded',
      receipt_url: `https://pay.stripe.example/receipts/${payment.id}`,
    })
    payment.latest_charge = made.id
    return made
  }

  /** An invoice for a subscription's period, or for what an upgrade costs more. */
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
    things,
    events,
    add,
    all,
    get,
    expanded,
    makePrice,
    now,
    tell,
    payInvoice,

    /** A customer pays. `slowly`: with a delayed payment method, whose money arrives, or fails to, days later. */
    pay(sessionId: string, { email, slowly = false }: { email?: string; slowly?: boolean } = {}) {
      const session = get('checkout.session', sessionId)
      if (session.status !== 'open') throw new StripeRefusal(400, { message: `The session is ${session.status}.` })
      const known = session.customer ? get('customer', session.customer) : null
      session.status = 'complete'
      session.url = null
      session.customer_details = { email: known?.email ?? email ?? 'somebody@example.com', name: 'Ada' }
      if (slowly) return tell('checkout.session.completed', session)
      this.settle(sessionId, true)
    },

    /** The money of a session comes, or does not. */
    settle(sessionId: string, comes: boolean) {
      const session = get('checkout.session', sessionId)
      const late = session.payment_status === 'unpaid' && events.some(({ body }) => body.includes(sessionId))
      if (!comes) return tell('checkout.session.async_payment_failed', session)
      if (session.mode === 'subscription') {
        const subscription = subscribe(session)
        session.subscription = subscription.id
        session.invoice = subscription.latest_invoice
      } else {
        const paid = charge(session.amount_total, session.currency, session.customer, session.kept.paymentMetadata)
        session.payment_intent = paid.payment_intent
      }
      session.payment_status = 'paid'
      tell(late ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed', session)
    },

    expire(sessionId: string) {
      const session = get('checkout.session', sessionId)
      if (session.status !== 'open')
        throw new StripeRefusal(400, { message: 'Only Checkout Sessions with a status of `open` can be expired.' })
      Object.assign(session, { status: 'expired', url: null })
      tell('checkout.session.expired', session)
    },

    /** A period is over: the next is paid for, or not; a change or an end that waited for it happens. */
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

    /** What the portal does on "Confirm": upgrades immediately, downgrades or shortens at the end of the period. */
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

    /** Of a session's payment, or of an invoice's. */
    chargeOf(id: string): Thing {
      const thing = things.get(id)
      const paid = all('invoice_payment').find(({ invoice }) => invoice === id || invoice === thing?.invoice)
      const payment = thing?.payment_intent ?? paid?.payment.payment_intent
      const found = all('charge').find(({ payment_intent }) => payment_intent === payment)
      if (!found) throw missing('charge', id)
      return found
    },

    refund(chargeId: string, amount?: number) {
      const found = get('charge', chargeId)
      found.amount_refunded += amount ?? found.amount - found.amount_refunded
      found.refunded = found.amount_refunded >= found.amount
      tell('charge.refunded', found)
    },

    dispute(chargeId: string): Thing {
      const found = get('charge', chargeId)
      found.disputed = true
      const dispute = add('dp', 'dispute', {
        charge: chargeId,
        amount: found.amount,
        currency: found.currency,
        reason: 'fraudulent',
        status: 'needs_response',
      })
      tell('charge.dispute.created', dispute)
      return dispute
    },

    closeDispute(disputeId: string, status: 'won' | 'lost') {
      const dispute = get('dispute', disputeId)
      dispute.status = status
      tell('charge.dispute.closed', dispute)
    },
  }
}
