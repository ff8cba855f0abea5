import type { Thing } from './stripe-objects.ts'
import type { StripeWorld } from './stripe-state.ts'

/** The minimum of Stripe's pages that a person or a browser needs to pay and manage a subscription. */

const shown = (text: unknown) =>
  String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${shown(title)}</title><body style="font-family:sans-serif;max-width:30rem;margin:3rem auto"><h1>${shown(title)}</h1>${body}</body></html>`

const button = (value: string, label: string) =>
  `<button name="press" value="${value}" style="padding:.6rem 1.2rem">${shown(label)}</button> `

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export function payPage(session: Thing, complaint = ''): string {
  const email = session.customer
    ? ''
    : '<p><label>Email <input name="email" type="email" value="buyer@example.com"></label></p>'
  return page(
    'Pay',
    `<p>${shown(session.kept.label)}: <b>${dollars(session.amount_total)}</b></p>${complaint ? `<p role="alert">${shown(complaint)}</p>` : ''}
    <form method="post">${email}<p><label>Card <input name="card" value="4242 4242 4242 4242"></label></p>
    ${button('pay', 'Pay')}${button('slowly', 'Pay by bank')}${button('back', 'Back')}</form>`,
  )
}

/** The redirect, or the page again. */
export function pressOnPay(world: StripeWorld, session: Thing, form: Record<string, unknown>) {
  if (form.press === 'back') return { to: String(session.cancel_url) }
  if (String(form.card ?? '').replaceAll(' ', '') === '4000000000000002')
    return { html: payPage(session, 'Your card was declined.') }
  world.pay(session.id, { email: form.email ? String(form.email) : undefined, slowly: form.press === 'slowly' })
  return { to: String(session.success_url).replace('{CHECKOUT_SESSION_ID}', session.id) }
}

export function portalPage(world: StripeWorld, portal: Thing): string {
  const flow = portal.flow?.subscription_update_confirm
  if (flow) {
    const price = world.get('price', flow.items[0].price)
    return page(
      'Confirm your change',
      `<p>${shown(world.things.get(price.product)?.name)}: <b>${dollars(price.unit_amount)}</b> a ${price.recurring.interval}</p><form method="post">${button('confirm', 'Confirm')}${button('back', 'Back')}</form>`,
    )
  }
  const running = getSubscriptions(world, portal)
  const rows = running.map(
    (each) =>
      `<p>${shown(each.id)}: ${shown(each.status)} ${each.cancel_at_period_end ? button(`keep ${each.id}`, 'Keep subscription') : button(`cancel ${each.id}`, 'Cancel subscription')}</p>`,
  )
  return page('Billing portal', `<form method="post">${rows.join('')}${button('back', 'Return')}</form>`)
}

const getSubscriptions = (world: StripeWorld, portal: Thing) =>
  world.all('subscription').filter((each) => each.customer === portal.customer && each.status !== 'canceled')

export function pressOnPortal(world: StripeWorld, portal: Thing, form: Record<string, unknown>) {
  const [press, id = ''] = String(form.press).split(' ')
  const flow = portal.flow?.subscription_update_confirm
  if (press === 'confirm' && flow) {
    world.change(flow.subscription, flow.items[0].price)
    return { to: String(portal.flow.after_completion.redirect.return_url) }
  }
  if (press === 'cancel') world.update(id, { cancel_at_period_end: true })
  if (press === 'keep') world.update(id, { cancel_at_period_end: false })
  return { to: String(portal.return_url) }
}
