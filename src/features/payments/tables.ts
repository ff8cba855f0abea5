import type { Generated, JSONColumnType } from 'kysely'
import type { Interval, OrderState, Provider } from './contract.ts'

declare module '#platform/database.ts' {
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

/** Of what is not a plan: the add-on and codes. */
export type SellingPricesTable = {
  feature: string
  label: string
  price: JSONColumnType<{ month?: number; year?: number; once?: number }>
}

/** Something somebody set out to buy. Amounts in cents. */
export type PaymentOrdersTable = {
  id: string
  provider: Provider
  /** The checkout's id there. */
  provider_id: string | null
  /** Null: bought without an account. */
  user_id: string | null
  /** The payer's, as the provider knows it; lower case. */
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
  /** When the provider was last asked. */
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

/** What providers told us: stored before it is handled. Of what they said only what it is about; the rest is asked for. */
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
 * Who looked at what a provider says, and whose answer was kept: each look takes a ticket before it asks, and what it heard
 * counts only if no later ticket's did. So an answer that was overtaken on its way never stands over a newer one.
 */
export type PaymentLooksTable = {
  provider: Provider
  kind: string
  id: string
  ticket: Generated<number>
  applied: Generated<number>
  at: Date
}

/** Mails that go once: `key` names the occasion. */
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
