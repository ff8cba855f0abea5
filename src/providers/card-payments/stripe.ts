import type Stripe from 'stripe'
import type { CardPayments, NewCardCheckout } from './port.ts'
import { createStripeClient, isInvalidRequest, once, type StripeSettings, toId } from './stripe-client.ts'
import { createStripePortal } from './stripe-portal.ts'
import { createStripePrices, productName } from './stripe-prices.ts'
import {
  featureKey,
  readCharge,
  readCheckout,
  readInvoice,
  readSubscription,
  subscriptionExpansions,
} from './stripe-shapes.ts'
import { verifyWebhookSignature } from './verify-webhook-signature.ts'

/** An account at Stripe, by its SDK. */
export function createStripe(settings: StripeSettings): CardPayments {
  const { id, secretKey, webhookSecret } = settings
  const client = createStripeClient(settings)
  const { missing, load, ask, askMaybe } = client

  return {
    id,
    unavailable: missing.length > 0 ? `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set.` : null,
    webhookReady: Boolean(webhookSecret),

    createCustomer: ({ userId, email, name }) =>
      ask(async (stripe) => {
        const made = { email, ...(name ? { name } : {}), metadata: { user_id: userId } }
        return (await stripe.customers.create(made, once(`customer-${userId}`, made))).id
      }),

    createCheckout: (checkout) =>
      ask(async (stripe) =>
        readCheckout(
          await stripe.checkout.sessions.create(sessionFor(checkout), {
            idempotencyKey: `earshot-checkout-${checkout.reference}`,
          }),
        ),
      ),

    getCheckout: async (checkoutId) => {
      const found = await askMaybe((stripe) => stripe.checkout.sessions.retrieve(checkoutId))
      return found && readCheckout(found)
    },

    expireCheckout: (checkoutId) =>
      ask(async (stripe) => {
        try {
          await stripe.checkout.sessions.expire(checkoutId)
          return true
        } catch (error) {
          if (isInvalidRequest(error)) return false
          throw error
        }
      }),

    ...createStripePortal(client, createStripePrices()),

    getSubscription: async (subscriptionId) => {
      const found = await askMaybe((stripe) =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: subscriptionExpansions }),
      )
      return found && readSubscription(found)
    },

    async resumeSubscription(subscriptionId) {
      await ask(async (stripe) => {
        const { schedule } = await stripe.subscriptions.retrieve(subscriptionId)
        if (schedule) await stripe.subscriptionSchedules.release(toId(schedule))
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
      })
    },

    async cancelSubscription(subscriptionId) {
      const found = await askMaybe((stripe) => stripe.subscriptions.retrieve(subscriptionId))
      if (!found || found.status === 'canceled' || found.status === 'incomplete_expired') return
      await askMaybe((stripe) => stripe.subscriptions.cancel(subscriptionId))
    },

    getInvoice: async (invoiceId) => {
      const found = await askMaybe((stripe) => stripe.invoices.retrieve(invoiceId))
      return found && readInvoice(found)
    },

    getCharge: async (chargeId) => {
      const charge = await askMaybe((stripe) => stripe.charges.retrieve(chargeId))
      if (!charge) return null
      return ask(async (stripe) => {
        const payment = charge.payment_intent ? toId(charge.payment_intent) : null
        const paid = payment
          ? await stripe.invoicePayments.list({
              payment: { type: 'payment_intent', payment_intent: payment },
              limit: 1,
            })
          : null
        const invoice = paid?.data[0]?.invoice
        const disputes = charge.disputed ? (await stripe.disputes.list({ charge: chargeId, limit: 100 })).data : []
        return readCharge(charge, invoice ? toId(invoice) : null, disputes)
      })
    },

    verifyWebhook(rawBody, signature, now) {
      if (!webhookSecret || !signature) return null
      return verifyWebhookSignature(load(), { rawBody, signature, secret: webhookSecret, now })
    },

    async check() {
      await ask((stripe) => stripe.balance.retrieve())
      return { testMode: /^[sr]k_test_/.test(secretKey ?? '') }
    },
  }
}

function sessionFor({ reference, item, customerId, metadata, successUrl, cancelUrl }: NewCardCheckout) {
  const allMetadata = { ...metadata, reference, [featureKey]: item.feature }
  const line: Stripe.Checkout.SessionCreateParams.LineItem = {
    quantity: item.quantity,
    price_data: {
      currency: item.currency,
      unit_amount: item.amount,
      product_data: { name: productName(item.label), metadata: { [featureKey]: item.feature } },
      ...(item.interval ? { recurring: { interval: item.interval } } : {}),
    },
  }
  const session: Stripe.Checkout.SessionCreateParams = {
    mode: item.interval ? 'subscription' : 'payment',
    line_items: [line],
    client_reference_id: reference,
    metadata: allMetadata,
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(customerId ? { customer: customerId } : {}),
    ...(item.interval
      ? { subscription_data: { metadata: allMetadata } }
      : { payment_intent_data: { metadata: allMetadata } }),
  }
  return session
}
