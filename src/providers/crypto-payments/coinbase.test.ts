import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Coinbase, startCoinbase } from '../../../tests/doubles/coinbase.ts'
import { createOutbound } from '../../platform/outbound/outbound-fetch.ts'
import { createCoinbase } from './coinbase.ts'
import type { CryptoPayments, NewCryptoCheckout } from './port.ts'

const outbound = createOutbound({ allow: ['127.0.0.1'], userAgent: 'Earshot tests' })
const doubles: Coinbase[] = []
let coinbase: Coinbase
beforeAll(async () => {
  coinbase = await startCoinbase()
  doubles.push(coinbase)
})
afterEach(() => coinbase.answer('none'))
afterAll(async () => {
  for (const double of doubles) await double.close()
  await outbound.close()
})

const adapter = (double: Coinbase, more: Partial<Parameters<typeof createCoinbase>[0]> = {}): CryptoPayments =>
  createCoinbase({
    keyId: double.keyId,
    keySecret: double.keySecret,
    webhookSecret: double.webhookSecret,
    apiBase: double.url,
    fetch: outbound.fetch,
    ...more,
  })
const order = (more: Partial<NewCryptoCheckout> = {}): NewCryptoCheckout => ({
  amount: '118.00',
  currency: 'USD',
  reference: '0193-ours',
  description: '2 codes for life',
  metadata: { feature: 'code', qty: '2' },
  successUrl: 'https://earshot.example/app/billing/return?reference=0193-ours',
  failUrl: 'https://earshot.example/app/billing',
  idempotencyKey: 'order 0193',
  ...more,
})

describe('a checkout', () => {
  test('is created with the given values and can be read again', async () => {
    const made = await adapter(coinbase).createCheckout(order({ idempotencyKey: 'made' }))
    expect(made).toMatchObject({ status: 'open', amount: '118.00', refundedAmount: '0.00', reference: '0193-ours' })
    expect(made.url).toMatch(/^http/)
    expect(made.expiresAt.getTime()).toBeGreaterThan(Date.now())
    expect(coinbase.checkouts.get(made.id)).toMatchObject({
      amount: '118.00',
      currency: 'USDC',
      metadata: { feature: 'code', qty: '2', reference: '0193-ours' },
      successRedirectUrl: 'https://earshot.example/app/billing/return?reference=0193-ours',
    })
    expect(await adapter(coinbase).getCheckout(made.id)).toEqual(made)
  })

  test('can be created with both kinds of keys', async () => {
    const edwards = await startCoinbase({ key: 'EdDSA' })
    doubles.push(edwards)
    await adapter(edwards).createCheckout(order())
    const oneLine = coinbase.keySecret.replaceAll('\n', '\\n')
    await adapter(coinbase, { keySecret: oneLine }).createCheckout(order({ idempotencyKey: 'one line' }))
    expect(edwards.checkouts.size).toBe(1)
  })

  test('is the same for the same idempotency key', async () => {
    const payments = adapter(coinbase)
    const [one, two] = [await payments.createCheckout(order()), await payments.createCheckout(order())]
    expect(two.id).toBe(one.id)
    const other = await payments.createCheckout(order({ idempotencyKey: 'another' }))
    expect(other.id).not.toBe(one.id)
  })

  test('has only https redirect URLs, because Coinbase rejects others', async () => {
    const { id } = await adapter(coinbase).createCheckout(
      order({ successUrl: 'http://127.0.0.1/back', failUrl: 'http://127.0.0.1/', idempotencyKey: 'plain' }),
    )
    expect(coinbase.checkouts.get(id)).not.toHaveProperty('successRedirectUrl')
  })

  test('goes through every status', async () => {
    const payments = adapter(coinbase)
    const next = async () => (await payments.createCheckout(order({ idempotencyKey: crypto.randomUUID() }))).id
    const getState = async (id: string) => (await payments.getCheckout(id))?.status
    const [paid, expired, failed] = [await next(), await next(), await next()]
    await coinbase.pay(paid)
    await coinbase.expire(expired)
    await coinbase.fail(failed)
    expect(await payments.getCheckout(paid)).toMatchObject({
      status: 'paid',
      transactionUrl: expect.stringMatching(/^https:\/\/basescan\.org\/tx\/0x/),
    })
    expect([await getState(expired), await getState(failed)]).toEqual(['expired', 'failed'])
    await coinbase.refund(paid, '59.00')
    expect(await payments.getCheckout(paid)).toMatchObject({ status: 'partly_refunded', refundedAmount: '59.00' })
    await coinbase.refund(paid, '59.00')
    expect(await payments.getCheckout(paid)).toMatchObject({ status: 'refunded', refundedAmount: '118.00' })
    Object.assign(coinbase.checkouts.get(failed)!, { status: 'A_STATE_OF_TOMORROW' })
    expect(await getState(failed)).toBe('open')
    expect(await payments.getCheckout('0'.repeat(24))).toBeNull()
  })
})

describe('when Coinbase fails', () => {
  const failing = async (payments: CryptoPayments) =>
    payments.createCheckout(order({ idempotencyKey: crypto.randomUUID() })).then(
      () => null,
      (error) => error,
    )
  test.each([
    ['broken', /rejected this \(500\)/],
    ['nonsense', /undocumented response/],
    ['silent', /didn’t respond within 0\.2 s/],
  ] as const)('%s: 502 with a message for the customer', async (how, words) => {
    coinbase.answer(how)
    const error = await failing(adapter(coinbase, { timeoutMs: 200 }))
    expect(error).toMatchObject({ code: 'upstream_failed', status: 502 })
    expect(error.message).toMatch(words)
    expect(error.message).toContain('You weren’t charged')
  })
  test('an unknown key is an error', async () => {
    const stranger = await startCoinbase()
    doubles.push(stranger)
    const payments = adapter(coinbase, { keySecret: stranger.keySecret })
    expect(await failing(payments)).toMatchObject({ code: 'upstream_failed' })
    await expect(payments.check(new AbortController().signal)).rejects.toThrow('COINBASE_KEY_ID')
    await adapter(coinbase).check(new AbortController().signal)
  })
  test('a refused connection is an error', async () =>
    expect(await failing(adapter(coinbase, { apiBase: 'http://127.0.0.1:1' }))).toMatchObject({
      code: 'upstream_failed',
      message: 'Coinbase couldn’t be reached. You weren’t charged. Try again in a moment.',
    }))
  test('a missing or invalid key is reported before anything is sent', async () => {
    expect(adapter(coinbase, { keySecret: '' }).unavailable).toBe(
      'Crypto payments are not set up on this installation.',
    )
    const odd = adapter(coinbase, { keySecret: 'not a key at all' })
    expect(odd.unavailable).toContain('COINBASE_KEY_SECRET')
    expect(odd.unavailable).not.toContain('not a key at all')
    expect(await failing(odd)).toMatchObject({ code: 'unavailable' })
  })
})

describe('webhooks', () => {
  const read = (payments: CryptoPayments, { headers, body }: { headers: Record<string, string>; body: string }) =>
    payments.verifyWebhook(body, new Headers(headers), new Date())

  test('a signed event is accepted, and a repeated delivery has the same event id', async () => {
    const payments = adapter(coinbase)
    const { id } = await payments.createCheckout(order({ idempotencyKey: 'told' }))
    const event = await coinbase.pay(id)
    const first = read(payments, coinbase.signed(event))
    expect(first).toMatchObject({ type: 'checkout.payment.success', checkoutId: id, createdAt: expect.any(Date) })
    const again = coinbase.signed({ ...event, id: 'another delivery' }, { at: new Date(Date.now() - 60_000) })
    expect(read(payments, again)?.id).toBe(first?.id)
    const refunded = await coinbase.refund(id)
    expect(read(payments, coinbase.signed(refunded))?.id).not.toBe(first?.id)
  })

  test('an altered, forged, stale or unsigned event, or one without a configured secret, is rejected', async () => {
    const payments = adapter(coinbase)
    const { id } = await payments.createCheckout(order({ idempotencyKey: 'forged' }))
    const event = await coinbase.pay(id)
    const { headers, body } = coinbase.signed(event)
    expect(read(payments, { headers, body: body.replace('118.00', '218.00') })).toBeNull()
    expect(read(payments, coinbase.signed(event, { secret: 'a guess' }))).toBeNull()
    expect(read(payments, coinbase.signed(event, { at: new Date(Date.now() - 301_000) }))).toBeNull()
    expect(read(payments, { headers: {}, body })).toBeNull()
    expect(read(adapter(coinbase, { webhookSecret: '' }), { headers, body })).toBeNull()
  })

  test('an event about something else has no checkout, and invalid JSON is rejected', () => {
    const payments = adapter(coinbase)
    const other = {
      id: 'x',
      type: 'wallet.activity.detected',
      body: '{"eventType":"wallet.activity.detected","id":"w"}',
    }
    expect(read(payments, coinbase.signed(other))).toMatchObject({ checkoutId: null, type: 'wallet.activity.detected' })
    expect(read(payments, coinbase.signed({ ...other, body: 'not json' }))).toBeNull()
  })
})
