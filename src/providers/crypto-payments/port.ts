/** Taking crypto for something: a page of the vendor to pay on, and what became of it. */

export type NewCryptoCheckout = {
  /** US dollars with two decimals: "59.00". The adapter chooses the coin. */
  amount: string
  currency: 'USD'
  /** Our internal id, never shown; the vendor returns it with the checkout. */
  reference: string
  description: string
  /** At most ten short texts. */
  metadata: Record<string, string>
  successUrl: string
  failUrl: string
  /** The same key makes the same checkout, however often it is sent. */
  idempotencyKey: string
}

/**
 * `open`: nothing was paid yet. `processing`: it was paid, the network has still to confirm. `paid`, `failed` (too little,
 * too late), `expired` and `cancelled` are ends; `refunded` and `partly_refunded` may follow `paid`.
 */
export type CryptoStatus =
  | 'open'
  | 'processing'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'refunded'
  | 'partly_refunded'

export type CryptoCheckout = {
  id: string
  url: string
  expiresAt: Date
  status: CryptoStatus
  /** What was asked for and what went back, in US dollars with two decimals. */
  amount: string
  refundedAmount: string
  reference: string | null
  /** On a block explorer, once paid. */
  transactionUrl: string | null
}

/** A webhook event; `checkoutId` is null when it concerns something else. */
export type CryptoEvent = { id: string; type: string; checkoutId: string | null; createdAt: Date | null }

export type CryptoPayments = {
  id: 'coinbase'
  /** Null: it can take payments. Else a sentence that says what is not set up. */
  unavailable: string | null
  /** @throws AppError upstream_failed when the vendor refuses, fails, or is silent for 20 s */
  createCheckout(checkout: NewCryptoCheckout): Promise<CryptoCheckout>
  /** Null when there is no such checkout. @throws AppError upstream_failed */
  getCheckout(id: string): Promise<CryptoCheckout | null>
  /** Whether a secret for webhooks is set: without one none can be believed. */
  webhookReady: boolean
  /**
   * The event of a webhook; null when the signature doesn't match our secret, is too old, or the body can't be
   * parsed.
   */
  verifyWebhook(rawBody: string, headers: Headers, now: Date): CryptoEvent | null
  /** Asks something that costs nothing, for the health page. @throws Error with a sentence */
  check(signal: AbortSignal): Promise<void>
}
