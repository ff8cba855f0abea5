import type { StripeObjects, Thing } from './stripe-objects.ts'
import { type Fields, missing } from './stripe-wire.ts'

export type StripeCharges = ReturnType<typeof createStripeCharges>

/** Charges with their refunds and disputes. */
export function createStripeCharges({ things, add, all, get, tell }: StripeObjects) {
  return {
    /** Charges a card and copies the payment intent's metadata to the charge, as Stripe does. */
    charge(amount: number, currency: string, customer: string | null, metadata: Fields): Thing {
      const payment = add('pi', 'payment_intent', { amount, currency, customer, metadata, status: 'succeeded' })
      const made = add('ch', 'charge', {
        amount,
        amount_refunded: 0,
        currency,
        customer,
        metadata: { ...metadata },
        payment_intent: payment.id,
        paid: true,
        refunded: false,
        disputed: false,
        status: 'succeeded',
        receipt_url: `https://pay.stripe.example/receipts/${payment.id}`,
      })
      payment.latest_charge = made.id
      return made
    },

    /** The charge of a session's payment or of an invoice. */
    chargeOf(id: string): Thing {
      const thing = things.get(id)
      const paid = all('invoice_payment').find(({ invoice }) => invoice === id || invoice === thing?.invoice)
      const payment = thing?.payment_intent ?? paid?.payment.payment_intent
      const found = all('charge').find(({ payment_intent }) => payment_intent === payment)
      if (!found) throw missing('charge', id)
      return found
    },

    refund(chargeId: string, amount?: number) {
      const found = get('charge', chargeId)
      found.amount_refunded += amount ?? found.amount - found.amount_refunded
      found.refunded = found.amount_refunded >= found.amount
      tell('charge.refunded', found)
    },

    dispute(chargeId: string): Thing {
      const found = get('charge', chargeId)
      found.disputed = true
      const dispute = add('dp', 'dispute', {
        charge: chargeId,
        amount: found.amount,
        currency: found.currency,
        reason: 'fraudulent',
        status: 'needs_response',
      })
      tell('charge.dispute.created', dispute)
      return dispute
    },

    closeDispute(disputeId: string, status: 'won' | 'lost') {
      const dispute = get('dispute', disputeId)
      dispute.status = status
      tell('charge.dispute.closed', dispute)
    },
  }
}
