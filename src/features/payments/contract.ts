import { z } from 'zod'
import { plan } from '#features/plans/contract.ts'
import { access, endpoint, group, type OutputOf } from '#kit/endpoint.ts'
import { exampleId, id, itemId, nothing, text, timestamp } from '#kit/fields.ts'
import { boughtCode, entitlement, intervals, orderStatus, payment, subscription } from './contract-billing.ts'

export * from './contract-billing.ts'

export const maxCodes = 100

/** A plan of the catalog that has a price, `seodata`, or `code`. */
const feature = z
  .string('feature must be text.')
  .regex(/^[a-z0-9_]{1,40}$/, 'feature must be the name of a plan such as "pro", or "seodata", or "code".')
  .meta({ description: 'A plan with a price, `seodata` (the add-on), or `code`.', examples: ['pro'] })
const interval = z.enum(intervals, 'interval must be "month" or "year".').describe('Billing interval.')
const qty = z
  .number('qty must be a number.')
  .int('qty must be a whole number.')
  .min(1, 'qty must be at least 1.')
  .max(maxCodes, `qty can be up to ${maxCodes}.`)
  .meta({ description: 'Number of codes, 1 to 100.', examples: [1] })
const aff = text('aff', 200).describe('Affiliate id.')

const link = z.object({
  url: z.string().meta({ description: 'The provider’s payment page.', examples: ['https://example.com/page'] }),
  reference: z
    .string()
    .nullable()
    .describe('Purchase reference for `/payments/status`. Null if the link changes a subscription.'),
})

/** US dollars: `month` and `year` for subscriptions, `once` for one-time purchases. */
export const sellingPrice = z.object({
  month: z
    .number()
    .optional()
    .meta({ description: 'Price per month in US dollars.', examples: [49] }),
  year: z
    .number()
    .optional()
    .meta({ description: 'Price per year in US dollars.', examples: [490] }),
  once: z
    .number()
    .optional()
    .meta({ description: 'One-time price in US dollars.', examples: [59] }),
})

export const catalogItem = z.object({
  feature: z.string().meta({ description: 'Name to pass as `feature`.', examples: ['pro'] }),
  kind: z.enum(['plan', 'addon', 'code']).describe('A plan, an add-on or a code.'),
  label: z.string().meta({ description: 'Name on screens.', examples: ['Pro'] }),
  price: sellingPrice.describe('Prices in US dollars.'),
})
export type CatalogItem = z.output<typeof catalogItem>

/** Payment methods that are set up: card signed in, card signed out, crypto. */
export const waysToPay = z.object({
  card: z.boolean().describe('Whether signed-in users can pay by card.'),
  card_signed_out: z.boolean().describe('Whether visitors can pay by card without an account.'),
  crypto: z.boolean().describe('Whether payment in cryptocurrency is available.'),
})
export type WaysToPay = z.output<typeof waysToPay>

/** Largest webhook body, in bytes. */
const webhookMaxBytes = 512_000

const webhook = <Path extends string>(path: Path, who: string, example: object) =>
  endpoint({
    path,
    access: access.public,
    summary: `Webhook for signed events from ${who}. A bad or old signature answers 400; repeated events change nothing.`,
    example,
    body: 'raw',
    maxBytes: webhookMaxBytes,
    /** Unparsed, since signatures cover the bytes. */
    input: z.object({ raw: z.string().describe('The body as the provider signed it.') }),
    output: z.object({ received: z.boolean().describe('Always true.') }),
  })

export const paymentsContract = group('Plans and payments', {
  paylink: endpoint({
    path: '/stripe/paylink',
    access: access.user,
    summary:
      'Create a card payment link for a plan, an add-on or codes. With an active subscription, the link changes it.',
    idempotent: true,
    support: false,
    rate: '60 payment links per hour per account, shared with /coinbase_link.',
    example: { feature: 'pro', interval: 'year' },
    input: z.strictObject({ feature, interval: interval.optional(), qty: qty.optional(), aff: aff.optional() }),
    output: link,
  }),
  paylinkNoAuth: endpoint({
    path: '/stripe_ae/paylink_noauth',
    access: access.public,
    summary: 'Create a card payment link for codes, without an account. The codes are emailed to the payer.',
    idempotent: true,
    support: false,
    rate: '60 per hour per client IP.',
    example: { feature: 'code', qty: 2 },
    input: z.strictObject({ feature, qty, aff: aff.optional() }),
    output: link,
  }),
  csinfo: endpoint({
    path: '/stripe_ae/csinfo',
    access: access.public,
    summary: 'Get the state of a Stripe checkout by its `session_id`. It only reports; it never grants anything.',
    example: { id: 'cs_live_a1B2c3D4e5F6' },
    input: z.strictObject({
      id: z
        .string('id must be text.')
        .regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'id must be the session_id of a checkout such as "cs_…".')
        .meta({ description: 'The `session_id` of the checkout.', examples: ['cs_live_a1B2c3D4e5F6'] }),
    }),
    output: z.object({
      status: z.string().nullable().describe('Status of the checkout at Stripe. Null if Stripe has none.'),
      payment_status: z.string().meta({ description: 'Status of the payment at Stripe.', examples: ['paid'] }),
      feature: z
        .string()
        .nullable()
        .meta({ description: 'What was bought. Null if unknown.', examples: ['code'] }),
      amount_total: z
        .number()
        .nullable()
        .meta({
          description: 'Total in the currency’s smallest unit, such as cents. Null if unknown.',
          examples: [4900],
        }),
      currency: z
        .string()
        .nullable()
        .meta({ description: 'ISO 4217 currency code in lowercase. Null if unknown.', examples: ['usd'] }),
      customer_email_masked: z
        .string()
        .nullable()
        .meta({ description: 'The payer’s email, partly hidden. Null if unknown.', examples: ['a***@example.com'] }),
      reference: z
        .string()
        .nullable()
        .describe('Purchase reference for `/payments/status`. Null if the checkout wasn’t created by this server.'),
    }),
  }),
  billingPortal: endpoint({
    path: '/stripe/billingportal',
    access: access.user,
    summary:
      'Create a link to Stripe’s billing portal for cards, invoices and cancellation. `return_url` is a URL of this site.',
    support: false,
    example: { return_url: '/app/settings/billing' },
    input: z.strictObject({
      return_url: text('return_url', 2000)
        .optional()
        .meta({ description: 'Path or URL on this server to return to.', examples: ['/app/settings/billing'] }),
    }),
    output: z.object({
      url: z.string().meta({ description: 'URL of the billing portal.', examples: ['https://example.com/page'] }),
    }),
  }),
  coinbaseLink: endpoint({
    path: '/coinbase_link',
    access: access.user,
    summary: 'Create a payment link for codes in crypto.',
    idempotent: true,
    support: false,
    rate: '60 payment links per hour per account, shared with /stripe/paylink.',
    example: { qty: 1 },
    input: z.strictObject({
      qty,
      userId: id('userId').optional().describe('Must be the caller’s own id if it’s sent.'),
    }),
    output: z.object({
      url: z.string().meta({ description: 'Coinbase’s payment page.', examples: ['https://example.com/page'] }),
      id: itemId.describe('Id of the payment link at Coinbase.'),
      expires_at: timestamp.describe('When the link expires.'),
      reference: z.string().describe('Purchase reference for `/payments/status`.'),
    }),
  }),
  stripeWebhook: webhook('/stripe/webhook', 'Stripe', {
    id: 'evt_1',
    type: 'invoice.paid',
    data: { object: { id: 'in_1' } },
  }),
  stripeAeWebhook: webhook('/stripe_ae/webhook', 'the second Stripe account', {
    id: 'evt_2',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_1' } },
  }),
  coinbaseWebhook: webhook('/coinbase/webhook', 'Coinbase', { id: 'evt_3', eventType: 'checkout.payment.success' }),
  catalog: endpoint({
    path: '/payments/catalogue',
    access: access.public,
    summary: 'List what’s for sale, prices, and the payment methods that are set up.',
    input: nothing,
    output: z.object({
      currency: z
        .string()
        .meta({ description: 'ISO 4217 currency code of the prices, in lowercase.', examples: ['usd'] }),
      ways: waysToPay.describe('Payment methods that are available.'),
      items: z.array(catalogItem).describe('Everything that is for sale.'),
    }),
  }),
  status: endpoint({
    path: '/payments/status',
    access: access.public,
    summary: 'Get the state of an order, by the reference of its payment link or the `session_id` it returned with.',
    example: { reference: exampleId },
    input: z
      .strictObject({
        reference: id('reference').optional().describe('Purchase reference.'),
        session_id: text('session_id', 255)
          .optional()
          .describe('The `session_id` of a Stripe checkout, instead of `reference`.'),
      })
      .refine((given) => (given.reference === undefined) !== (given.session_id === undefined), {
        path: ['reference'],
        error: 'reference or session_id is required, not both.',
        params: { reason: 'missing' },
      }),
    output: z.object({ order: orderStatus.describe('The purchase.') }),
  }),
  billing: endpoint({
    path: '/payments/billing',
    access: access.user,
    summary: 'Get your plan and its source, subscriptions, payments and unused codes.',
    input: nothing,
    output: z.object({
      plan: plan.describe('The plan that applies now.'),
      plan_label: z.string().meta({ description: 'Name of the plan on screens.', examples: ['Pro'] }),
      seodata: z
        .object({
          enabled: z.boolean().describe('Whether the add-on is active.'),
          included: z.boolean().describe('Whether it’s part of the plan. It can’t be bought then.'),
          stripe_date_account_disable: timestamp
            .nullable()
            .describe('When the add-on ends. Null if it renews or doesn’t end.'),
        })
        .describe('The SEO data add-on.'),
      ways: waysToPay.describe('Payment methods that are available.'),
      portal: z.boolean().describe('Whether the billing portal is available.'),
      entitlements: z.array(entitlement).describe('What the plan and add-on come from.'),
      subscriptions: z.array(subscription).describe('The user’s subscriptions.'),
      payments: z.array(payment).describe('The latest 100 payments, newest first.'),
      codes: z.array(boughtCode).describe('Codes the user bought.'),
    }),
  }),
  keep: endpoint({
    path: '/payments/keep',
    access: access.user,
    summary: 'Keep a subscription: undoes a pending cancellation or change.',
    idempotent: true,
    support: false,
    example: { _id: 'sub_1a2B3c4D5e6F' },
    input: z.strictObject({
      _id: text('_id', 255).meta({ description: 'Id of the subscription.', examples: ['sub_1a2B3c4D5e6F'] }),
    }),
    output: z.object({ subscription: subscription.describe('The subscription, which renews again.') }),
  }),
  updatePrice: endpoint({
    path: '/__admin/prices/update',
    access: access.staff,
    summary: 'Change the price of the add-on or of a code. Plan prices are part of the plan.',
    group: 'Staff',
    example: { feature: 'code', price: { once: 59 } },
    input: z.strictObject({
      feature: z.enum(['seodata', 'code'], 'feature must be "seodata" or "code".').describe('The add-on or codes.'),
      price: z
        .strictObject({
          month: dollars('price.month')
            .optional()
            .meta({ description: 'Price per month in US dollars.', examples: [49] }),
          year: dollars('price.year')
            .optional()
            .meta({ description: 'Price per year in US dollars.', examples: [490] }),
          once: dollars('price.once')
            .optional()
            .meta({ description: 'One-time price in US dollars.', examples: [59] }),
        })
        .describe('Prices in US dollars.'),
    }),
    output: z.object({ item: catalogItem.describe('The item with its new prices.') }),
  }),
})

/** US dollars, from Stripe's minimum charge up. */
function dollars(field: string) {
  return z
    .number(`${field} must be a number.`)
    .min(0.5, `${field} must be at least 0.5.`)
    .max(999_999, `${field} can be up to 999999.`)
    .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, {
      error: `${field} has up to two decimals.`,
      params: { reason: 'too_many_decimals' },
    })
}

export type Billing = OutputOf<typeof paymentsContract.billing>
