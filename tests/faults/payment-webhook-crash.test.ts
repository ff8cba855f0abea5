import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { paymentsContract } from '../../src/features/payments/contract.ts'
import { type StripeDouble, startStripe } from '../doubles/stripe.ts'
import { post } from '../support/server.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Stripe events survive the process that received them, and Stripe's keys are never logged. */

let stripe: StripeDouble
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
/** A key of the second account: Stripe's double doesn't know it, and quotes it in the error. */
const wrongKey = 'sk_test_wrong_Zq81MvT4cX'
const start = () =>
  startEarshot(data.dataDir, { ...stripe.settings, STRIPE_AE_SECRET_KEY: wrongKey, LOG_LEVEL: 'trace' })
beforeAll(async () => {
  stripe = await startStripe()
  data = await makeDataDir()
  running = await start()
})
afterAll(async () => {
  await running?.kill('SIGTERM')
  await stripe?.close()
  await data?.remove()
})

test('kill -9 between storing and handling an event: it is handled once after the restart', async () => {
  const before = await running.signIn()
  const { url, reference } = await before.call(paymentsContract.paylink, { feature: 'code', qty: 2 })
  stripe.worlds.stripe.pay(new URL(url).pathname.split('/').at(-1)!)
  const event = stripe.worlds.stripe.events.find(({ type }) => type === 'checkout.session.completed')!
  // Handling it now waits for Stripe.
  stripe.fallSilent(true)
  const asked = stripe.requests()
  expect(await stripe.send('stripe', event, { to: `${running.url}/stripe/webhook` })).toBe(200)
  await until('Stripe to be asked', async () => stripe.requests() > asked)
  await running.kill('SIGKILL')
  const killed = running.output()
  stripe.fallSilent(false)
  running = await start()
  const { call } = await running.signIn()
  await until('the codes', async () => (await call(authContract.userdata, {})).user.plan.codes.length === 2, 60_000)
  const { order } = await call(paymentsContract.status, { reference: reference! })
  expect(order).toMatchObject({ state: 'paid', codes_redeemed: 2 })
  expect(await stripe.send('stripe', event, { to: `${running.url}/stripe/webhook` })).toBe(200)

  const refused = await post(`${running.url}/stripe_ae/paylink_noauth`, { feature: 'code', qty: 1 })
  expect(refused).toMatchObject({ status: 502, body: { error: { code: 'upstream_failed' } } })
  const forged = await post(`${running.url}/stripe/webhook`, event.body, { 'Stripe-Signature': 't=1,v1=0' })
  expect(forged.status).toBe(400)
  const pages = await Promise.all(
    ['/', '/pricing', '/paid?session_id=cs_test_x', '/login', '/openapi.json', '/metrics'].map(async (path) =>
      (await fetch(running.url + path)).text(),
    ),
  )
  const output = [killed, running.output(), JSON.stringify([refused.body, forged.body]), ...pages].join('\n')
  expect(output).toContain('STRIPE_AE_SECRET_KEY')
  for (const { secretKey, webhookSecret } of Object.values(stripe.keys)) {
    expect(output.includes(secretKey)).toBe(false)
    expect(output.includes(webhookSecret)).toBe(false)
  }
  expect(output.includes(wrongKey)).toBe(false)
  expect(stripe.complaints).toEqual([])
})
