import type { EmailSample } from '#kit/email/email.ts'
import { accessEndedEmail, codesEmail, graceEndingEmail, paymentFailedEmail } from './payment-emails.ts'
import { paymentPages } from './payment-pages.ts'

/** Emails of payments, with sample data. */
export function paymentEmailSamples(publicUrl: string, until: Date): EmailSample[] {
  const url = `${publicUrl}${paymentPages.billing}`
  const about = { label: 'Pro', until, url }
  return [
    { name: 'Codes', sentTo: 'the buyer', email: codesEmail(['EAR-7K2M-9QXF', 'EAR-4TZB-1HNP'], { url, redeemed: 1 }) },
    { name: 'Payment failed', sentTo: 'the subscriber', email: paymentFailedEmail(about) },
    { name: 'Plan ends soon', sentTo: 'the subscriber', email: graceEndingEmail(about) },
    { name: 'Plan ended', sentTo: 'the subscriber', email: accessEndedEmail(about) },
  ]
}
