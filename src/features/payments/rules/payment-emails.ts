import type { EmailPart, RenderedEmail } from '#kit/email/email.ts'
import { renderEmail } from '#kit/email/email-template.ts'

/** Texts of payment emails. */

function paymentEmail(email: {
  subject: string
  parts: [{ kind: 'text'; text: string }, ...EmailPart[]]
  link: { url: string; label: string }
  after: string
  why: string
}): RenderedEmail {
  const { subject, parts, link, after, why } = email
  const action = { label: link.label, link: link.url }
  return renderEmail({ subject, preview: parts[0].text, heading: subject, parts, action, after: [after], why })
}

/** March 3, 2027 */
const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export function codesEmail(codes: string[], { url, redeemed }: { url: string; redeemed: number }): RenderedEmail {
  const many = codes.length > 1
  const parts: EmailPart[] = [{ kind: 'codes', codes }]
  if (redeemed > 0)
    parts.push({
      kind: 'text',
      text: `${redeemed} of the codes you bought ${redeemed > 1 ? 'are' : 'is'} already redeemed on your account.`,
    })
  parts.push({
    kind: 'text',
    text: 'One code gives you Starter, two Pro, three Agency. Anyone with a code can redeem it, so share only codes you want to give away.',
  })
  return paymentEmail({
    subject: many ? `Your ${codes.length} Earshot codes` : 'Your Earshot code',
    parts: [{ kind: 'text', text: many ? 'Here are your lifetime codes:' : 'Here is your lifetime code:' }, ...parts],
    link: { url, label: 'Redeem codes' },
    after: 'If you create an account with this email, the codes are redeemed automatically once you confirm it.',
    why: 'You get this email because you bought codes on Earshot with this address.',
  })
}

const subscriber = (label: string) => `You get this email because you subscribed to Earshot ${label}.`

type Subscribed = { label: string; until: Date; url: string }

export const paymentFailedEmail = ({ label, until, url }: Subscribed): RenderedEmail =>
  paymentEmail({
    subject: `Your payment for Earshot ${label} failed`,
    parts: [
      {
        kind: 'text',
        text: `The payment for Earshot ${label} failed. You keep ${label} until ${day.format(until)}. We’ll try the card again before then.`,
      },
    ],
    link: { url, label: 'Pay or update card' },
    after: 'Once it’s paid, your plan continues without a break.',
    why: subscriber(label),
  })

export const graceEndingEmail = ({ label, until, url }: Subscribed): RenderedEmail =>
  paymentEmail({
    subject: `Earshot ${label} ends on ${day.format(until)}`,
    parts: [
      {
        kind: 'text',
        text: `The payment for Earshot ${label} is still unpaid. ${label} ends on ${day.format(until)}. None of your data is deleted.`,
      },
    ],
    link: { url, label: 'Pay or update card' },
    after: 'Once it’s paid, your plan continues without a break.',
    why: subscriber(label),
  })

export const accessEndedEmail = ({ label, url }: Subscribed): RenderedEmail =>
  paymentEmail({
    subject: `Earshot ${label} has ended`,
    parts: [
      {
        kind: 'text',
        text: `Earshot ${label} has ended because it wasn’t paid. None of your data was deleted.`,
      },
    ],
    link: { url, label: 'Renew plan' },
    after: 'Codes you redeemed stay valid.',
    why: subscriber(label),
  })
