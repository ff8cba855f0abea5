import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiVersion, type StripeEvent, type Thing } from './stripe-objects.ts'
import { payPage, portalPage, pressOnPay, pressOnPortal } from './stripe-pages.ts'
import { createJudge } from './stripe-parameters.ts'
import { createStripeWorld, type StripeWorld } from './stripe-state.ts'
import { type Fields, getPage, getSignature, readForm, StripeRefusal } from './stripe-wire.ts'

/**
 * Stripe, as far as Earshot's payments need it: two separate accounts, pages to pay and manage on, and signed webhooks.
 * Requests are validated by Stripe's published parameters; invalid ones are rejected and kept as complaints.
 */

export type StripeDouble = Awaited<ReturnType<typeof startStripe>>
type AccountName = 'stripe' | 'stripe_ae'

const keys: Record<AccountName, { secretKey: string; webhookSecret: string }> = {
  stripe: { secretKey: 'sk_test_main_7fQ2xN9vKd', webhookSecret: 'whsec_main_c41jTz8WpR' },
  stripe_ae: { secretKey: 'sk_test_second_Lm3Yb6EoHs', webhookSecret: 'whsec_second_9uXa2VkGqD' },
}

type Asked = { account: AccountName; call: string; fields: Fields; idempotencyKey: string | null }

export async function startStripe() {
  const judge = await createJudge()
  const complaints: string[] = []
  const asked: Asked[] = []
  const answered = new Map<string, { request: string; status: number; body: string }>()
  let shiftMs = 0
  let silent = false
  let failing = 0
  let requests = 0
  /** The server that receives events; null keeps them for the test to send. */
  const webhooks: Record<AccountName, string | null> = { stripe: null, stripe_ae: null }
  const sending = new Set<Promise<unknown>>()
  const nowMs = () => Date.now() + shiftMs
  const makeWorld = (account: AccountName) =>
    createStripeWorld({
      nowMs,
      onEvent: (event) => {
        const target = webhooks[account]
        if (!target) return
        const sent = send(account, event, { to: target }).finally(() => sending.delete(sent))
        sending.add(sent)
      },
    })
  const worlds = { stripe: makeWorld('stripe'), stripe_ae: makeWorld('stripe_ae') }

  /** Delivers an event. `at`: the time of the signature in milliseconds; `secret`, `body`: for a forgery. */
  async function send(
    account: AccountName,
    event: StripeEvent,
    how: { to: string; at?: number; secret?: string; body?: string; signature?: string },
  ): Promise<number> {
    const signed = getSignature(
      event.body,
      how.secret ?? keys[account].webhookSecret,
      Math.floor((how.at ?? nowMs()) / 1000),
    )
    const response = await fetch(how.to, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': how.signature ?? signed },
      body: how.body ?? event.body,
    }).catch(() => null)
    await response?.arrayBuffer()
    return response?.status ?? 0
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch((error) => {
      const refusal = error instanceof StripeRefusal ? error : null
      if (!refusal) complaints.push(`The double failed: ${error}`)
      const body = refusal?.body ?? { error: { type: 'api_error', message: String(error) } }
      reply(response, refusal?.status ?? 500, JSON.stringify(body))
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe')
    const text = await readBody(request)
    const [, page, id = ''] = url.pathname.split('/')
    if (page === 'pay' || page === 'portal') return serveBrowser(page, id, request, response, text)
    requests++
    if (silent) return
    if (failing > 0) {
      failing--
      throw new StripeRefusal(503, { type: 'api_error', message: 'Stripe is not itself right now.' })
    }
    const account = getAccount(request)
    const method = request.method ?? 'GET'
    const idempotencyKey = header(request, 'idempotency-key')
    const sent = `${method} ${url.pathname}${url.search} ${text}`
    const before = idempotencyKey && answered.get(`${account}:${idempotencyKey}`)
    if (before) {
      if (before.request !== sent)
        throw new StripeRefusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${idempotencyKey}`,
        })
      return reply(response, before.status, before.body, { 'Idempotent-Replayed': 'true' })
    }
    const fields = readForm(method === 'POST' ? text : url.search)
    const [call, name] = getCall(method, url.pathname)
    asked.push({ account, call, fields, idempotencyKey })
    if (header(request, 'stripe-version') !== apiVersion)
      complain(`${call} was asked of version ${header(request, 'stripe-version')}`)
    const complaint = judge(call, fields)
    if (complaint) {
      complain(`${call}: ${complaint.message}`)
      throw new StripeRefusal(400, { code: 'parameter_unknown', ...complaint })
    }
    const body = JSON.stringify(answer(worlds[account], call, name, fields, `http://${request.headers.host}`))
    if (idempotencyKey) answered.set(`${account}:${idempotencyKey}`, { request: sent, status: 200, body })
    reply(response, 200, body)
  }

  const complain = (what: string) => complaints.push(what)

  function getAccount(request: IncomingMessage): AccountName {
    const key = /^Bearer (.+)$/.exec(header(request, 'authorization') ?? '')?.[1]
    const account = (Object.keys(keys) as AccountName[]).find((name) => keys[name].secretKey === key)
    // Stripe masks an unknown key; this double repeats it, to test that no screen shows it.
    if (!account) throw new StripeRefusal(401, { message: `Invalid API Key provided: ${key}` })
    return account
  }

  async function serveBrowser(
    page: 'pay' | 'portal',
    id: string,
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
  ) {
    const world = worlds.stripe.things.has(id) ? worlds.stripe : worlds.stripe_ae
    const thing = world.get(page === 'pay' ? 'checkout.session' : 'billing_portal.session', id)
    if (request.method === 'GET') return html(response, page === 'pay' ? payPage(thing) : portalPage(world, thing))
    const next = page === 'pay' ? pressOnPay(world, thing, readForm(text)) : pressOnPortal(world, thing, readForm(text))
    if ('html' in next) return html(response, next.html)
    response.writeHead(303, { Location: next.to }).end()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    keys,
    worlds,
    /** Requests that Stripe would have rejected. A test should leave none. */
    complaints,
    asked,
    webhooks,
    send,
    /** Environment variables for Earshot. */
    settings: {
      STRIPE_API_BASE: url,
      STRIPE_SECRET_KEY: keys.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.stripe.webhookSecret,
      STRIPE_AE_SECRET_KEY: keys.stripe_ae.secretKey,
      STRIPE_AE_WEBHOOK_SECRET: keys.stripe_ae.webhookSecret,
    },
    /** Sends events to this Earshot as they happen. */
    tellTo(earshotUrl: string) {
      webhooks.stripe = `${earshotUrl}/stripe/webhook`
      webhooks.stripe_ae = `${earshotUrl}/stripe_ae/webhook`
    },
    keepToItself() {
      webhooks.stripe = null
      webhooks.stripe_ae = null
    },
    /** Moves the double's clock by days. */
    passDays(days: number) {
      shiftMs += days * 86_400_000
    },
    nowMs,
    fallSilent: (is: boolean) => {
      silent = is
    },
    /** Number of requests, answered or not. */
    requests: () => requests,
    /** Makes this many requests fail as if Stripe were down. */
    failNext: (count: number) => {
      failing = count
    },
    /** Waits for pending events. */
    settle: async () => {
      while (sending.size > 0) await Promise.all(sending)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** `GET /v1/charges/ch_1` → [`GET /v1/charges/:id`, `ch_1`] */
function getCall(method: string, pathname: string): [call: string, id: string] {
  const parts = pathname.split('/')
  const at = parts.findIndex((part) => /^(cus|cs|prod|price|bps|bpc|sub|sub_sched|in|ch|dp|pi|earshot)_/.test(part))
  const id = at < 0 ? '' : decodeURIComponent(parts[at]!)
  if (at >= 0) parts[at] = ':id'
  return [`${method} ${parts.join('/')}`, id]
}

function answer(world: StripeWorld, call: string, id: string, fields: Fields, base: string): unknown {
  const expand = (thing: Thing) => {
    const { kept: _, ...shown } = world.expanded(thing, (fields.expand as string[] | undefined) ?? [])
    return shown
  }
  const listed = (things: Thing[]) => getPage(things.map(expand) as Thing[], fields, call.split(' ')[1]!)
  switch (call) {
    case 'POST /v1/customers':
      return world.add('cus', 'customer', { ...fields })
    case 'GET /v1/customers/:id':
      return expand(world.get('customer', id))
    case 'POST /v1/checkout/sessions':
      return expand(makeSession(world, fields, base))
    case 'GET /v1/checkout/sessions/:id':
      return expand(world.get('checkout.session', id))
    case 'POST /v1/checkout/sessions/:id/expire':
      world.expire(id)
      return expand(world.get('checkout.session', id))
    case 'POST /v1/products':
      if (fields.id && world.things.has(String(fields.id)))
        throw new StripeRefusal(400, { code: 'resource_already_exists', message: 'Product already exists.' })
      return world.add('prod', 'product', { active: true, ...fields })
    case 'GET /v1/prices': {
      const wanted = fields.lookup_keys as string[] | undefined
      return listed(world.all('price').filter(({ lookup_key }) => !wanted || wanted.includes(lookup_key)))
    }
    case 'POST /v1/prices':
      return world.makePrice(fields)
    case 'GET /v1/billing_portal/configurations':
      return listed(world.all('billing_portal.configuration'))
    case 'POST /v1/billing_portal/configurations':
      return world.add('bpc', 'billing_portal.configuration', { active: true, is_default: false, ...fields })
    case 'POST /v1/billing_portal/sessions':
      return makePortal(world, fields, base)
    case 'GET /v1/subscriptions/:id':
      return expand(world.get('subscription', id))
    case 'POST /v1/subscriptions/:id':
      world.update(
        id,
        'cancel_at_period_end' in fields ? { cancel_at_period_end: fields.cancel_at_period_end === 'true' } : {},
      )
      return expand(world.get('subscription', id))
    case 'DELETE /v1/subscriptions/:id':
      if (world.get('subscription', id).status === 'canceled')
        throw new StripeRefusal(404, { code: 'resource_missing', message: `No such subscription: '${id}'` })
      world.end(id, 'cancellation_requested')
      return expand(world.get('subscription', id))
    case 'POST /v1/subscription_schedules/:id/release':
      return world.release(id)
    case 'GET /v1/invoices/:id':
      return expand(world.get('invoice', id))
    case 'GET /v1/invoice_payments': {
      const payment = (fields.payment as { payment_intent?: string } | undefined)?.payment_intent
      return listed(world.all('invoice_payment').filter((each) => each.payment.payment_intent === payment))
    }
    case 'GET /v1/charges/:id':
      return expand(world.get('charge', id))
    case 'GET /v1/disputes':
      return listed(world.all('dispute').filter(({ charge }) => charge === fields.charge))
    case 'GET /v1/balance':
      return { object: 'balance', available: [{ amount: 0, currency: 'usd' }], pending: [], livemode: false }
    default:
      throw new StripeRefusal(404, { message: `Unrecognized request URL (${call}).` })
  }
}

type Line = { quantity?: string; price?: string; price_data?: Fields }

function makeSession(world: StripeWorld, fields: Fields, base: string): Thing {
  const customer = fields.customer ? world.get('customer', String(fields.customer)).id : null
  const lines = (fields.line_items as Line[]).map(({ quantity, price, price_data }) => ({
    price: price ? world.get('price', price) : world.makePrice(price_data ?? {}),
    quantity: Number(quantity ?? 1),
  }))
  const data = (name: string) => (fields[name] as { metadata?: Fields } | undefined)?.metadata ?? {}
  const [first] = lines
  const session = world.add('cs_test', 'checkout.session', {
    mode: fields.mode,
    status: 'open',
    payment_status: 'unpaid',
    customer,
    customer_email: fields.customer_email ?? null,
    customer_details: null,
    client_reference_id: fields.client_reference_id ?? null,
    metadata: fields.metadata ?? {},
    amount_total: lines.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    currency: first?.price.currency,
    success_url: fields.success_url,
    cancel_url: fields.cancel_url,
    subscription: null,
    payment_intent: null,
    invoice: null,
    expires_at: world.now() + 86_400,
    kept: {
      lines,
      label: world.things.get(first?.price.product)?.name,
      subscriptionMetadata: data('subscription_data'),
      paymentMetadata: data('payment_intent_data'),
    },
  })
  session.url = `${base}/pay/${session.id}`
  return session
}

function makePortal(world: StripeWorld, fields: Fields, base: string): Thing {
  const { configuration } = fields
  world.get('customer', String(fields.customer))
  if (!configuration)
    throw new StripeRefusal(400, {
      message:
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default.',
    })
  world.get('billing_portal.configuration', String(configuration))
  const portal = world.add('bps', 'billing_portal.session', {
    customer: fields.customer,
    configuration,
    return_url: fields.return_url,
    flow: fields.flow_data ?? null,
  })
  portal.url = `${base}/portal/${portal.id}`
  return portal
}

const header = (request: IncomingMessage, name: string) => (request.headers[name] as string | undefined) ?? null

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function reply(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Request-Id': `req_${Math.random().toString(36).slice(2)}`,
      ...headers,
    })
    .end(body)
}

const html = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(body)
