import { z } from 'zod'
import { itemId, timestamp } from '#kit/fields.ts'

/** Payment providers: two Stripe accounts and one at Coinbase. */
export const providers = ['stripe', 'stripe_ae', 'coinbase'] as const
export type Provider = (typeof providers)[number]

export const intervals = ['month', 'year'] as const
export type Interval = (typeof intervals)[number]

/**
 * `waiting`: not confirmed yet. `processing`: a delayed payment method is being confirmed. `paid`: paid and delivered.
 * `taken_back`: refunded or disputed. The last four are final, except that a paid order can still be refunded.
 */
export const orderStates = ['waiting', 'processing', 'paid', 'failed', 'expired', 'taken_back'] as const
export type OrderState = (typeof orderStates)[number]

export const orderStatus = z.object({
  reference: z.string().describe('Purchase reference.'),
  state: z
    .enum(orderStates)
    .describe(
      '`waiting`: not confirmed yet. `processing`: a delayed payment method is being confirmed. `paid`: paid and delivered. `taken_back`: refunded or disputed.',
    ),
  provider: z.enum(providers).describe('Payment provider.'),
  feature: z.string().meta({ description: 'What was bought.', examples: ['pro'] }),
  interval: z.enum(intervals).nullable().describe('Billing interval. Null for one-time purchases.'),
  qty: z.number().meta({ description: 'Number of items.', examples: [1] }),
  amount_total: z
    .number()
    .meta({ description: 'Total in the currency’s smallest unit, such as cents.', examples: [4900] }),
  currency: z.string().meta({ description: 'ISO 4217 currency code in lowercase.', examples: ['usd'] }),
  codes_redeemed: z.number().describe('Number of codes redeemed for the buyer.'),
  codes_mailed: z.number().describe('Number of codes sent by email.'),
  customer_email_masked: z
    .string()
    .nullable()
    .meta({ description: 'The payer’s email, partly hidden. Null if unknown.', examples: ['a***@example.com'] }),
})
export type OrderStatus = z.output<typeof orderStatus>

/** A reason for a plan or an add-on. */
export const entitlement = z.object({
  what: z.enum(['plan', 'seodata']).describe('What it gives: a plan, or the SEO data add-on.'),
  plan: z
    .string()
    .nullable()
    .meta({ description: 'Name of the plan. Null for the add-on.', examples: ['pro'] }),
  source: z.string().meta({
    description: 'Where it comes from: `start` (the server’s default), `staff`, `stripe`, `stripe_ae` or `code`.',
    examples: ['stripe'],
  }),
  interval: z.string().nullable().describe('Billing interval. Null if there is none.'),
  from: timestamp.describe('When it began.'),
  until: timestamp.nullable().describe('When it ends. Null if it doesn’t.'),
})

export const subscription = z.object({
  _id: z.string().meta({ description: 'Id of the subscription at the provider.', examples: ['sub_1a2B3c4D5e6F'] }),
  provider: z.enum(providers).describe('Payment provider.'),
  feature: z.string().meta({ description: 'What is subscribed to.', examples: ['pro'] }),
  label: z.string().meta({ description: 'Name on screens.', examples: ['Pro'] }),
  interval: z.enum(intervals).describe('Billing interval.'),
  amount: z.number().meta({
    description: 'Amount per billing interval in the currency’s smallest unit, such as cents.',
    examples: [4900],
  }),
  currency: z.string().meta({ description: 'ISO 4217 currency code in lowercase.', examples: ['usd'] }),
  status: z
    .enum(['active', 'ending', 'past_due', 'ended'])
    .describe('`ending`: canceled, runs until `ends_at`. `past_due`: a payment failed; active until `grace.until`.'),
  renews_at: timestamp.nullable().describe('When the next payment is due. Null if there is none.'),
  ends_at: timestamp.nullable().describe('When it ends. Null if it renews.'),
  pending: z
    .object({
      feature: z.string().meta({ description: 'What is subscribed to then.', examples: ['pro'] }),
      label: z.string().meta({ description: 'Its name on screens.', examples: ['Pro'] }),
      interval: z.enum(intervals).describe('Billing interval then.'),
      at: timestamp.describe('When the change happens.'),
    })
    .nullable()
    .describe('The change at the end of the billing period. Null if there is none.'),
  grace: z
    .object({
      since: timestamp.describe('When the payment failed.'),
      until: timestamp.describe('When the subscription ends if it isn’t paid.'),
      invoice_url: z.string().nullable().describe('Page to pay the invoice. Null if there is none.'),
    })
    .nullable()
    .describe('Time left to pay after a failed payment. Null if no payment failed.'),
})
export type BilledSubscription = z.output<typeof subscription>

export const payment = z.object({
  _id: itemId.describe('Id of the payment.'),
  provider: z.enum(providers).describe('Payment provider.'),
  at: timestamp.describe('When it was paid or created.'),
  description: z.string().meta({ description: 'What was paid for.', examples: ['Pro, 1 month'] }),
  number: z.string().nullable().describe('Invoice number. Null if there is no invoice.'),
  amount: z.number().meta({ description: 'Amount in the currency’s smallest unit, such as cents.', examples: [4900] }),
  refunded: z.number().describe('Refunded amount in the currency’s smallest unit, such as cents.'),
  currency: z.string().meta({ description: 'ISO 4217 currency code in lowercase.', examples: ['usd'] }),
  status: z
    .enum(['paid', 'open', 'failed', 'refunded', 'partly_refunded', 'disputed'])
    .describe('Status of the payment.'),
  invoice_url: z.string().nullable().describe('The provider’s invoice page. Null if there is none.'),
  pdf_url: z.string().nullable().describe('The invoice as PDF. Null if there is none.'),
})
export type Payment = z.output<typeof payment>

/** A purchased code that isn't redeemed. */
export const boughtCode = z.object({
  code: z.string().meta({ description: 'The code.', examples: ['ES-4F7K-2MQX-9PTD'] }),
  bought_at: timestamp.describe('When the code was bought.'),
  reference: z.string().describe('Reference of the purchase.'),
})
