import type Stripe from 'stripe'
import type { CardPayments } from './port.ts'
import { isInvalidRequest, once, type StripeClient } from './stripe-client.ts'
import type { PriceFor } from './stripe-prices.ts'

/** Pages at Stripe where people manage and change what they pay for. */
export function createStripePortal(
  { ask }: StripeClient,
  priceFor: PriceFor,
): Pick<CardPayments, 'createPortal' | 'createChange'> {
  return {
    createPortal: ({ customerId, returnUrl }) =>
      ask(async (stripe) => {
        const request = { customer: customerId, return_url: returnUrl }
        const session = await stripe.billingPortal.sessions.create(request).catch(async (error) => {
          // Without a portal configuration in the dashboard, uses ours, which shows invoices and cards
          // and lets people cancel.
          if (!isInvalidRequest(error) || !/configuration/i.test(error.message)) throw error
          const configuration = await configurationFor(stripe, 'portal', {
            customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
            invoice_history: { enabled: true },
            payment_method_update: { enabled: true },
            subscription_cancel: { enabled: true, mode: 'at_period_end' },
          })
          return stripe.billingPortal.sessions.create({ ...request, configuration })
        })
        return session.url
      }),

    createChange: ({ customerId, subscriptionId, item, returnUrl, doneUrl }) =>
      ask(async (stripe) => {
        const { price, product } = await priceFor(stripe, item)
        const configuration = await configurationFor(stripe, `change to ${price}`, {
          payment_method_update: { enabled: true },
          subscription_update: {
            enabled: true,
            default_allowed_updates: ['price'],
            proration_behavior: 'always_invoice',
            products: [{ product, prices: [price] }],
            schedule_at_period_end: {
              conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }],
            },
          },
        })
        const subscription = await stripe.subscriptions.retrieve(subscriptionId)
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          configuration,
          return_url: returnUrl,
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: subscriptionId,
              items: [{ id: subscription.items.data[0]!.id, price, quantity: 1 }],
            },
            after_completion: { type: 'redirect', redirect: { return_url: doneUrl } },
          },
        })
        return session.url
      }),
  }
}

/** What the portal lets people do, kept at Stripe under a name of ours. */
async function configurationFor(
  stripe: Stripe,
  name: string,
  features: Stripe.BillingPortal.ConfigurationCreateParams.Features,
) {
  const existing = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const found = existing.data.find(({ metadata }) => metadata?.earshot === name)
  if (found) return found.id
  const made = { features, metadata: { earshot: name } }
  return (await stripe.billingPortal.configurations.create(made, once('portal', made))).id
}
