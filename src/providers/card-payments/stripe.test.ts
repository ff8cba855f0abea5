import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { createStripe } from './stripe.ts'

const settings = {
  id: 'stripe' as const,
  secretKey: 'sk_test_4bQm9XkV2z',
  webhookSecret: 'whsec_8TnRw3',
  apiBase: 'http://stripe.test/behind/a/path',
}
afterEach(() => vi.useRealTimers())

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

test('an unresponsive Stripe times out after 20 seconds, including retries', async () => {
  // The SDK is loaded by the first call, which must not count into the 20 seconds.
  await import('stripe')
  vi.useFakeTimers()
  const fetch: OutboundFetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const asked = createStripe({ ...settings, fetch })
    .getCheckout('cs_test_1')
    .catch((error: unknown) => error)
  let answer: unknown = 'nothing yet'
  void asked.then((found) => {
    answer = found
  })
  await vi.advanceTimersByTimeAsync(19_900)
  expect(answer).toBe('nothing yet')
  await vi.advanceTimersByTimeAsync(200)
  expect(answer).toBeInstanceOf(AppError)
  expect(answer).toMatchObject({ code: 'upstream_failed', retryable: true })
})

test('retries use the same idempotency key and the pinned API version, without telemetry', async () => {
  const sent: Headers[] = []
  const addresses: string[] = []
  const fetch: OutboundFetch = async (url, init) => {
    sent.push(new Headers(init?.headers))
    addresses.push(String(url))
    return sent.length < 3
      ? json(503, { error: { type: 'api_error', message: 'Not now.' } })
      : json(200, { id: 'cus_1', object: 'customer' })
  }
  const stripe = createStripe({ ...settings, fetch })
  expect(await stripe.createCustomer({ userId: 'u1', email: 'ada@example.com', name: 'Ada' })).toBe('cus_1')
  expect(addresses).toEqual(Array(3).fill('http://stripe.test/behind/a/path/v1/customers'))
  const keys = new Set(sent.map((headers) => headers.get('idempotency-key')))
  expect(keys.size).toBe(1)
  expect([...keys][0]).toMatch(/^earshot-customer-u1-/)
  expect(new Set(sent.map((headers) => headers.get('stripe-version')))).toEqual(new Set(['2026-10-28.endive']))
  expect(sent.some((headers) => headers.has('x-stripe-client-telemetry'))).toBe(false)
})

test('an error that quotes the key doesn’t reveal it', async () => {
  const fetch: OutboundFetch = async () =>
    json(401, { error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${settings.secretKey}` } })
  const error = await createStripe({ ...settings, fetch })
    .getInvoice('in_1')
    .catch((caught: AppError) => caught)
  expect(error).toMatchObject({ code: 'upstream_failed', retryable: false })
  const whole = JSON.stringify([error, String(error), (error as AppError).options, String((error as AppError).cause)])
  expect(whole).toContain('STRIPE_SECRET_KEY')
  expect(whole).not.toContain(settings.secretKey)
  expect(((error as AppError).cause as Error).stack).not.toContain(settings.secretKey)
})
