import type { ErrorTexts, ReasonText } from '#web/calls/error-texts.ts'
import { maxCodes } from '../contract.ts'

export const wholeNumberText = `Enter a whole number from 1 to ${maxCodes}.`
const price = 'Enter a price in US dollars, such as 19 or 19.50.'

/** Sentences a price field has for whatever is wrong with a number. */
const priceReasons = (field: string): Record<string, ReasonText> => ({
  [`${field}:invalid`]: price,
  [`${field}:missing`]: price,
  [`${field}:below_minimum`]: 'The lowest price Stripe accepts is $0.50.',
})

export const paymentErrorTexts: ErrorTexts = {
  labels: {
    feature: 'Product',
    interval: 'Billing period',
    qty: 'Quantity',
    'price.month': 'Monthly price',
    'price.year': 'Yearly price',
    'price.once': 'Price per code',
  },
  reasons: {
    'qty:invalid': wholeNumberText,
    'qty:missing': wholeNumberText,
    'qty:below_minimum': wholeNumberText,
    'qty:above_maximum': wholeNumberText,
    ...priceReasons('price.month'),
    ...priceReasons('price.year'),
    ...priceReasons('price.once'),
    too_many_decimals: price,
    price_not_applicable: 'This item isn’t sold that way. Reload the page and try again.',
    card_not_set_up: 'Card payments aren’t available on this server. Ask your administrator.',
    crypto_not_set_up:
      'Crypto payments aren’t available on this server. Pay by card instead, or ask your administrator.',
    webhook_not_set_up: 'Payments can’t be confirmed on this server yet. Ask your administrator.',
    invalid_signature: 'This payment confirmation isn’t valid.',
    payment_missing: 'We couldn’t find this payment. Check that the link is complete.',
    subscription_missing: 'This subscription has ended. Reload the page to see your current plan.',
    no_pending_change: 'This subscription has no pending change. Reload the page.',
    another_site: 'This link isn’t valid. Reload the page and try again.',
    another_user: 'You can only buy codes for your own account.',
    sign_in_to_buy: 'Sign in to buy a plan or an add-on.',
    not_for_sale: 'This isn’t for sale with that billing period. Reload the page to see current prices.',
    interval_not_allowed: 'Codes are a one-time purchase. Reload the page and try again.',
    quantity_not_allowed: 'Choose a billing period instead of a quantity.',
    already_included: ({ label }) => `Your plan already includes ${label}. You weren’t charged.`,
    too_many_payment_links: 'Too many payment attempts this hour. Try again later. You weren’t charged.',
    payment_overdue: 'Your last payment failed. Pay the open invoice first, then change your plan.',
    change_pending: 'A change is already pending. Undo it first.',
    already_subscribed: ({ label, interval }) => `You already have ${label}, billed by the ${interval}.`,
    payment_unconfirmed: 'A recent payment is still being confirmed. Try again in a minute.',
    no_payment_page: 'The payment page couldn’t be opened. You weren’t charged. Try again in a moment.',
  },
}
