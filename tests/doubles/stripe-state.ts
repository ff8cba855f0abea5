import { createStripeCharges } from './stripe-charges.ts'
import { createStripeObjects, type StripeEvent } from './stripe-objects.ts'
import { createStripeSubscriptions } from './stripe-subscriptions.ts'
import { StripeRefusal } from './stripe-wire.ts'

/** A Stripe account: its objects, and what happens to them. */

export type StripeWorld = ReturnType<typeof createStripeWorld>

export function createStripeWorld(options: { nowMs(): number; onEvent(event: StripeEvent): void }) {
  const objects = createStripeObjects(options)
  const charges = createStripeCharges(objects)
  const subscriptions = createStripeSubscriptions(objects, charges)
  const { events, get, tell } = objects
  const { charge } = charges

  return {
    ...objects,
    ...charges,
    ...subscriptions,

    /** A customer pays. `slowly`: with a delayed payment method that succeeds or fails days later. */
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

    /** The delayed payment of a session succeeds or fails. */
    settle(sessionId: string, comes: boolean) {
      const session = get('checkout.session', sessionId)
      const late = session.payment_status === 'unpaid' && events.some(({ body }) => body.includes(sessionId))
      if (!comes) return tell('checkout.session.async_payment_failed', session)
      if (session.mode === 'subscription') {
        const subscription = subscriptions.subscribe(session)
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
  }
}
