import { z } from 'zod'
import { plan } from '#features/plans/contract.ts'
import { access, endpoint, type OutputOf } from '#kit/endpoint.ts'
import { id, nothing, text, timestamp } from '#kit/fields.ts'

/** Payment providers: two Stripe accounts and one at Coinbase. */
export const providers = ['stripe', 'stripe_ae', 'coinbase'] as const
export type Provider = (typeof providers)[number]

export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

export const maxCodes = 100

/** A plan of the catalogue that has a price, `seodata`, or `code`. */
const feature = z
  .string('feature must be text.')
  .regex(/^[a-z0-9_]{1,40}$/, 'feature must be the name of a plan such as "pro", or "seodata", or "code".')
const interval = z.enum(intervals, 'interval must be "month" or "year".')
const qty = z
  .number('qty must be a number.')
  .int('qty must be a whole number.')
  .min(1, 'qty must be at least 1.')
  .max(maxCodes, `qty may be at most ${maxCodes}.`)
const aff = text('aff', 200)

const link = z.object({
  /** The provider's payment page. */
  url: z.string(),
  /** The order's id, for `/payments/status`. Null when the link changes a subscription. */
  reference: z.string().nullable(),
})

/** US dollars: `month` and `year` for subscriptions, `once` for one-time purchases. */
export const sellingPrice = z.object({
  month: z.number().optional(),
  year: z.number().optional(),
  once: z.number().optional(),
})

export const catalogueItem = z.object({
  feature: z.string(),
  kind: z.enum(['plan', 'addon', 'code']),
  label: z.string(),
  price: sellingPrice,
})
export type CatalogueItem = z.output<typeof catalogueItem>

/** Payment methods that are set up: card signed in, card signed out, crypto. */
export const waysToPay = z.object({ card: z.boolean(), card_signed_out: z.boolean(), crypto: z.boolean() })
export type WaysToPay = z.output<typeof waysToPay>

/**
 * `waiting`: not confirmed yet. `processing`: a delayed payment method is being confirmed. `paid`: paid and delivered.
 * `taken_back`: refunded or disputed. The last four are final, except that a paid order can still be refunded.
 */
export const orderStates = ['waiting', 'processing', 'paid', 'failed', 'expired', 'taken_back'] as const
export type OrderState = (typeof orderStates)[number]

export const orderStatus = z.object({
  reference: z.string(),
  state: z.enum(orderStates),
  provider: z.enum(providers),
  feature: z.string(),
  interval: z.enum(intervals).nullable(),
  qty: z.number(),
  /** In the smallest unit of the currency: cents. */
  amount_total: z.number(),
  currency: z.string(),
  /** Codes redeemed for the buyer, and codes sent by email. */
  codes_redeemed: z.number(),
  codes_mailed: z.number(),
  customer_email_masked: z.string().nullable(),
})
export type OrderStatus = z.output<typeof orderStatus>

/** A reason for a plan or an add-on. */
export const entitlement = z.object({
  what: z.enum(['plan', 'seodata']),
  plan: z.string().nullable(),
  /** `start` (the installation), `staff`, `stripe`, `stripe_ae`, or `code`. */
  source: z.string(),
  interval: z.string().nullable(),
  from: timestamp,
  /** When it ends; null: it doesn't. */
  until: timestamp.nullable(),
})

export const subscription = z.object({
  _id: z.string(),
  provider: z.enum(providers),
  feature: z.string(),
  label: z.string(),
  interval: z.enum(intervals),
  /** Per interval, in the currency's smallest unit. */
  amount: z.number(),
  currency: z.string(),
  /** `ending`: cancelled, runs until `ends_at`. `past_due`: a payment failed; active until `grace.until`. */
  status: z.enum(['active', 'ending', 'past_due', 'ended']),
  /** The next payment; null when there is none. */
  renews_at: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  /** The change at the end of the billing period. */
  pending: z.object({ feature: z.string(), label: z.string(), interval: z.enum(intervals), at: timestamp }).nullable(),
  grace: z.object({ since: timestamp, until: timestamp, invoice_url: z.string().nullable() }).nullable(),
})
export type BilledSubscription = z.output<typeof subscription>

export const payment = z.object({
  _id: z.string(),
  provider: z.enum(providers),
  at: timestamp,
  description: z.string(),
  /** The invoice number, if there is an invoice. */
  number: z.string().nullable(),
  amount: z.number(),
  refunded: z.number(),
  currency: z.string(),
  status: z.enum(['paid', 'open', 'failed', 'refunded', 'partly_refunded', 'disputed']),
  /** The provider's page and PDF. */
  invoice_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
})
export type Payment = z.output<typeof payment>

/** A purchased code that isn't redeemed. */
export const boughtCode = z.object({ code: z.string(), bought_at: timestamp, reference: z.string() })

/** Largest webhook body, in bytes. */
const webhookMaxBytes = 512_000

const webhook = <Path extends string>(path: Path, who: string) =>
  endpoint({
    path,
    access: access.public,
    summary: `Webhook for signed events from ${who}. A bad or old signature answers 400; repeated events change nothing.`,
    body: 'raw',
    maxBytes: webhookMaxBytes,
    /** Unparsed, since signatures cover the bytes. */
    input: z.object({ raw: z.string() }),
    output: z.object({ received: z.boolean() }),
  })

export const paymentsContract = {
  paylink: endpoint({
    path: '/stripe/paylink',
    access: access.user,
    summary:
      'Create a card payment link for a plan, an add-on or codes. With an active subscription, the link changes it.',
    idempotent: true,
    support: false,
    input: z.strictObject({ feature, interval: interval.optional(), qty: qty.optional(), aff: aff.optional() }),
    output: link,
  }),
  paylinkNoAuth: endpoint({
    path: '/stripe_ae/paylink_noauth',
    access: access.public,
    summary: 'Create a card payment link for codes, without an account. The codes are emailed to the payer.',
    idempotent: true,
    support: false,
    input: z.strictObject({ feature, qty, aff: aff.optional() }),
    output: link,
  }),
  csinfo: endpoint({
    path: '/stripe_ae/csinfo',
    access: access.public,
    summary: 'Get the state of a Stripe checkout by its `session_id`. It only reports; it never grants anything.',
    input: z.strictObject({
      id: z
        .string('id must be text.')
        .regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'id must be the session_id of a checkout such as "cs_…".'),
    }),
    output: z.object({
      status: z.string().nullable(),
      payment_status: z.string(),
      feature: z.string().nullable(),
      amount_total: z.number().nullable(),
      currency: z.string().nullable(),
      customer_email_masked: z.string().nullable(),
      /** For `/payments/status`; null when the checkout wasn't created by this server. */
      reference: z.string().nullable(),
    }),
  }),
  billingPortal: endpoint({
    path: '/stripe/billingportal',
    access: access.user,
    summary:
      'Create a link to Stripe’s billing portal for cards, invoices and cancellation. `return_url` is a URL of this site.',
    support: false,
    input: z.strictObject({ return_url: text('return_url', 2000).optional() }),
    output: z.object({ url: z.string() }),
  }),
  coinbaseLink: endpoint({
    path: '/coinbase_link',
    access: access.user,
    summary: 'Create a payment link for codes in crypto.',
    idempotent: true,
    support: false,
    input: z.strictObject({ qty, userId: id('userId').optional() }),
    output: z.object({ url: z.string(), id: z.string(), expires_at: timestamp, reference: z.string() }),
  }),
  stripeWebhook: webhook('/stripe/webhook', 'Stripe'),
  stripeAeWebhook: webhook('/stripe_ae/webhook', 'the second Stripe account'),
  coinbaseWebhook: webhook('/coinbase/webhook', 'Coinbase'),
  catalogue: endpoint({
    path: '/payments/catalogue',
    access: access.public,
    summary: 'List what’s for sale, prices, and the payment methods that are set up.',
    input: nothing,
    output: z.object({ currency: z.string(), ways: waysToPay, items: z.array(catalogueItem) }),
  }),
  status: endpoint({
    path: '/payments/status',
    access: access.public,
    summary: 'Get the state of an order, by the reference of its payment link or the `session_id` it returned with.',
    input: z
      .strictObject({ reference: id('reference').optional(), session_id: text('session_id', 255).optional() })
      .refine((given) => (given.reference === undefined) !== (given.session_id === undefined), {
        path: ['reference'],
        error: 'reference or session_id is required, not both.',
        params: { reason: 'missing' },
      }),
    output: z.object({ order: orderStatus }),
  }),
  billing: endpoint({
    path: '/payments/billing',
    access: access.user,
    summary: 'Get your plan and its source, subscriptions, payments and unused codes.',
    input: nothing,
    output: z.object({
      plan,
      plan_label: z.string(),
      seodata: z.object({
        enabled: z.boolean(),
        /** Part of the plan, so it can't be added. */
        included: z.boolean(),
        stripe_date_account_disable: timestamp.nullable(),
      }),
      ways: waysToPay,
      /** Whether the billing portal is available. */
      portal: z.boolean(),
      entitlements: z.array(entitlement),
      subscriptions: z.array(subscription),
      /** The newest 100. */
      payments: z.array(payment),
      codes: z.array(boughtCode),
    }),
  }),
  keep: endpoint({
    path: '/payments/keep',
    access: access.user,
    summary: 'Keep a subscription: undoes a pending cancellation or change.',
    idempotent: true,
    support: false,
    input: z.strictObject({ _id: text('_id', 255) }),
    output: z.object({ subscription }),
  }),
  updatePrice: endpoint({
    path: '/__admin/prices/update',
    access: access.staff,
    summary: 'Change the price of the add-on or of a code. Plan prices are part of the plan.',
    input: z.strictObject({
      feature: z.enum(['seodata', 'code'], 'feature must be "seodata" or "code".'),
      price: z.strictObject({
        month: dollars('price.month').optional(),
        year: dollars('price.year').optional(),
        once: dollars('price.once').optional(),
      }),
    }),
    output: z.object({ item: catalogueItem }),
  }),
}

/** US dollars, from Stripe's minimum charge up. */
function dollars(field: string) {
  return z
    .number(`${field} must be a number.`)
    .min(0.5, `${field} must be at least 0.5.`)
    .max(999_999, `${field} may be at most 999999.`)
    .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, {
      error: `${field} has at most two decimals.`,
      params: { reason: 'too_many_decimals' },
    })
}

export type Billing = OutputOf<typeof paymentsContract.billing>
