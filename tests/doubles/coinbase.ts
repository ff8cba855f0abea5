import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { type CheckoutRequest, getFault, payPage } from './coinbase-checkouts.ts'

/**
 * Coinbase Business as Earshot meets it: the Checkouts API behind CDP tokens, the page people pay on, and signed webhooks.
 * Made from Coinbase's published descriptions of the three; none of our code.
 */

export type Coinbase = Awaited<ReturnType<typeof startCoinbase>>

export type Checkout = CheckoutRequest & {
  id: string
  url: string
  status:
    | 'ACTIVE'
    | 'PROCESSING'
    | 'DEACTIVATED'
    | 'EXPIRED'
    | 'COMPLETED'
    | 'FAILED'
    | 'REFUNDED'
    | 'PARTIALLY_REFUNDED'
  network: string
  address: string
  createdAt: string
  updatedAt: string
  expiresAt: string
  settlement?: object
  transactionHash?: string
  refundedAmount?: string
  refunds?: object[]
}

/** A Coinbase webhook event; a retry has the same id and body. */
export type CoinbaseEvent = { id: string; type: string; body: string }

const keyId = 'organizations/7f0c3f1e-0a52-4b5e-9d2f-1c1a5ad1c001/apiKeys/5a1b9f0e-6f0f-4c57-8f3e-2b9f6f1c0d77'
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/** A new secret key in the two forms Coinbase hands out, with what checks it. */
function newKey(kind: 'ES256' | 'EdDSA') {
  if (kind === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    return { secret: String(privateKey.export({ type: 'sec1', format: 'pem' })), publicKey }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const halves = [d, x].map((half) => Buffer.from(half, 'base64url'))
  return { secret: Buffer.concat(halves).toString('base64'), publicKey }
}

export async function startCoinbase({ key: kind = 'ES256' as 'ES256' | 'EdDSA', port = 0 } = {}) {
  const key = newKey(kind)
  const webhookSecret = randomUUID()
  const checkouts = new Map<string, Checkout>()
  const answered = new Map<string, { body: string; answer: string }>()
  const nonces = new Set<string>()
  const asked: { method: string; path: string; status: number; body: string }[] = []
  const events: CoinbaseEvent[] = []
  let webhookUrl: string | null = null
  let trouble: 'none' | 'silent' | 'broken' | 'nonsense' = 'none'
  let held: CoinbaseEvent[] | null = null
  let copies = 1

  /** What is wrong with a token, in Coinbase's sense; null when nothing is. */
  async function faultOfToken(request: IncomingMessage, url: URL): Promise<string | null> {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return 'no bearer token'
    try {
      const header = decodeProtectedHeader(token) as { kid?: string; nonce?: string; typ?: string }
      const { payload } = await jwtVerify(token, key.publicKey, { algorithms: [kind], issuer: 'cdp', subject: keyId })
      if (header.kid !== keyId || header.typ !== 'JWT') return 'kid or typ'
      if (!header.nonce || nonces.has(header.nonce)) return 'nonce missing or used'
      nonces.add(header.nonce)
      if (payload.uri !== `${request.method} ${request.headers.host}${url.pathname}`) return `uri ${payload.uri}`
      if (typeof payload.nbf !== 'number' || (payload.exp ?? 0) - payload.nbf > 120) return 'longer than two minutes'
      return null
    } catch (error) {
      return String(error)
    }
  }

  function create(body: string, idempotencyKey: string | undefined): [status: number, answer: string] {
    if (idempotencyKey !== undefined) {
      if (!/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(idempotencyKey))
        return refused('X-Idempotency-Key is no UUID v4')
      const before = answered.get(idempotencyKey)
      if (before) return before.body === body ? [201, before.answer] : refused('idempotency key used with another body')
    }
    const wanted = JSON.parse(body) as CheckoutRequest
    const fault = getFault(wanted, new Date())
    if (fault) return refused(fault)
    const now = new Date()
    const id = hex(12)
    const checkout: Checkout = {
      ...wanted,
      id,
      url: `${url}/payment-links/pl_${id}`,
      status: 'ACTIVE',
      network: 'base',
      address: `0x${hex(20)}`,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
      expiresAt: wanted.expiresAt ?? new Date(now.getTime() + 3_600_000).toISOString(),
    }
    checkouts.set(id, checkout)
    const answer = JSON.stringify(checkout)
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { body, answer })
    return [201, answer]
  }

  async function answerCall(request: IncomingMessage, at: URL, body: string): Promise<[number, string]> {
    const fault = await faultOfToken(request, at)
    if (fault) return [401, JSON.stringify({ errorType: 'unauthorized', errorMessage: fault, correlationId: hex(8) })]
    if (at.pathname === '/api/v1/checkouts' && request.method === 'GET')
      return [
        200,
        JSON.stringify({ checkouts: [...checkouts.values()].slice(0, Number(at.searchParams.get('pageSize'))) }),
      ]
    const id = /^\/api\/v1\/checkouts\/([^/]+)$/.exec(at.pathname)?.[1]
    if (at.pathname === '/api/v1/checkouts' && request.method === 'POST')
      return create(body, request.headers['x-idempotency-key'] as string | undefined)
    const found = id && request.method === 'GET' ? checkouts.get(id) : undefined
    if (found) return [200, JSON.stringify(found)]
    return [404, JSON.stringify({ errorType: 'not_found', errorMessage: 'No such checkout', correlationId: hex(8) })]
  }

  /** Moves a checkout and tells of it. */
  async function move(id: string, status: Checkout['status'], type: string, more: Partial<Checkout> = {}) {
    const checkout = checkouts.get(id)
    if (!checkout) throw new Error(`There is no checkout ${id}.`)
    Object.assign(checkout, { status, updatedAt: new Date().toISOString(), ...more })
    const event = { id: randomUUID(), type, body: JSON.stringify({ ...checkout, eventType: type }) }
    events.push(event)
    if (held) held.push(event)
    else await Promise.all(Array.from({ length: copies }, () => deliver(event)))
    return event
  }

  const pay = (id: string) =>
    move(id, 'COMPLETED', 'checkout.payment.success', {
      settlement: { totalAmount: checkouts.get(id)?.amount, feeAmount: '0.59', netAmount: '58.41', currency: 'USDC' },
      transactionHash: `0x${hex(32)}`,
    })
  const expire = (id: string) => move(id, 'EXPIRED', 'checkout.payment.expired')

  /** Headers and body of one delivery, signed at the given time, by default now. */
  function signed({ id, type, body }: CoinbaseEvent, { at = new Date(), secret = String(webhookSecret) } = {}) {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-event-id': id,
      'x-event-type': type,
    }
    const time = Math.floor(at.getTime() / 1000)
    const names = Object.keys(headers)
    const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
    const v1 = mac(`${time}.${names.join(' ')}.${names.map((name) => headers[name]).join('.')}.${body}`)
    headers['x-hook0-signature'] = `t=${time},v0=${mac(`${time}.${body}`)},h=${names.join(' ')},v1=${v1}`
    return { headers, body }
  }

  async function deliver(event: CoinbaseEvent): Promise<number | null> {
    if (!webhookUrl) return null
    return (await fetch(webhookUrl, { method: 'POST', ...signed(event) })).status
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const at = new URL(request.url!, 'http://coinbase')
      const body = Buffer.concat(parts).toString('utf8')
      if (at.pathname.startsWith('/payment-links/')) {
        const { status, headers, html } = await page(at, request.method!, body)
        return response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(html)
      }
      if (trouble === 'silent') return
      const [status, answer] =
        trouble === 'broken'
          ? [500, JSON.stringify({ errorType: 'internal_server_error', errorMessage: 'An internal error occurred.' })]
          : trouble === 'nonsense'
            ? [200, '<html>Bad gateway</html>']
            : await answerCall(request, at, body)
      asked.push({ method: request.method!, path: at.pathname, status, body })
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer)
    })
  })

  async function page(at: URL, method: string, body: string) {
    const checkout = checkouts.get(at.pathname.split('pl_')[1] ?? '')
    if (!checkout) return { status: 404, headers: {}, html: 'There is no such payment.' }
    if (method === 'POST' && checkout.status === 'ACTIVE') await (body === 'do=pay' ? pay : expire)(checkout.id)
    const to = checkout.status === 'COMPLETED' ? checkout.successRedirectUrl : undefined
    if (method === 'POST' && to) return { status: 303, headers: { Location: to }, html: '' }
    return { status: 200, headers: {}, html: payPage(checkout) }
  }

  server.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    webhookSecret,
    keyId,
    keySecret: key.secret,
    /** Environment that makes Earshot sell through the double. */
    settings: {
      COINBASE_KEY_ID: keyId,
      COINBASE_KEY_SECRET: key.secret,
      COINBASE_API_BASE: url,
      COINBASE_WEBHOOK_SECRET: webhookSecret,
    },
    checkouts,
    events,
    /** Calls answered, oldest first. */
    asked,
    /** The webhook URL of the subscription; without one no events are sent. */
    tell(to: string | null) {
      webhookUrl = to
    },
    /** How many copies of each event are delivered, in parallel. */
    tellTimes(times: number) {
      copies = times
    },
    /** Holds events back, for the test to deliver in any order. */
    hold() {
      held = []
      return held
    },
    answer(with_: typeof trouble) {
      trouble = with_
    },
    pay,
    expire,
    fail: (id: string) => move(id, 'FAILED', 'checkout.payment.failed'),
    refund(id: string, amount = checkouts.get(id)?.amount ?? '0') {
      const checkout = checkouts.get(id)
      const refund = { id: hex(12), checkoutId: id, amount, currency: 'USDC', status: 'COMPLETED' }
      const total = Number(checkout?.refundedAmount ?? 0) + Number(amount)
      const whole = total >= Number(checkout?.amount)
      return move(id, whole ? 'REFUNDED' : 'PARTIALLY_REFUNDED', 'checkout.refund.success', {
        refundedAmount: total.toFixed(2),
        refunds: [...(checkout?.refunds ?? []), refund],
      })
    },
    signed,
    deliver,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refused = (errorMessage: string): [number, string] => [
  400,
  JSON.stringify({ errorType: 'invalid_request', errorMessage, correlationId: hex(8) }),
]
