/** Taking cards: pages of the vendor to pay and to manage on, and the truth about what was paid. */

export type CardAccountId = 'stripe' | 'stripe_ae'

/** What is sold: a subscription with an interval, else something bought once. `amount` in cents. */
export type CardItem = {
  feature: string
  label: string
  interval: 'month' | 'year' | null
  amount: number
  currency: string
  quantity: number
}

export type NewCardCheckout = {
  /** Ours: what the order is found by when the vendor tells of it. */
  reference: string
  item: CardItem
  /** Null: a visitor without an account, whom Stripe asks for an email. */
  customerId: string | null
  /** For the vendor's own lists; nothing of it is ever believed. */
  metadata: Record<string, string>
  /** `{CHECKOUT_SESSION_ID}` is replaced by the checkout's id. */
  successUrl: string
  cancelUrl: string
}

export type CardCheckout = {
  id: string
  url: string | null
  reference: string | null
  mode: 'payment' | 'subscription'
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  amountTotal: number | null
  currency: string | null
  email: string | null
  subscriptionId: string | null
  paymentId: string | null
  expiresAt: Date
}

export type CardSubscription = {
  id: string
  customerId: string
  /** What it is for, by what we wrote at the price; null when it is none of ours. */
  feature: string | null
  interval: 'month' | 'year'
  amount: number
  currency: string
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  startedAt: Date
  periodEnd: Date
  /** Canceled: when it ends. */
  endsAt: Date | null
  endedAt: Date | null
  /** Expired without a payment. */
  endedUnpaid: boolean
  /** The plan it changes to at the end of its period. */
  pending: { feature: string; interval: 'month' | 'year'; at: Date } | null
  /** The invoice that waits for money. */
  unpaid: { invoiceId: string; since: Date; url: string | null } | null
}

export type CardInvoice = {
  id: string
  subscriptionId: string | null
  customerId: string | null
  number: string | null
  description: string
  status: 'draft' | 'open' | 'paid' | 'failed' | 'void'
  amount: number
  currency: string
  at: Date
  /** The end of the time it is for. */
  coversUntil: Date
  url: string | null
  pdfUrl: string | null
}

export type CardCharge = {
  id: string
  /** Of the checkout it was paid on. */
  reference: string | null
  paymentId: string | null
  invoiceId: string | null
  amount: number
  refunded: number
  /** The money is in dispute, or was lost in one. A mere inquiry is none. */
  disputed: boolean
  receiptUrl: string | null
}

/** What an event is about: the thing to ask the vendor for. */
export type CardSubject = { kind: 'checkout' | 'subscription' | 'invoice' | 'charge'; id: string }
export type CardEvent = { id: string; type: string; createdAt: Date; subject: CardSubject | null }

/** Every method but `verifyWebhook` @throws AppError upstream_failed: the vendor refused, failed, or was silent for 20 s. */
export type CardPayments = {
  id: CardAccountId
  /** Null when it can take payments. Otherwise a sentence that says which setting is missing. */
  unavailable: string | null
  /** Whether a secret for webhooks is set: without one none can be believed. */
  webhookReady: boolean
  /** The same user makes the same customer, however often this is called within a day. */
  createCustomer(person: { userId: string; email: string; name: string }): Promise<string>
  createCheckout(checkout: NewCardCheckout): Promise<CardCheckout>
  /** Null when there is none of this id. */
  getCheckout(id: string): Promise<CardCheckout | null>
  /** Expires a checkout so that it can no longer be paid. False: it was no longer open, perhaps because it was paid. */
  expireCheckout(id: string): Promise<boolean>
  createPortal(portal: { customerId: string; returnUrl: string }): Promise<string>
  /**
   * A page to confirm the change of a subscription to `item`. An upgrade takes effect immediately and is prorated;
   * a downgrade, or a change from yearly to monthly, takes effect at the end of the paid period.
   */
  createChange(change: {
    customerId: string
    subscriptionId: string
    item: CardItem
    returnUrl: string
    doneUrl: string
  }): Promise<string>
  getSubscription(id: string): Promise<CardSubscription | null>
  /** Takes back a cancellation or a change that waits. */
  resumeSubscription(id: string): Promise<void>
  /** Cancels immediately, without a refund. Does nothing to a subscription that has ended. */
  cancelSubscription(id: string): Promise<void>
  getInvoice(id: string): Promise<CardInvoice | null>
  getCharge(id: string): Promise<CardCharge | null>
  /**
   * The event of a webhook; null when the signature doesn't match our secret, is older than five minutes, or the
   * body can't be parsed.
   */
  verifyWebhook(rawBody: string, signature: string | null, now: Date): CardEvent | null
  /** Asks something that costs nothing. @throws Error with a sentence */
  check(): Promise<{ testMode: boolean }>
}
