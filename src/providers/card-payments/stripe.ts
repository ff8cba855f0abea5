import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound-fetch.ts'
import type { CardAccountId, CardItem, CardPayments, NewCardCheckout } from './port.ts'
import { fetchWithin, patienceMs, silent, withPatience } from './stripe-fetch.ts'
import {
  featureKey,
  getLookupKey,
  readCharge,
  readCheckout,
  readEvent,
  readInvoice,
  readSubscription,
  subscriptionExpansions,
} from './stripe-shapes.ts'

/** The version of Stripe's API that the shapes here are of. It changes together with the SDK, whose types are of it too. */
const apiVersion = '2026-10-28.endive'
const retries = 2
const toleranceSeconds = 300
const params = { provider: 'Stripe' }

export type StripeSettings = {
  id: CardAccountId
  secretKey: string | undefined
  webhookSecret: string | undefined
  /** In place of Stripe's own host. */
  apiBase: string | undefined
  fetch: OutboundFetch
}

/** An account at Stripe, by its SDK. */
export function createStripe({ id, secretKey, webhookSecret, apiBase, fetch }: StripeSettings): CardPayments {
  const variable = id === 'stripe' ? 'STRIPE' : 'STRIPE_AE'
  const missing = [
    secretKey ? null : `${variable}_SECRET_KEY`,
    webhookSecret ? null : `${variable}_WEBHOOK_SECRET`,
  ].filter((name) => name !== null)
  const stripe = new Stripe(secretKey ?? 'not_set', {
    apiVersion,
    httpClient: Stripe.createFetchHttpClient(
      fetchWithin(fetch, apiBase ? new URL(apiBase).pathname.replace(/\/+$/, '') : ''),
    ),
    maxNetworkRetries: retries,
    timeout: patienceMs,
    telemetry: false,
    ...(apiBase ? getHost(apiBase) : {}),
  })
  const products = new Map<string, string>()
  const prices = new Map<string, Promise<{ price: string; product: string }>>()

  /** @throws AppError upstream_failed, without anything of the request in it */
  async function ask<T>(question: () => Promise<T>): Promise<T> {
    if (!secretKey)
      throw new AppError('unavailable', `${variable}_SECRET_KEY isn’t set.`, {
        reason: 'payment_provider_not_set_up',
        params,
        retryable: false,
      })
    try {
      return await withPatience(question)
    } catch (error) {
      throw explain(error)
    }
  }

  async function askMaybe<T>(question: () => Promise<T>): Promise<T | null> {
    return ask(() => question().catch((error) => (isMissing(error) ? null : Promise.reject(error))))
  }

  function explain(error: unknown): unknown {
    if (error instanceof AppError || !(error instanceof Stripe.errors.StripeError)) return error
    // Its own error names headers and, in some messages, the key: of it goes on what helps to find the failure.
    const parts = [error.type, error.code, error.param, error.requestId, withoutKeys(error.message)].filter(Boolean)
    const cause = new Error(parts.join(' · '))
    if (error instanceof Stripe.errors.StripeConnectionError) return silent(cause)
    if (error.statusCode === 401 || error.statusCode === 403)
      return new AppError(
        'upstream_failed',
        `Stripe rejected this installation’s credentials. Check ${variable}_SECRET_KEY.`,
        { reason: 'payment_provider_credentials', params, retryable: false, cause },
      )
    const retryable = error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500
    return new AppError(
      'upstream_failed',
      retryable
        ? 'Stripe couldn’t process this. You weren’t charged. Try again in a moment.'
        : 'Stripe rejected this. You weren’t charged. The reason is in the server’s log.',
      { reason: retryable ? 'payment_provider_failed' : 'payment_provider_rejected', params, retryable, cause },
    )
  }

  const withoutKeys = (text: string) =>
    [secretKey, webhookSecret].reduce<string>((left, key) => (key ? left.replaceAll(key, '…') : left), text)

  /** A price that subscriptions can be changed to: found by its lookup key, else made, together with its product. */
  function priceFor(item: CardItem): Promise<{ price: string; product: string }> {
    const lookupKey = getLookupKey({ ...item, interval: item.interval ?? 'once' })
    const known = prices.get(lookupKey) ?? findOrMakePrice(item, lookupKey)
    prices.set(lookupKey, known)
    known.catch(() => prices.delete(lookupKey))
    return known
  }

  async function findOrMakePrice(item: CardItem, lookupKey: string) {
    const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const existing = found.data[0]
    if (existing) return { price: existing.id, product: toId(existing.product) }
    const product = await productFor(item)
    const made: Stripe.PriceCreateParams = {
      product,
      currency: item.currency,
      unit_amount: item.amount,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { [featureKey]: item.feature },
      ...(item.interval ? { recurring: { interval: item.interval } } : {}),
    }
    const { id: price } = await stripe.prices.create(made, once('price', made))
    return { price, product }
  }

  async function productFor({ feature, label }: CardItem): Promise<string> {
    const known = products.get(feature)
    if (known) return known
    const made: Stripe.ProductCreateParams = {
      id: `earshot_${feature}`,
      name: productName(label),
      metadata: { [featureKey]: feature },
    }
    const product = await stripe.products.create(made, once('product', made)).catch((error) => {
      // It was made before, perhaps under another label.
      if ((error as { code?: string }).code === 'resource_already_exists') return { id: made.id! }
      throw error
    })
    products.set(feature, product.id)
    return product.id
  }

  /** What the portal lets people do, kept at Stripe under a name of ours. */
  async function portalFor(name: string, features: Stripe.BillingPortal.ConfigurationCreateParams.Features) {
    const existing = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    const found = existing.data.find(({ metadata }) => metadata?.earshot === name)
    if (found) return found.id
    const made = { features, metadata: { earshot: name } }
    return (await stripe.billingPortal.configurations.create(made, once('portal', made))).id
  }

  return {
    id,
    unavailable: missing.length > 0 ? `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set.` : null,
    webhookReady: Boolean(webhookSecret),

    createCustomer: ({ userId, email, name }) =>
      ask(async () => {
        const made = { email, ...(name ? { name } : {}), metadata: { user_id: userId } }
        return (await stripe.customers.create(made, once(`customer-${userId}`, made))).id
      }),

    createCheckout: (checkout) =>
      ask(async () =>
        readCheckout(
          await stripe.checkout.sessions.create(sessionFor(checkout), {
            idempotencyKey: `earshot-checkout-${checkout.reference}`,
          }),
        ),
      ),

    getCheckout: async (checkoutId) => {
      const found = await askMaybe(() => stripe.checkout.sessions.retrieve(checkoutId))
      return found && readCheckout(found)
    },

    expireCheckout: (checkoutId) =>
      ask(async () => {
        try {
          await stripe.checkout.sessions.expire(checkoutId)
          return true
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
          throw error
        }
      }),

    createPortal: ({ customerId, returnUrl }) =>
      ask(async () => {
        const wanted = { customer: customerId, return_url: returnUrl }
        const session = await stripe.billingPortal.sessions.create(wanted).catch(async (error) => {
          // Without a portal configuration in the dashboard, uses ours, which shows invoices and cards
          // and lets people cancel.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !/configuration/i.test(error.message))
            throw error
          const configuration = await portalFor('portal', {
            customer_update: { enabled: true, allowed_updates: ['email', 'name', 'address', 'tax_id'] },
            invoice_history: { enabled: true },
            payment_method_update: { enabled: true },
            subscription_cancel: { enabled: true, mode: 'at_period_end' },
          })
          return stripe.billingPortal.sessions.create({ ...wanted, configuration })
        })
        return session.url
      }),

    createChange: ({ customerId, subscriptionId, item, returnUrl, doneUrl }) =>
      ask(async () => {
        const { price, product } = await priceFor(item)
        const configuration = await portalFor(`change to ${price}`, {
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

    getSubscription: async (subscriptionId) => {
      const found = await askMaybe(() =>
        stripe.subscriptions.retrieve(subscriptionId, { expand: subscriptionExpansions }),
      )
      return found && readSubscription(found)
    },

    async keepSubscription(subscriptionId) {
      await ask(async () => {
        const { schedule } = await stripe.subscriptions.retrieve(subscriptionId)
        if (schedule) await stripe.subscriptionSchedules.release(toId(schedule))
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false })
      })
    },

    async cancelSubscription(subscriptionId) {
      const found = await askMaybe(() => stripe.subscriptions.retrieve(subscriptionId))
      if (!found || found.status === 'canceled' || found.status === 'incomplete_expired') return
      await askMaybe(() => stripe.subscriptions.cancel(subscriptionId))
    },

    getInvoice: async (invoiceId) => {
      const found = await askMaybe(() => stripe.invoices.retrieve(invoiceId))
      return found && readInvoice(found)
    },

    getCharge: async (chargeId) => {
      const charge = await askMaybe(() => stripe.charges.retrieve(chargeId))
      if (!charge) return null
      return ask(async () => {
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
      try {
        const receivedAt = now.getTime()
        return readEvent(
          stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds, undefined, receivedAt),
        )
      } catch {
        // Doesn't tell the sender whether it was forged, stale or not JSON.
        return null
      }
    },

    async check() {
      await ask(() => stripe.balance.retrieve())
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

const productName = (label: string) => `Earshot ${label}`

/** The same words within a day are said once. */
const once = (what: string, params: object) => ({
  idempotencyKey: `earshot-${what}-${createHash('sha256').update(JSON.stringify(params)).digest('hex').slice(0, 32)}`,
})

const toId = (from: string | { id: string }) => (typeof from === 'string' ? from : from.id)

const isMissing = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'

function getHost(base: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const { protocol, hostname, port } = new URL(base)
  const scheme = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: Number(port || (scheme === 'http' ? 80 : 443)) }
}
