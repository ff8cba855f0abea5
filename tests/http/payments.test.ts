import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { paymentsContract } from '../../src/features/payments/contract.ts'
import { findPaymentFacts } from '../../src/features/payments/store/account-export-store.ts'
import type { Call } from '../../src/kit/client.ts'
import { type StripeDouble, startStripe } from '../doubles/stripe.ts'
import { readOutbox } from '../support/outbox.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Payments with Stripe's API format: a purchase takes effect only once Stripe has confirmed it. */

let stripe: StripeDouble
let server: TestServer
beforeAll(async () => {
  stripe = await startStripe()
  server = await startTestServer(stripe.settings)
  stripe.tellTo(server.url)
})
afterAll(async () => {
  await server?.close()
  await stripe?.close()
})
afterEach(() => expect(stripe.complaints).toEqual([]))

const getSession = (url: string) => new URL(url).pathname.split('/').at(-1)!
const me = async (call: Call) => (await call(authContract.userdata, {})).user
const getBilling = (call: Call) => call(paymentsContract.billing, {})

async function settled(reference: string, state = 'paid') {
  return until(`the order to be ${state}`, async () => {
    const { order } = await server.anonymous(paymentsContract.status, { reference })
    return order.state === state ? order : null
  })
}

async function subscribe(call: Call, feature: string, interval: 'month' | 'year' = 'month') {
  const { url, reference } = await call(paymentsContract.paylink, { feature, interval })
  stripe.worlds.stripe.pay(getSession(url))
  await settled(reference!)
  const [newest] = stripe.worlds.stripe.all('subscription')
  return newest!
}

async function buyCodes(call: Call, qty: number) {
  const { url, reference } = await call(paymentsContract.paylink, { feature: 'code', qty })
  const sessionId = getSession(url)
  stripe.worlds.stripe.pay(sessionId)
  return { sessionId, order: await settled(reference!) }
}

const readEmails = (email: string) => readOutbox(server.dataDir, email)

describe('by card', () => {
  test('a plan takes effect when it is paid, with an invoice and a billing portal', async () => {
    const { call, user } = await server.signUp()
    const { url, reference } = await call(paymentsContract.paylink, { feature: 'pro', interval: 'month' })
    const session = stripe.worlds.stripe.get('checkout.session', getSession(url))
    expect(session).toMatchObject({
      mode: 'subscription',
      amount_total: 4900,
      currency: 'usd',
      client_reference_id: reference,
      metadata: { user_id: user.id },
    })
    expect((await server.anonymous(paymentsContract.status, { reference: reference! })).order.state).toBe('waiting')
    expect((await me(call)).plan.name).toBe('free')

    stripe.worlds.stripe.pay(session.id)
    await settled(reference!)
    const { plan } = await me(call)
    const [subscription] = stripe.worlds.stripe.all('subscription')
    const ends = new Date(subscription!.items.data[0].current_period_end * 1000).toISOString()
    expect(plan).toMatchObject({ name: 'pro', interval: 'month', renews_at: ends, reports: 250 })
    const billing = await until('the invoice', async () => {
      const found = await getBilling(call)
      return found.payments.length > 0 ? found : null
    })
    expect(billing).toMatchObject({
      plan_label: 'Pro',
      portal: true,
      subscriptions: [
        { feature: 'pro', label: 'Pro', interval: 'month', amount: 4900, status: 'active', renews_at: ends },
      ],
      payments: [{ provider: 'stripe', amount: 4900, status: 'paid', refunded: 0 }],
    })
    expect(billing.entitlements.map(({ source }) => source)).toEqual(['start', 'stripe'])
    expect((await call(paymentsContract.billingPortal, {})).url).toMatch(/\/portal\/bps_/)
    expect(await findPaymentFacts(server.database.db, user.id)).toMatchObject({
      orders: [{ reference, feature: 'pro', amount_total: 4900, state: 'paid' }],
      subscriptions: [{ id: subscription!.id, status: 'active' }],
      invoices: [{ status: 'paid', amount: 4900 }],
    })
  })

  test('csinfo reports the status of a checkout, masks the email and grants nothing', async () => {
    const { call } = await server.signUp()
    const { url, reference } = await call(paymentsContract.paylink, { feature: 'starter', interval: 'year' })
    stripe.keepToItself()
    stripe.worlds.stripe.pay(getSession(url))
    const checkout = await server.anonymous(paymentsContract.csinfo, { id: getSession(url) })
    expect(checkout).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      feature: 'starter',
      amount_total: 19_000,
      currency: 'usd',
      reference,
    })
    expect(checkout.customer_email_masked).toMatch(/^.\*\*\*@example\.com$/)
    expect((await me(call)).plan.name).toBe('free')
    stripe.tellTo(server.url)
    const unknown = await post(`${server.url}/stripe_ae/csinfo`, { id: 'cs_test_unknown' })
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'not_found', field: 'id' } } })
  })

  test('the add-on is activated next to the plan, and shows its end once canceled', async () => {
    const { call } = await server.signUp()
    const subscription = await subscribe(call, 'seodata')
    expect((await me(call)).subscriptions.seodata).toEqual({ enabled: true, stripe_date_account_disable: null })
    expect((await me(call)).plan.name).toBe('free')
    stripe.worlds.stripe.update(subscription.id, { cancel_at_period_end: true })
    const ends = new Date(subscription.items.data[0].current_period_end * 1000).toISOString()
    await until('the end to be told', async () => {
      const { seodata } = (await me(call)).subscriptions
      return seodata.enabled && seodata.stripe_date_account_disable === ends
    })
    const { subscriptions } = await getBilling(call)
    expect(subscriptions).toMatchObject([{ feature: 'seodata', status: 'ending', ends_at: ends, renews_at: null }])

    const kept = await call(paymentsContract.keep, { _id: subscription.id })
    expect(kept.subscription).toMatchObject({ status: 'active', ends_at: null })
    expect((await me(call)).subscriptions.seodata.stripe_date_account_disable).toBeNull()
    stripe.worlds.stripe.end(subscription.id, 'cancellation_requested')
    await until('the add-on to end', async () => !(await me(call)).subscriptions.seodata.enabled)
  })

  test.each([
    ['free', false],
    ['starter', false],
    ['pro', true],
    ['agency', true],
    ['self_hosted', true],
  ])('live search data on %s: included %s, and for sale only if it isn’t', async (plan, isIncluded) => {
    const { call } = await server.signUp(plan)
    expect((await me(call)).subscriptions.seodata).toEqual({ enabled: isIncluded, stripe_date_account_disable: null })
    expect((await getBilling(call)).seodata).toMatchObject({ enabled: isIncluded, included: isIncluded })
    const before = stripe.worlds.stripe.all('checkout.session').length
    const asked = call(paymentsContract.paylink, { feature: 'seodata', interval: 'month' })
    if (isIncluded) {
      await expect(asked).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^Your plan already includes .+\. There’s nothing to buy\.$/),
      })
    } else expect((await asked).url).toMatch(/^http/)
    expect(stripe.worlds.stripe.all('checkout.session')).toHaveLength(before + (isIncluded ? 0 : 1))
  })

  test('after an upgrade to Pro the add-on is included, and its subscription can still be canceled', async () => {
    const { call } = await server.signUp()
    await subscribe(call, 'seodata')
    expect((await getBilling(call)).seodata).toMatchObject({ enabled: true, included: false })
    await subscribe(call, 'pro')
    await until('the plan to rise', async () => (await me(call)).plan.name === 'pro')
    const { seodata, subscriptions } = await getBilling(call)
    expect(seodata).toMatchObject({ enabled: true, included: true })
    expect(subscriptions.map(({ feature, status }) => [feature, status]).sort()).toEqual([
      ['pro', 'active'],
      ['seodata', 'active'],
    ])
  })

  test('an upgrade takes effect immediately, a downgrade at the end of the period, and can be undone until then', async () => {
    const { call } = await server.signUp()
    const { id } = await subscribe(call, 'starter')
    const again = call(paymentsContract.paylink, { feature: 'starter', interval: 'month' })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })

    const up = await call(paymentsContract.paylink, { feature: 'pro', interval: 'month' })
    expect(up.reference).toBeNull()
    const confirm = (url: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ press: 'confirm' }), redirect: 'manual' })
    expect((await confirm(up.url)).headers.get('location')).toContain('changed=pro')
    await until('the plan to rise', async () => (await me(call)).plan.name === 'pro')

    const down = await call(paymentsContract.paylink, { feature: 'starter', interval: 'month' })
    await confirm(down.url)
    const waiting = await until('the change to wait', async () => {
      const [found] = (await getBilling(call)).subscriptions
      return found?.pending ? found : null
    })
    expect(waiting).toMatchObject({ feature: 'pro', pending: { feature: 'starter', interval: 'month' } })
    expect((await me(call)).plan.name).toBe('pro')
    await call(paymentsContract.keep, { _id: id })
    expect((await getBilling(call)).subscriptions[0]).toMatchObject({ feature: 'pro', pending: null })

    await confirm((await call(paymentsContract.paylink, { feature: 'starter', interval: 'month' })).url)
    await until('the change to wait', async () => (await getBilling(call)).subscriptions[0]?.pending !== null)
    stripe.worlds.stripe.renew(id, { pays: true })
    await until('the plan to fall', async () => (await me(call)).plan.name === 'starter')
    const { rows } = await server.database.pool.query(
      `select change, plan from entitlement_changes where source = 'stripe' and reference = $1 order by no`,
      [id],
    )
    expect(rows[0]).toEqual({ change: 'given', plan: 'starter' })
    expect(rows.at(-1)).toEqual({ change: 'changed', plan: 'starter' })
    expect(rows.filter(({ plan }) => plan === 'pro').length).toBeGreaterThan(0)
  })

  test('a refund or a dispute revokes what was paid, and a won dispute restores it', async () => {
    const { call } = await server.signUp()
    const { id, latest_invoice } = await subscribe(call, 'agency')
    await until('the invoice', async () => (await getBilling(call)).payments.length > 0)
    const charge = stripe.worlds.stripe.chargeOf(latest_invoice)
    const dispute = stripe.worlds.stripe.dispute(charge.id)
    await until('the plan to be gone', async () => (await me(call)).plan.name === 'free')
    expect((await getBilling(call)).payments[0]).toMatchObject({ status: 'disputed' })
    stripe.worlds.stripe.closeDispute(dispute.id, 'won')
    await until('the plan to be back', async () => (await me(call)).plan.name === 'agency')
    stripe.worlds.stripe.refund(charge.id, 1000)
    await until('a part of it back', async () => (await getBilling(call)).payments[0]?.status === 'partly_refunded')
    expect((await me(call)).plan.name).toBe('agency')
    stripe.worlds.stripe.refund(charge.id)
    await until('the plan to be gone', async () => (await me(call)).plan.name === 'free')
    stripe.worlds.stripe.end(id, 'cancellation_requested')
  })

  test('a payable link is reused, and a link for another plan expires it', async () => {
    const { call } = await server.signUp()
    const first = await call(paymentsContract.paylink, { feature: 'pro', interval: 'month' })
    expect(await call(paymentsContract.paylink, { feature: 'pro', interval: 'month' })).toEqual(first)
    const other = await call(paymentsContract.paylink, { feature: 'agency', interval: 'month' })
    expect(other.url).not.toBe(first.url)
    expect(stripe.worlds.stripe.get('checkout.session', getSession(first.url)).status).toBe('expired')

    // Paid, but the event hasn't arrived: another link would mean paying twice.
    stripe.keepToItself()
    stripe.worlds.stripe.pay(getSession(other.url))
    const second = call(paymentsContract.paylink, { feature: 'starter', interval: 'month' })
    await expect(second).rejects.toMatchObject({ code: 'conflict', retryable: true })
    stripe.tellTo(server.url)
  })

  test('a delayed payment method is processing, then paid or failed', async () => {
    const { call } = await server.signUp()
    const comes = await call(paymentsContract.paylink, { feature: 'code', qty: 1 })
    stripe.worlds.stripe.pay(getSession(comes.url), { slowly: true })
    await settled(comes.reference!, 'processing')
    expect((await me(call)).plan.name).toBe('free')
    stripe.worlds.stripe.settle(getSession(comes.url), true)
    await settled(comes.reference!)
    expect((await me(call)).plan.name).toBe('starter')
    const fails = await call(paymentsContract.paylink, { feature: 'code', qty: 1 })
    stripe.worlds.stripe.pay(getSession(fails.url), { slowly: true })
    await settled(fails.reference!, 'processing')
    stripe.worlds.stripe.settle(getSession(fails.url), false)
    await settled(fails.reference!, 'failed')
    expect((await me(call)).plan.codes).toHaveLength(1)
  })

  test('while Stripe is down, a link is 502 with a message, and an event is handled later', async () => {
    const { call, token } = await server.signUp()
    const { url, reference } = await call(paymentsContract.paylink, { feature: 'code', qty: 1 })
    stripe.failNext(3)
    const body = { feature: 'starter', interval: 'year' }
    const refused = await post(`${server.url}/stripe/paylink`, body, { Authorization: `Bearer ${token}` })
    expect(refused).toMatchObject({ status: 502, body: { error: { code: 'upstream_failed', retryable: true } } })
    stripe.failNext(4)
    stripe.worlds.stripe.pay(getSession(url))
    await settled(reference!)
    expect((await me(call)).plan.name).toBe('starter')
  })
})

describe('codes', () => {
  test('bought while signed in are redeemed as far as they count, and the rest can be given away', async () => {
    const { call, email } = await server.signUp()
    const { order } = await buyCodes(call, 5)
    expect(order).toMatchObject({ qty: 5, amount_total: 29_500, codes_redeemed: 3, codes_mailed: 2 })
    expect((await me(call)).plan).toMatchObject({ name: 'agency', interval: 'lifetime', renews_at: null })
    const { codes } = await getBilling(call)
    expect(codes).toHaveLength(2)
    const [message] = await until('the email', async () => {
      const found = await readEmails(email)
      return found.some((each) => each.includes('LIFE-')) ? found.filter((each) => each.includes('LIFE-')) : null
    })
    for (const { code } of codes) expect(message).toContain(code)

    const friend = await server.signUp()
    const answer = await post(
      `${server.url}/user/add_code`,
      { code: codes[0]!.code },
      { Authorization: `Bearer ${friend.token}` },
    )
    expect(answer.status).toBe(200)
    expect((await getBilling(call)).codes).toHaveLength(1)
  })

  test('are revoked by a refund, unused ones first, and a revoked code says so', async () => {
    const { call } = await server.signUp()
    const { sessionId } = await buyCodes(call, 4)
    const [spare] = (await getBilling(call)).codes
    const charge = stripe.worlds.stripe.chargeOf(sessionId)
    stripe.worlds.stripe.refund(charge.id, 5900)
    await until('the spare one to be gone', async () => (await getBilling(call)).codes.length === 0)
    expect((await me(call)).plan.name).toBe('agency')
    const friend = await server.signUp()
    const dead = await post(
      `${server.url}/user/add_code`,
      { code: spare!.code },
      { Authorization: `Bearer ${friend.token}` },
    )
    expect(dead).toMatchObject({ status: 409, body: { error: { code: 'conflict', field: 'code' } } })
    stripe.worlds.stripe.refund(charge.id, 5900)
    await until('one more to be gone', async () => (await me(call)).plan.name === 'pro')
    stripe.worlds.stripe.refund(charge.id)
    await until('all to be gone', async () => (await me(call)).plan.name === 'free')
    expect((await getBilling(call)).payments[0]).toMatchObject({ status: 'refunded', refunded: 23_600 })
  })

  test('bought without an account are sent by email and claimed by confirming the email', async () => {
    const email = `buyer-${crypto.randomUUID()}@example.com`
    const { url, reference } = await server.anonymous(paymentsContract.paylinkNoAuth, {
      feature: 'code',
      qty: 2,
      aff: 'a friend',
    })
    const session = stripe.worlds.stripe_ae.get('checkout.session', getSession(url))
    expect(session.metadata).toMatchObject({ aff: 'a friend' })
    stripe.worlds.stripe_ae.pay(session.id, { email: email.toUpperCase() })
    const order = await settled(reference!)
    expect(order).toMatchObject({ codes_redeemed: 0, codes_mailed: 2 })
    await until('the email', async () => (await readEmails(email)).length > 0)

    const password = 'correct horse battery'
    const { token } = await server.anonymous(authContract.signup, { email, password, first_name: 'Bea' })
    const call = server.as(token)
    expect((await me(call)).plan.name).toBe('free')
    const verification = await until('the link', async () => {
      const links = (await readEmails(email)).flatMap((mail) => mail.match(/verify\?token=(ev_[\w-]+)/)?.[1] ?? [])
      return links[0]
    })
    await call(authContract.verifyToken, { token: verification, purpose: 'email' })
    expect((await me(call)).plan).toMatchObject({ name: 'pro', interval: 'lifetime' })
    expect((await getBilling(call)).payments).toMatchObject([{ provider: 'stripe_ae', amount: 11_800 }])
  })

  test('the affiliate is stored at sign-up and sent with the payment', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const { token } = await server.anonymous(authContract.signup, {
      email,
      password: 'correct horse battery',
      first_name: 'Cy',
      aff: 'partner-7',
    })
    const { url } = await server.as(token)(paymentsContract.paylink, { feature: 'code', qty: 1 })
    expect(stripe.worlds.stripe.get('checkout.session', getSession(url)).metadata).toMatchObject({ aff: 'partner-7' })
  })
})

describe('validation', () => {
  test.each([
    [{ feature: 'pro' }, 'interval'],
    [{ feature: 'pro', interval: 'week' }, 'interval'],
    [{ feature: 'pro', interval: 'month', qty: 2 }, 'qty'],
    [{ feature: 'free', interval: 'month' }, 'feature'],
    [{ feature: 'self_hosted', interval: 'month' }, 'feature'],
    [{ feature: 'code' }, 'qty'],
    [{ feature: 'code', qty: 0 }, 'qty'],
    [{ feature: 'code', qty: 101 }, 'qty'],
    [{ feature: 'code', qty: 1, interval: 'month' }, 'interval'],
    [{ interval: 'month' }, 'feature'],
  ])('%j is an error at %s', async (body, field) => {
    const { token } = await buyer()
    const answer = await post(`${server.url}/stripe/paylink`, body, { Authorization: `Bearer ${token}` })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } })
  })

  test.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)', 'http://earshot.test.evil.example/'])(
    'the portal can’t return to %s',
    async (return_url) => {
      const { token } = await buyer()
      const answer = await post(
        `${server.url}/stripe/billingportal`,
        { return_url },
        { Authorization: `Bearer ${token}` },
      )
      expect(answer).toMatchObject({ status: 400, body: { error: { field: 'return_url' } } })
    },
  )

  let known: Awaited<ReturnType<TestServer['signUp']>> | undefined
  const buyer = async () => {
    known ??= await server.signUp()
    return known
  }
})

test('deleting an account cancels its subscriptions at Stripe', async () => {
  const { call, password } = await server.signUp()
  const { id } = await subscribe(call, 'starter')
  await call(authContract.deleteAccount, { password })
  await until('the subscription to end', async () => stripe.worlds.stripe.get('subscription', id).status === 'canceled')
})

test('staff can change prices', async () => {
  const { user, call } = await server.signUp()
  await server.database.pool.query('update users set staff = true where id = $1', [user.id])
  const { item } = await call(paymentsContract.updatePrice, { feature: 'code', price: { once: 61.5 } })
  expect(item).toEqual({ feature: 'code', kind: 'code', label: 'Lifetime code', price: { once: 61.5 } })
  const { url } = await call(paymentsContract.paylink, { feature: 'code', qty: 2 })
  expect(stripe.worlds.stripe.get('checkout.session', getSession(url)).amount_total).toBe(12_300)
  await call(paymentsContract.updatePrice, { feature: 'code', price: { once: 59 } })
  const { items, ways } = await server.anonymous(paymentsContract.catalog, {})
  expect(ways).toEqual({ card: true, card_signed_out: true, crypto: false })
  expect(items.map(({ feature }) => feature)).toEqual(['starter', 'pro', 'agency', 'seodata', 'code'])
})
