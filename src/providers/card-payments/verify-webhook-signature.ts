import type Stripe from 'stripe'
import type { CardEvent } from './port.ts'
import { readEvent } from './stripe-shapes.ts'

type SignedWebhook = {
  /** The body byte for byte, as the signature covers it. */
  rawBody: string
  /** The header `Stripe-Signature`. */
  signature: string
  secret: string
  now: Date
}

const toleranceSeconds = 300

/** The event of a webhook that Stripe signed in the last five minutes. */
export function verifyWebhookSignature(
  stripe: Stripe,
  { rawBody, signature, secret, now }: SignedWebhook,
): CardEvent | null {
  try {
    return readEvent(
      stripe.webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds, undefined, now.getTime()),
    )
  } catch {
    // Doesn't tell the sender whether it was forged, stale or not JSON.
    return null
  }
}
