import type { Call } from '#platform/http/context.ts'
import { type Route, serve } from '#platform/http/route.ts'
import type { Billing } from './billing.ts'
import { type Provider, paymentsContract } from './contract.ts'
import type { Paylinks } from './payment-links.ts'
import { readAffiliateCookie } from './rules/affiliate.ts'
import { currency } from './rules/price-list.ts'
import type { Payments } from './service.ts'

type Services = { payments: Payments; paylinks: Paylinks; billing: Billing }

export function paymentsRoutes({ payments, paylinks, billing }: Services): Route[] {
  const webhook = (endpoint: typeof paymentsContract.stripeWebhook, provider: Provider) =>
    serve(endpoint, async (call, { raw }) => {
      await payments.receive(provider, raw, call.headers)
      return { received: true }
    })
  return [
    serve(paymentsContract.paylink, (call, input) =>
      paylinks.byCard(call.actor, { ...input, aff: input.aff ?? getAffiliate(call) }),
    ),
    serve(paymentsContract.paylinkNoAuth, (call, input) =>
      paylinks.signedOut(call.clientAddress, { ...input, aff: input.aff ?? getAffiliate(call) }),
    ),
    serve(paymentsContract.csinfo, (_call, { id }) => billing.checkoutInfo(id)),
    serve(paymentsContract.billingPortal, async (call, { return_url }) => ({
      url: await billing.portal(call.actor, return_url),
    })),
    serve(paymentsContract.coinbaseLink, (call, input) => paylinks.byCrypto(call.actor, input)),
    webhook(paymentsContract.stripeWebhook, 'stripe'),
    webhook(paymentsContract.stripeAeWebhook, 'stripe_ae'),
    webhook(paymentsContract.coinbaseWebhook, 'coinbase'),
    serve(paymentsContract.catalog, async () => ({
      currency,
      ways: paylinks.ways(),
      items: await paylinks.itemsForSale(),
    })),
    serve(paymentsContract.status, async (_call, input) => ({ order: await billing.orderStatus(input) })),
    serve(paymentsContract.billing, (call) => billing.of(call.actor)),
    serve(paymentsContract.keep, async (call, { _id }) => ({
      subscription: await billing.resumeSubscription(call.actor, _id),
    })),
    serve(paymentsContract.updatePrice, async (call, { feature, price }) => ({
      item: await payments.updatePrice(call.actor, feature, price),
    })),
  ]
}

/** The affiliate from the caller's cookie. */
const getAffiliate = (call: Call) => readAffiliateCookie(call.headers.get('cookie'))
