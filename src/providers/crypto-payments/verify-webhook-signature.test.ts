import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedByHook0 } from './verify-webhook-signature.ts'

const secret = 'a secret of one subscription'
const now = new Date('2026-11-21T22:00:00Z')
const rawBody = '{"id":"69163c762331ed43dc64a6ef","eventType":"checkout.payment.success"}'
const sent: Record<string, string> = { 'content-type': 'application/json', 'x-event-id': 'e-1' }
const hmac = (text: string, by = secret) => createHmac('sha256', by).update(text).digest('hex')

function signature({ at = now, names = 'content-type x-event-id', by = secret, body = rawBody } = {}) {
  const t = Math.floor(at.getTime() / 1000)
  const values = names.split(' ').map((name) => sent[name] ?? '')
  return `t=${t},v0=${hmac(`${t}.${body}`, by)},h=${names},v1=${hmac(`${t}.${names}.${values.join('.')}.${body}`, by)}`
}
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const accepts = (
  value: string | null,
  { body = rawBody, headers = sent }: { body?: string; headers?: typeof sent } = {},
) =>
  isSignedByHook0({
    rawBody: body,
    header: (name) => (name === 'x-hook0-signature' ? value : (headers[name.toLowerCase()] ?? null)),
    secret,
    now,
  })

describe('a delivery is accepted', () => {
  test('if time, headers and body match the signature', () => expect(accepts(signature())).toBe(true))
  test('up to five minutes old or from the future', () => {
    expect(accepts(signature({ at: minutes(-4.9) }))).toBe(true)
    expect(accepts(signature({ at: minutes(4.9) }))).toBe(true)
  })
  test('with a v0 signature, which covers time and body, if there is no other', () =>
    expect(accepts(signature().replace(/,h=.*/, ''))).toBe(true))
  test('if a signed header was missing and is still missing', () =>
    expect(accepts(signature({ names: 'content-type x-hook0-id' }))).toBe(true))
})

describe('a delivery is rejected', () => {
  test.each([
    ['unsigned', null],
    ['signed by another secret', signature({ by: 'another' })],
    ['stale', signature({ at: minutes(-5.1) })],
    ['from the future', signature({ at: minutes(5.1) })],
    ['without a time', signature().replace(/t=\d+,/, '')],
    ['with an altered time', signature().replace(/t=\d+/, `t=${Math.floor(now.getTime() / 1000) - 1}`)],
    ['with fewer headers than were signed', signature().replace('h=content-type x-event-id', 'h=content-type')],
    ['with a forged v1 beside a v0 that is right', signature().replace(/v1=.*/, `v1=${'0'.repeat(64)}`)],
    ['with half a signature', signature().slice(0, -2)],
    ['with two signatures of one kind', `${signature()},v1=${'0'.repeat(64)}`],
    ['with a signature in no known form', 'sha256=abc'],
  ])('%s', (_what, value) => expect(accepts(value)).toBe(false))
  test('with an altered body', () => expect(accepts(signature(), { body: rawBody.replace('ef"', 'ee"') })).toBe(false))
  test('with an altered header that was signed', () =>
    expect(accepts(signature(), { headers: { ...sent, 'x-event-id': 'e-2' } })).toBe(false))
})
