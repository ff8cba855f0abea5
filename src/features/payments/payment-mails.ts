/** What is written to people about their payments. */

export type PaymentMail = { subject: string; text: string; html: string }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function mail(subject: string, before: string[], link: { url: string; label: string }, after: string): PaymentMail {
  return {
    subject,
    text: `${before.join('\n\n')}\n\n${link.label}:\n${link.url}\n\n${after}\n`,
    html: `${before.map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`).join('')}<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p><p>${escapeHtml(after)}</p>`,
  }
}

/** 3 March 2027 */
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

export function codesMail(codes: string[], { url, redeemed }: { url: string; redeemed: number }): PaymentMail {
  const many = codes.length > 1
  return mail(
    many ? `Your ${codes.length} Earshot codes` : 'Your Earshot code',
    [
      ...(redeemed > 0
        ? [`${redeemed} of the codes you bought ${redeemed > 1 ? 'are' : 'is'} redeemed on your account already.`]
        : []),
      many ? 'Here are your codes, each for life:' : 'Here is your code, for life:',
      codes.join('\n'),
      'One makes Starter, two make Pro, three make Agency. Whoever has a code can redeem it: pass on only what you give away.',
    ],
    { url, label: 'Redeem on Earshot' },
    'With an account made with this email they are redeemed by themselves, once the email is confirmed.',
  )
}

type Subscribed = { label: string; until: Date; url: string }

export const paymentFailedMail = ({ label, until, url }: Subscribed): PaymentMail =>
  mail(
    `Your payment for Earshot ${label} failed`,
    [
      `The payment for Earshot ${label} did not go through. Nothing changes yet: ${label} stays open until ${day.format(until)}, and the card is tried again before that.`,
    ],
    { url, label: 'Pay, or change the card' },
    'When it is paid, everything goes on as it was.',
  )

export const graceEndingMail = ({ label, until, url }: Subscribed): PaymentMail =>
  mail(
    `Earshot ${label} ends on ${day.format(until)}`,
    [
      `The payment for Earshot ${label} is still open. On ${day.format(until)} it ends, and your account goes on with what it has besides. Nothing of yours is deleted.`,
    ],
    { url, label: 'Pay, or change the card' },
    'When it is paid, everything goes on as it was.',
  )

export const accessEndedMail = ({ label, url }: Subscribed): PaymentMail =>
  mail(
    `Earshot ${label} has ended`,
    [`The payment for Earshot ${label} did not come, so it has ended. Nothing of yours was deleted.`],
    { url, label: 'Take it up again' },
    'Your account goes on with what it has besides.',
  )
