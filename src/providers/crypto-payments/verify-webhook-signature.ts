import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * How Coinbase signs its webhooks: `X-Hook0-Signature: t=…,v0=…,h=…,v1=…`. `v0` is an HMAC-SHA256 over time and body; `v1`
 * over time, the names of some headers, their values and the body. Where `v1` is given it decides, as it holds more.
 * Source: https://docs.cdp.coinbase.com/webhooks/verify-signatures
 */

export type SignedDelivery = {
  /** The body as it came, byte for byte. */
  rawBody: string
  /** The value of a header, whatever the case of its name; null without one. */
  header(name: string): string | null
  secret: string
  now: Date
}

export const signatureHeaderName = 'x-hook0-signature'
const toleranceSeconds = 300

/** Whether a delivery was signed with the secret, no more than five minutes from now. */
export function isSignedByHook0({ rawBody, header, secret, now }: SignedDelivery): boolean {
  const fields = readFields(header(signatureHeaderName) ?? '')
  const time = fields?.get('t') ?? ''
  if (!fields || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false
  const [v0, v1, names] = [fields.get('v0'), fields.get('v1'), fields.get('h')]
  if (v1 !== undefined) {
    if (names === undefined) return false
    const values = names.split(' ').map((name) => header(name) ?? '')
    return isSame(v1, hmac(secret, `${time}.${names}.${values.join('.')}.${rawBody}`))
  }
  return v0 !== undefined && isSame(v0, hmac(secret, `${time}.${rawBody}`))
}

/** Null when a field occurs twice, because it's ambiguous which one was signed. */
function readFields(value: string): Map<string, string> | null {
  const fields = new Map<string, string>()
  for (const part of value.split(',')) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = part.slice(0, at).trim()
    if (fields.has(name)) return null
    fields.set(name, part.slice(at + 1).trim())
  }
  return fields
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text, 'utf8').digest()

function isSame(given: string, expected: Buffer): boolean {
  if (!/^[0-9a-f]{64}$/i.test(given)) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}
