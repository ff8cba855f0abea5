/** Texts of payment emails. */

export type PaymentMail = { subject: string; text: string; html: string }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function mail(
  subject: string,
  before: string[],
  link: { url: string; label: string },
  after: string,
  why: string,
): PaymentMail {
  return {
    subject,
    text: `${before.join('\n\n')}\n\n${link.label}:\n${link.url}\n\n${after}\n\n--\n${why}\n`,
    html: `${before.map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`).join('')}<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p><p>${escapeHtml(after)}</p><p>${escapeHtml(why)}</p>`,
  }
}

/** March 3, 2027 */
const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export function codesMail(codes: string[], { url, redeemed }: { url: string; redeemed: number }): PaymentMail {
  const many = codes.length > 1
  return mail(
    many ? `Your ${codes.length} Earshot codes` : 'Your Earshot code',
    [
      ...(redeemed > 0
        ? [`${redeemed} of the codes you bought ${redeemed > 1 ? 'are' : 'is'} already redeemed on your account.`]
        : []),
      many ? 'Here are your lifetime codes:' : 'Here is your lifetime code:',
      codes.join('\n'),
      'One code gives you Starter, two Pro, three Agency. Anyone with a code can redeem it, so share only codes you want to give away.',
    ],
    { url, label: 'Redeem codes' },
    'If you create an account with this email, the codes are redeemed automatically once you confirm it.',
    'You get this email because you bought codes on Earshot with this address.',
  )
}

const subscriber = (label: string) => `You get this email because you subscribed to Earshot ${label}.`

type Subscribed = { label: string; until: Date; url: string }

export const paymentFailedMail = ({ label, until, url }: Subscribed): PaymentMail =>
  mail(
    `Your payment for Earshot ${label} failed`,
    [
      `The payment for Earshot ${label} failed. You keep ${label} until ${day.format(until)}. We’ll try the card again before then.`,
    ],
    { url, label: 'Pay or update card' },
    'Once it’s paid, your plan continues without a break.',
    subscriber(label),
  )

export const graceEndingMail = ({ label, until, url }: Subscribed): PaymentMail =>
  mail(
    `Earshot ${label} ends on ${day.format(until)}`,
    [
      `The payment for Earshot ${label} is still unpaid. ${label} ends on ${day.format(until)}. None of your data is deleted.`,
    ],
    { url, label: 'Pay or update card' },
    'Once it’s paid, your plan continues without a break.',
    subscriber(label),
  )

export const accessEndedMail = ({ label, url }: Subscribed): PaymentMail =>
  mail(
    `Earshot ${label} has ended`,
    [`Earshot ${label} has ended because it wasn’t paid. None of your data was deleted.`],
    { url, label: 'Renew plan' },
    'Codes you redeemed stay valid.',
    subscriber(label),
  )
