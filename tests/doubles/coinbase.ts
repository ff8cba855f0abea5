import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckoutRequest, getFault, payPage } from './coinbase-checkouts.ts'
import { createTokenCheck, type KeyKind, keyId } from './coinbase-tokens.ts'
import { createWebhooks } from './coinbase-webhooks.ts'

/**
 * Coinbase Business: the Checkouts API with CDP tokens, the payment page, and signed webhooks. Written from Coinbase's
 * published documentation, without any of our code.
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

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export async function startCoinbase({ key: kind = 'ES256' as KeyKind, port = 0 } = {}) {
  const { secret, faultOfToken } = createTokenCheck(kind)
  const webhooks = createWebhooks()
  const checkouts = new Map<string, Checkout>()
  const answered = new Map<string, { body: string; answer: string }>()
  const asked: { method: string; path: string; status: number; body: string }[] = []
  let trouble: 'none' | 'silent' | 'broken' | 'nonsense' = 'none'

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

  /** Changes the status of a checkout and sends the event. */
  async function move(id: string, status: Checkout['status'], type: string, more: Partial<Checkout> = {}) {
    const checkout = checkouts.get(id)
    if (!checkout) throw new Error(`There is no checkout ${id}.`)
    Object.assign(checkout, { status, updatedAt: new Date().toISOString(), ...more })
    return webhooks.emit(type, checkout)
  }

  const pay = (id: string) =>
    move(id, 'COMPLETED', 'checkout.payment.success', {
      settlement: { totalAmount: checkouts.get(id)?.amount, feeAmount: '0.59', netAmount: '58.41', currency: 'USDC' },
      transactionHash: `0x${hex(32)}`,
    })
  const expire = (id: string) => move(id, 'EXPIRED', 'checkout.payment.expired')

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
    ...webhooks,
    url,
    keyId,
    keySecret: secret,
    /** Environment variables that make Earshot use the double. */
    settings: {
      COINBASE_KEY_ID: keyId,
      COINBASE_KEY_SECRET: secret,
      COINBASE_API_BASE: url,
      COINBASE_WEBHOOK_SECRET: webhooks.webhookSecret,
    },
    checkouts,
    /** Calls with a response, oldest first. */
    asked,
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
