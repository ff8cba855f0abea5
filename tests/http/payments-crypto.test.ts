import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { paymentsContract } from '../../src/features/payments/contract.ts'
import { type Coinbase, startCoinbase } from '../doubles/coinbase.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Codes bought with crypto, using Coinbase's API format. */

let coinbase: Coinbase
let server: TestServer
beforeAll(async () => {
  coinbase = await startCoinbase()
  server = await startTestServer(coinbase.settings)
  coinbase.tell(`${server.url}/coinbase/webhook`)
})
afterAll(async () => {
  await server?.close()
  await coinbase?.close()
})

test('a payment reported twenty times concurrently creates its codes once, and partial refunds revoke them', async () => {
  const { call, user } = await server.signUp()
  const bought = await call(paymentsContract.coinbaseLink, { qty: 3, userId: user.id })
  expect(new Date(bought.expires_at).getTime()).toBeGreaterThan(Date.now())
  expect(coinbase.checkouts.get(bought.id)).toMatchObject({
    amount: '177.00',
    metadata: { reference: bought.reference },
  })
  const status = async () => (await server.anonymous(paymentsContract.status, { reference: bought.reference })).order
  expect((await status()).state).toBe('waiting')
  coinbase.tellTimes(20)
  await coinbase.pay(bought.id)
  coinbase.tellTimes(1)
  const order = await until('the order to be paid', async () => {
    const found = await status()
    return found.state === 'paid' ? found : null
  })
  expect(order).toMatchObject({ provider: 'coinbase', codes_redeemed: 3, codes_mailed: 0, amount_total: 17_700 })
  const plan = async () => (await call(authContract.userdata, {})).user.plan.name
  expect(await plan()).toBe('agency')
  await coinbase.refund(bought.id, '59.00')
  await until('one code to be gone', async () => (await plan()) === 'pro')
  await coinbase.refund(bought.id, '118.00')
  await until('all to be gone', async () => (await plan()) === 'free')
  expect((await status()).state).toBe('taken_back')
})

test('an unpaid checkout expires or fails and grants nothing', async () => {
  const { call } = await server.signUp()
  for (const [end, state] of [
    [coinbase.expire, 'expired'],
    [coinbase.fail, 'failed'],
  ] as const) {
    const bought = await call(paymentsContract.coinbaseLink, { qty: 1 })
    await end(bought.id)
    await until(`the order to be ${state}`, async () => {
      const { order } = await server.anonymous(paymentsContract.status, { reference: bought.reference })
      return order.state === state
    })
  }
  expect((await call(authContract.userdata, {})).user.plan.name).toBe('free')
})

test('another person’s checkout is rejected, a vendor error is 502, and a forged webhook is 400', async () => {
  const [mine, other] = [await server.signUp(), await server.signUp()]
  const as = { Authorization: `Bearer ${mine.token}` }
  const ask = (body: object) => post(`${server.url}/coinbase_link`, body, as)
  expect(await ask({ qty: 1, userId: other.user.id })).toMatchObject({
    status: 403,
    body: { error: { field: 'userId' } },
  })
  coinbase.answer('broken')
  expect(await ask({ qty: 1 })).toMatchObject({ status: 502, body: { error: { code: 'upstream_failed' } } })
  coinbase.answer('none')
  const stored = async () =>
    (await server.database.pool.query('select count(*)::int as rows from payment_events')).rows[0].rows
  const before = await stored()
  const forged = await post(`${server.url}/coinbase/webhook`, coinbase.events[0]!.body, {
    'X-Hook0-Signature': `t=${Math.floor(Date.now() / 1000)},v0=${'0'.repeat(64)}`,
  })
  expect(forged.status).toBe(400)
  expect(await stored()).toBe(before)
})
