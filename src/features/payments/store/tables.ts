import type { Generated, JSONColumnType } from 'kysely'
import type { Interval, OrderState, Provider } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    selling_prices: SellingPricesTable
    payment_orders: PaymentOrdersTable
    payment_customers: PaymentCustomersTable
    payment_subscriptions: PaymentSubscriptionsTable
    payment_invoices: PaymentInvoicesTable
    payment_events: PaymentEventsTable
    payment_looks: PaymentLooksTable
    payment_mails: PaymentMailsTable
  }
}

/** Prices of the add-on and of codes; plans have their own. */
export type SellingPricesTable = {
  feature: string
  label: string
  price: JSONColumnType<{ month?: number; year?: number; once?: number }>
}

/** A checkout that was started. Amounts in cents. */
export type PaymentOrdersTable = {
  id: string
  provider: Provider
  /** The checkout's id at the provider. */
  provider_id: string | null
  /** Null: bought without an account. */
  user_id: string | null
  /** The payer's email as the provider reports it, in lower case. */
  email: string | null
  feature: string
  interval: Interval | null
  quantity: number
  unit_amount: number
  amount_total: number
  currency: string
  affiliate: string | null
  url: string | null
  expires_at: Date | null
  state: Generated<OrderState>
  payment_id: string | null
  subscription_id: string | null
  receipt_url: string | null
  refunded: Generated<number>
  disputed: Generated<boolean>
  codes_redeemed: Generated<number>
  codes_mailed: Generated<number>
  created_at: Date
  paid_at: Date | null
  delivered_at: Date | null
}

export type PaymentCustomersTable = { user_id: string; provider: Provider; customer_id: string }

export type PaymentSubscriptionsTable = {
  user_id: string
  provider: Provider
  id: string
  customer_id: string
  feature: string
  interval: Interval
  amount: number
  currency: string
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  started_at: Date
  period_end: Date
  ends_at: Date | null
  ended_at: Date | null
  pending_feature: string | null
  pending_interval: Interval | null
  pending_at: Date | null
  unpaid_invoice_id: string | null
  unpaid_since: Date | null
  unpaid_url: string | null
  grace_until: Date | null
  /** When the subscription was last read from the provider. */
  asked_at: Date
}

export type PaymentInvoicesTable = {
  user_id: string
  provider: Provider
  id: string
  subscription_id: string | null
  number: string | null
  description: string
  status: 'draft' | 'open' | 'paid' | 'failed' | 'void'
  amount: number
  refunded: Generated<number>
  disputed: Generated<boolean>
  currency: string
  at: Date
  covers_until: Date
  url: string | null
  pdf_url: string | null
}

/** Webhook events, stored before they are handled. Only the subject's id is kept: everything else is read from the provider's API. */
export type PaymentEventsTable = {
  provider: Provider
  id: string
  type: string
  subject_kind: string | null
  subject_id: string | null
  created_at: Date | null
  received_at: Date
  deliveries: Generated<number>
  handled_at: Date | null
  outcome: string | null
}

/**
 * Optimistic ordering of reads from a provider: each read takes a ticket before the request, and its result is applied only if
 * no later ticket was applied. A slow response never overwrites a newer one.
 */
export type PaymentLooksTable = {
  provider: Provider
  kind: string
  id: string
  ticket: Generated<number>
  applied: Generated<number>
  at: Date
}

/** Emails sent once per `key`. */
export type PaymentMailsTable = {
  key: string
  kind: 'codes' | 'payment_failed' | 'grace_ending' | 'access_ended'
  user_id: string | null
  order_id: string | null
  provider: Provider | null
  subscription_id: string | null
  created_at: Date
  sent_at: Date | null
}
