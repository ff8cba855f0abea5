import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { paymentsContract } from '../../src/features/payments/contract.ts'
import { type StripeDouble, startStripe } from '../doubles/stripe.ts'
import type { StripeEvent } from '../doubles/stripe-objects.ts'
import { composePayments } from '../support/payments.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Stripe events that arrive repeatedly, late, in any order or from someone else. */

let stripe: StripeDouble
let server: TestServer
let paying: ReturnType<typeof composePayments>
beforeAll(async () => {
  stripe = await startStripe()
  server = await startTestServer(stripe.settings)
  paying = composePayments(server, stripe)
})
afterAll(async () => {
  await paying?.close()
  await server?.close()
  await stripe?.close()
})
afterEach(() => expect(stripe.complaints).toEqual([]))

const webhook = (account = 'stripe') => `${server.url}/${account}/webhook`
const getSession = (url: string) => new URL(url).pathname.split('/').at(-1)!
const getEvents = (type: string) => stripe.worlds.stripe.events.filter((event) => event.type === type)
const last = (type: string) => getEvents(type).at(-1)!
const query = async (sql: string, values: unknown[] = []) => (await server.database.pool.query(sql, values)).rows

async function paidFor(body: { feature: string; interval?: 'month'; qty?: number }) {
  const buyer = await server.signUp()
  const { url, reference } = await buyer.call(paymentsContract.paylink, body)
  stripe.worlds.stripe.pay(getSession(url))
  return { ...buyer, reference: reference!, sessionId: getSession(url) }
}
const toPlan = async ({ call }: Pick<Awaited<ReturnType<TestServer['signUp']>>, 'call'>) =>
  (await call(authContract.userdata, {})).user.plan
const handled = (event: StripeEvent) =>
  until('the event to be handled', async () => {
    const [row] = await query('select handled_at, deliveries from payment_events where id = $1', [event.id])
    return row?.handled_at ? row : null
  })

test('fifty concurrent deliveries of an event are stored once and grant once', async () => {
  const buyer = await paidFor({ feature: 'code', qty: 2 })
  const event = last('checkout.session.completed')
  const answers = await Promise.all(Array.from({ length: 50 }, () => stripe.send('stripe', event, { to: webhook() })))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await handled(event)).toMatchObject({ deliveries: 50 })
  expect((await toPlan(buyer)).codes).toHaveLength(2)
  const [{ made }] = await query('select count(*)::int as made from codes where order_id = $1', [buyer.reference])
  expect(made).toBe(2)

  // The event is delivered again a day later with a new signature, as Stripe does.
  stripe.passDays(1)
  expect(await stripe.send('stripe', event, { to: webhook(), at: Date.now() })).toBe(200)
  expect(await handled(event)).toMatchObject({ deliveries: 51 })
  await paying.work()
  expect((await toPlan(buyer)).codes).toHaveLength(2)
  const [{ gave }] = await query(
    `select count(*)::int as gave from entitlement_changes where user_id = $1 and source = 'code'`,
    [buyer.user.id],
  )
  expect(gave).toBe(2)
})

describe('a forged, altered, stale or foreign event', () => {
  test('gets 400 and stores nothing', async () => {
    await paidFor({ feature: 'code', qty: 1 })
    const event = last('checkout.session.completed')
    const before = await query('select count(*)::int as rows from payment_events')
    const to = webhook()
    const now = Date.now()
    const attempts = [
      { to, at: now, secret: 'whsec_guessed' },
      { to, at: now, body: event.body.replace('"paid"', '"unpaid"') },
      { to, at: now, body: `${event.body} ` },
      { to, at: now - 301_000 },
      { to, signature: '' },
      { to, signature: 't=,v1=' },
      { to, signature: `t=${Math.floor(now / 1000)},v1=${'0'.repeat(64)}` },
      { to, at: now, secret: stripe.keys.stripe_ae.webhookSecret },
      { to: webhook('stripe_ae'), at: now },
    ]
    for (const attempt of attempts) expect(await stripe.send('stripe', event, attempt)).toBe(400)
    const unsigned = await fetch(to, { method: 'POST', body: event.body })
    expect(unsigned.status).toBe(400)
    expect(await query('select count(*)::int as rows from payment_events')).toEqual(before)
    expect(await stripe.send('stripe', event, { to, at: now })).toBe(200)
  })

  test('a signed body that isn’t an event gets 400, and an unknown type gets 200 without effect', async () => {
    const odd = { id: 'evt_odd', type: 'x', body: 'not json' }
    expect(await stripe.send('stripe', odd, { to: webhook(), at: Date.now() })).toBe(400)
    const world = stripe.worlds.stripe
    world.tell('radar.early_fraud_warning.created', world.add('issfr', 'radar.early_fraud_warning', {}))
    expect(await stripe.send('stripe', world.events.at(-1)!, { to: webhook(), at: Date.now() })).toBe(200)
    expect(await query('select outcome from payment_events where id = $1', [world.events.at(-1)!.id])).toEqual([
      { outcome: 'not for us' },
    ])
  })

  test('a body over half a megabyte isn’t read', async () => {
    const response = await fetch(webhook(), { method: 'POST', body: 'x'.repeat(600_000) }).catch(() => null)
    expect(response === null || response.status === 413).toBe(true)
  })
})

test('an event about another product changes nothing', async () => {
  const world = stripe.worlds.stripe
  const stranger = world.add('cus', 'customer', { email: 'stranger@example.com' })
  const price = world.makePrice({
    currency: 'usd',
    unit_amount: 100,
    recurring: { interval: 'month' },
    product_data: { name: 'Else' },
  })
  const item = world.add('si', 'subscription_item', {
    price,
    quantity: 1,
    current_period_start: 1,
    current_period_end: 2,
  })
  const subscription = world.add('sub', 'subscription', {
    customer: stranger.id,
    status: 'active',
    items: { object: 'list', data: [item] },
  })
  world.tell('customer.subscription.created', subscription)
  await paying.receive(world.events.at(-1)!)
  await paying.work()
  expect(await query('select outcome from payment_events where id = $1', [world.events.at(-1)!.id])).toEqual([
    { outcome: 'not ours' },
  ])
})

test('a subscription without our metadata is recognized by its order', async () => {
  const buyer = await paidFor({ feature: 'pro', interval: 'month' })
  const world = stripe.worlds.stripe
  const [subscription] = world.all('subscription')
  const { price } = subscription!.items.data[0]
  Object.assign(world.get('product', price.product), { metadata: {} })
  Object.assign(subscription!, { metadata: {}, customer: world.add('cus', 'customer', {}).id })
  await paying.receive(last('customer.subscription.created'))
  await paying.work()
  expect(await toPlan(buyer)).toMatchObject({ name: 'free' })
  await paying.receive(last('checkout.session.completed'))
  await paying.work()
  expect(await toPlan(buyer)).toMatchObject({ name: 'pro', interval: 'month' })
})

/** The resulting state of a subscriber's payments, without ids. */
async function getState(userId: string) {
  const [plan] = await query('select plan, interval, renews_at, seodata from user_plans where user_id = $1', [userId])
  const entitlements = await query(
    'select source, what, plan, interval, until, renews_at from entitlements where user_id = $1 order by source',
    [userId],
  )
  const subscriptions = await query(
    'select status, feature, interval, amount, period_end, grace_until from payment_subscriptions where user_id = $1',
    [userId],
  )
  const invoices = await query('select status, amount from payment_invoices where user_id = $1 order by at, id', [
    userId,
  ])
  const orders = await query('select state from payment_orders where user_id = $1', [userId])
  return { plan, entitlements, subscriptions, invoices, orders, mails: paying.mails.map(({ subject }) => subject) }
}

/** Restores the state before the first event. */
async function forget(userId: string, reference: string) {
  await query(`
    delete from payment_events; delete from payment_looks; delete from payment_mails;
    delete from payment_subscriptions where user_id = '${userId}';
    delete from payment_invoices where user_id = '${userId}';
    delete from entitlements where user_id = '${userId}' and source = 'stripe';
    update payment_orders set state = 'waiting', paid_at = null, delivered_at = null where id = '${reference}'`)
  await paying.plans.refresh(userId)
  paying.jobs.length = 0
  paying.mails.length = 0
}

/** Caches Stripe's state, which no longer changes, so that each object is requested once. */
function rememberAnswers() {
  const account = paying.cards.stripe
  const { getCheckout, getSubscription, getInvoice } = account
  const remember = <T>(ask: (id: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>()
    return (id: string) => known.get(id) ?? known.set(id, ask(id)).get(id)!
  }
  Object.assign(account, {
    getCheckout: remember(getCheckout),
    getSubscription: remember(getSubscription),
    getInvoice: remember(getInvoice),
  })
  return () => Object.assign(account, { getCheckout, getSubscription, getInvoice })
}

function orders<T>(of: T[]): T[][] {
  if (of.length < 2) return [of]
  return of.flatMap((first, at) => orders(of.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}

test('five events of a subscription lead to the same state in all 120 orders', async () => {
  const world = stripe.worlds.stripe
  const from = world.events.length
  const buyer = await paidFor({ feature: 'pro', interval: 'month' })
  const [subscription] = world.all('subscription')
  stripe.passDays(30)
  world.renew(subscription!.id, { pays: false })
  const events = world.events.slice(from)
  const life = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed', 'invoice.payment_failed']
    .map((type) => events.find((event) => event.type === type)!)
    .concat(events.findLast(({ type }) => type === 'customer.subscription.updated')!)
  expect(new Set(life).size).toBe(5)
  const states = new Set<string>()
  const all = orders(life)
  expect(all).toHaveLength(120)
  const askAgain = rememberAnswers()
  for (const [at, order] of all.entries()) {
    await forget(buyer.user.id, buyer.reference)
    // Every twelfth order is delivered twice.
    for (const event of at % 12 === 0 ? [...order, ...order] : order) {
      await paying.receive(event)
      await paying.work()
    }
    states.add(JSON.stringify(await getState(buyer.user.id)))
  }
  askAgain()
  expect([...states]).toHaveLength(1)
  expect(await getState(buyer.user.id)).toMatchObject({
    plan: { plan: 'pro', interval: 'month' },
    entitlements: [{ source: 'start' }, { source: 'stripe', plan: 'pro', renews_at: null }],
    subscriptions: [{ status: 'past_due', feature: 'pro' }],
    orders: [{ state: 'paid' }],
    mails: ['Your payment for Earshot Pro failed'],
  })
}, 200_000)

test('five events handled while the subscription changes lead to the latest state in any order', async () => {
  const world = stripe.worlds.stripe
  for (let seed = 0; seed < 5; seed++) {
    const from = world.events.length
    const buyer = await paidFor({ feature: 'starter', interval: 'month' })
    const [subscription] = world.all('subscription')
    const late: StripeEvent[] = []
    const hear = async () => {
      // Some are delivered now, and the others at the end.
      for (const [at, event] of world.events.slice(from).entries())
        if ((at * 7 + seed * 13) % 3 === 0) await paying.receive(event)
        else if (!late.includes(event)) late.unshift(event)
      await paying.work()
    }
    await hear()
    world.update(subscription!.id, { cancel_at_period_end: true })
    await hear()
    world.end(subscription!.id, 'cancellation_requested')
    await hear()
    for (const event of late) await paying.receive(event)
    await paying.work()
    expect(await toPlan(buyer)).toMatchObject({ name: 'free' })
    const [row] = await query('select status from payment_subscriptions where id = $1', [subscription!.id])
    expect(row).toEqual({ status: 'ended' })
  }
})

test('an outdated response doesn’t overwrite a newer state', async () => {
  const world = stripe.worlds.stripe
  const buyer = await paidFor({ feature: 'agency', interval: 'month' })
  const { id } = world.all('subscription')[0]!
  const { stripe: account } = paying.cards
  const ask = account.getSubscription
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = () => {}
  const asked = new Promise<void>((resolve) => {
    reached = resolve
  })
  account.getSubscription = async (wanted) => {
    const old = await ask(wanted)
    reached()
    await held
    return old
  }
  const first = paying.settlement.sync('stripe', id)
  await asked
  account.getSubscription = ask
  world.end(id, 'cancellation_requested')
  expect(await paying.settlement.sync('stripe', id)).toBe('done')
  release()
  expect(await first).toBe('overtaken')
  expect(await toPlan(buyer)).toMatchObject({ name: 'free' })
})

describe('a failed payment', () => {
  test('starts a grace period of seven days, with one email at the start, before the end and at the end', async () => {
    const world = stripe.worlds.stripe
    const buyer = await paidFor({ feature: 'pro', interval: 'month' })
    const { id } = world.all('subscription')[0]!
    paying.mails.length = 0
    const deliverAll = async () => {
      for (const event of world.events.slice(-4)) await paying.receive(event)
      await paying.work()
    }
    await deliverAll()
    stripe.passDays(30)
    world.renew(id, { pays: false })
    await deliverAll()
    const subjects = () => paying.mails.filter(({ to }) => to === buyer.email).map(({ subject }) => subject)
    const plan = async () => {
      await paying.plans.refresh(buyer.user.id)
      return (await paying.plans.getPlan(server.database.db, buyer.user.id)).name
    }
    expect([await plan(), subjects()]).toEqual(['pro', ['Your payment for Earshot Pro failed']])
    const billing = await buyer.call(paymentsContract.billing, {})
    expect(billing.subscriptions).toMatchObject([{ status: 'past_due', renews_at: null }])
    expect(billing.subscriptions[0]!.grace!.until > billing.subscriptions[0]!.grace!.since).toBe(true)

    stripe.passDays(5)
    await paying.work()
    expect([await plan(), subjects().length]).toEqual(['pro', 2])
    expect(subjects()[1]).toMatch(/^Earshot Pro ends on /)
    stripe.passDays(2)
    await paying.work()
    expect([await plan(), subjects()[2]]).toEqual(['free', 'Earshot Pro has ended'])
    // Stripe ends the subscription too, with a late and repeated event.
    world.end(id, 'payment_failed')
    await deliverAll()
    await deliverAll()
    expect(subjects()).toHaveLength(3)
  })

  test('paid in time continues the plan without further emails', async () => {
    const world = stripe.worlds.stripe
    const buyer = await paidFor({ feature: 'starter', interval: 'month' })
    const { id } = world.all('subscription')[0]!
    stripe.passDays(30)
    const invoice = world.renew(id, { pays: false })!
    const deliver = async () => {
      for (const event of world.events.slice(-6)) await paying.receive(event)
      await paying.work()
    }
    await deliver()
    stripe.passDays(3)
    world.payInvoice(invoice.id)
    await deliver()
    stripe.passDays(10)
    await paying.work()
    await paying.plans.refresh(buyer.user.id)
    expect(await paying.plans.getPlan(server.database.db, buyer.user.id)).toMatchObject({ name: 'starter' })
    expect(paying.mails.filter(({ to }) => to === buyer.email).map(({ subject }) => subject)).toEqual([
      'Your payment for Earshot Starter failed',
    ])
  })

  test('is noticed by the cleanup job if the renewal’s event is lost', async () => {
    const world = stripe.worlds.stripe
    const buyer = await paidFor({ feature: 'pro', interval: 'month' })
    await paying.receive(last('customer.subscription.created'))
    await paying.work()
    const [subscription] = world.all('subscription')
    stripe.passDays(30.5)
    world.renew(subscription!.id, { pays: true })
    await paying.payments.cleanUp()
    const [row] = await query('select period_end from payment_subscriptions where user_id = $1', [buyer.user.id])
    expect(row!.period_end.getTime() / 1000).toBe(subscription!.items.data[0].current_period_end)
  })
})

test('a refund that arrives before the payment’s event creates the codes and revokes them', async () => {
  const world = stripe.worlds.stripe
  const buyer = await paidFor({ feature: 'code', qty: 1 })
  const completed = last('checkout.session.completed')
  world.refund(world.chargeOf(buyer.sessionId).id)
  await paying.receive(last('charge.refunded'))
  await paying.work()
  await paying.receive(completed)
  await paying.work()
  expect(await toPlan(buyer)).toMatchObject({ name: 'free' })
  const { order } = await server.anonymous(paymentsContract.status, { reference: buyer.reference })
  expect(order.state).toBe('taken_back')
})
