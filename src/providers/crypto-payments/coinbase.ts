import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { OutboundError } from '#platform/outbound/outbound-error.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { type CdpKey, readCdpKey, signCdpToken } from './cdp-token.ts'
import type { CryptoCheckout, CryptoEvent, CryptoPayments, CryptoStatus, NewCryptoCheckout } from './port.ts'
import { isSignedByHook0 } from './verify-webhook-signature.ts'

export type CoinbaseOptions = {
  /** `organizations/…/apiKeys/…` or a UUID; empty when it is not set up. */
  keyId: string
  /** An EC key in PEM or an Ed25519 key in base64. */
  keySecret: string
  webhookSecret: string
  /** `https://business.coinbase.com` unless given; `/sandbox` behind it is Coinbase's own place to try. */
  apiBase?: string
  fetch: OutboundFetch
  now?: () => Date
  timeoutMs?: number
}

const vendorBase = 'https://business.coinbase.com'
const path = '/api/v1/checkouts'
const maxBytes = 500_000
const params = { provider: 'Coinbase' }
/** Default lifetime of a checkout where Coinbase doesn't say when it expires. */
const liveMs = 3_600_000

const amount = z.union([z.string(), z.number()]).transform(String)
const checkoutAnswer = z.object({
  id: z.string(),
  url: z.string().nullish(),
  status: z.string().nullish(),
  amount: amount.nullish(),
  expiresAt: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  network: z.string().nullish(),
  transactionHash: z.string().nullish(),
  refundedAmount: amount.nullish(),
})
const webhookEvent = z.object({
  id: z.string().nullish(),
  eventType: z.string().nullish(),
  updatedAt: z.string().nullish(),
})
const complaint = z.object({
  errorType: z.string().nullish(),
  errorMessage: z.string().nullish(),
  correlationId: z.string().nullish(),
})

const statuses: Record<string, CryptoStatus> = {
  ACTIVE: 'open',
  PROCESSING: 'processing',
  COMPLETED: 'paid',
  FAILED: 'failed',
  EXPIRED: 'expired',
  DEACTIVATED: 'cancelled',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partly_refunded',
}

/**
 * Coinbase Business: one checkout a purchase, paid in USDC, which is a dollar a coin.
 * Source: https://docs.cdp.coinbase.com/coinbase-business/checkout-apis/overview
 */
export function createCoinbase(options: CoinbaseOptions): CryptoPayments {
  const { webhookSecret, apiBase = vendorBase, fetch, now = () => new Date(), timeoutMs = 20_000 } = options
  const { key, unavailable } = toKey(options)
  const base = apiBase.replace(/\/+$/, '')

  /** What Coinbase answered, whatever its status. @throws AppError upstream_failed when it gave no answer */
  async function callApi(
    method: 'GET' | 'POST',
    at: string,
    { json, headers, signal }: { json?: object; headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<{ status: number; body: unknown }> {
    if (!key) throw new AppError('unavailable', unavailable ?? '', { reason: 'payment_provider_not_set_up', params })
    const url = new URL(base + at)
    const token = await signCdpToken(key, { method, url, now: now() })
    try {
      const response = await fetch(url, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(json ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        body: json ? JSON.stringify(json) : undefined,
        redirects: 0,
        timeoutMs,
        maxBytes,
        signal,
      })
      return { status: response.status, body: getJson(await response.text()) }
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause
      const what = cause.kind === 'timeout' ? `didn’t respond within ${timeoutMs / 1000} s` : 'couldn’t be reached'
      throw new AppError('upstream_failed', `Coinbase ${what}. You weren’t charged. Try again in a moment.`, {
        reason: 'payment_provider_not_responding',
        params,
        cause,
      })
    }
  }

  return {
    id: 'coinbase',
    unavailable,
    webhookReady: webhookSecret !== '',

    async createCheckout(request) {
      const { status, body } = await callApi('POST', path, {
        json: getRequest(request),
        headers: { 'X-Idempotency-Key': getUuid(request.idempotencyKey) },
      })
      if (status !== 200 && status !== 201) throw getRefusal(status, body)
      return readCheckout(body)
    },

    async getCheckout(id) {
      const { status, body } = await callApi('GET', `${path}/${encodeURIComponent(id)}`)
      if (status === 404) return null
      if (status !== 200) throw getRefusal(status, body)
      return readCheckout(body)
    },

    verifyWebhook(rawBody, headers, at): CryptoEvent | null {
      if (webhookSecret === '') return null
      const header = (name: string) => headers.get(name)
      if (!isSignedByHook0({ rawBody, header, secret: webhookSecret, now: at })) return null
      const { data: event } = webhookEvent.safeParse(getJson(rawBody))
      if (!event) return null
      const createdAt = event.updatedAt ? new Date(event.updatedAt) : null
      return {
        // The event id for deduplication: a retry has the same body, while headers with a delivery id need
        // not be signed.
        id: createHash('sha256').update(rawBody).digest('hex').slice(0, 32),
        type: event.eventType ?? 'unknown',
        checkoutId: event.eventType?.startsWith('checkout.') ? (event.id ?? null) : null,
        createdAt: createdAt && !Number.isNaN(createdAt.getTime()) ? createdAt : null,
      }
    },

    async check(signal) {
      const { status, body } = await callApi('GET', `${path}?pageSize=1`, { signal })
      if (status === 200) return
      if (status === 401 || status === 403)
        throw new Error('Coinbase does not take COINBASE_KEY_ID and COINBASE_KEY_SECRET.')
      throw getRefusal(status, body)
    },
  }
}

function toKey({ keyId, keySecret }: CoinbaseOptions): { key: CdpKey | null; unavailable: string | null } {
  if (keyId === '' || keySecret === '')
    return { key: null, unavailable: 'Crypto payments are not set up on this installation.' }
  try {
    return { key: readCdpKey(keyId, keySecret), unavailable: null }
  } catch {
    // What the key's reader says may quote the key.
    return {
      key: null,
      unavailable: 'Crypto payments are not set up on this installation: COINBASE_KEY_SECRET cannot be read as a key.',
    }
  }
}

/** Word for word the same for the same purchase: a repeated request under one key must not differ. */
function getRequest({ amount, reference, description, metadata, successUrl, failUrl }: NewCryptoCheckout) {
  return {
    amount,
    currency: 'USDC',
    description: description.slice(0, 500),
    metadata: Object.fromEntries(
      Object.entries({ ...metadata, reference }).map(([name, value]) => [name, value.slice(0, 100)]),
    ),
    // Coinbase leads back over https only: on plain http people have to come back without a link.
    ...(successUrl.startsWith('https://') ? { successRedirectUrl: successUrl } : {}),
    ...(failUrl.startsWith('https://') ? { failRedirectUrl: failUrl } : {}),
  }
}

function readCheckout(body: unknown): CryptoCheckout {
  const { data: answer, error } = checkoutAnswer.safeParse(body)
  if (!answer?.url)
    throw new AppError('upstream_failed', 'Coinbase sent an undocumented response. You weren’t charged.', {
      reason: 'payment_provider_failed',
      params,
      cause: error ?? new Error('The checkout has no address.'),
    })
  const expiresAt = new Date(answer.expiresAt ?? Number.NaN)
  const { reference } = answer.metadata ?? {}
  return {
    id: answer.id,
    url: answer.url,
    expiresAt: Number.isNaN(expiresAt.getTime()) ? new Date(Date.now() + liveMs) : expiresAt,
    // An unknown status doesn't end a checkout.
    status: statuses[answer.status ?? ''] ?? 'open',
    amount: dollars(answer.amount),
    refundedAmount: dollars(answer.refundedAmount),
    reference: typeof reference === 'string' ? reference : null,
    transactionUrl: answer.transactionHash ? `https://basescan.org/tx/${answer.transactionHash}` : null,
  }
}

const dollars = (amount: string | null | undefined) => (Number(amount) || 0).toFixed(2)

/** Coinbase's own message goes to the log only, because it addresses developers. */
function getRefusal(status: number, body: unknown): AppError {
  const { errorType, errorMessage, correlationId } = complaint.safeParse(body).data ?? {}
  const words = [errorType, errorMessage?.slice(0, 300), correlationId].filter(Boolean).join(' · ')
  const todo = status === 429 ? 'Try again in a minute.' : 'Try again later, or contact your administrator.'
  return new AppError('upstream_failed', `Coinbase rejected this (${status}). You weren’t charged. ${todo}`, {
    reason: status === 429 || status >= 500 ? 'payment_provider_failed' : 'payment_provider_rejected',
    params,
    cause: new Error(`Coinbase answered ${status}${words ? `: ${words}` : ''}`),
  })
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Converts our idempotency key to the form of a random UUID, as Coinbase requires. */
function getUuid(key: string): string {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
