import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Endpoint } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { clientAddress } from './http/client-address.ts'
import { type Env, type Http, tokenCookie } from './http/context.ts'
import { type CsrfCheck, isSafeMethod } from './http/csrf.ts'
import type { Route } from './http/route.ts'
import type { Log } from './log.ts'
import type { Streams } from './server-sent-events.ts'

/** Headers that belong to one connection, and the cookie: the API gets the token it holds, as a Bearer token. */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'host',
  'cookie',
  'origin',
  'content-length',
  'accept-encoding',
])
const notReturned = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length'])

/**
 * The calls of the browser in a process that serves pages only: each goes on to where the API is, streams included. So the
 * browser speaks to one origin, and its session stays in a cookie that scripts cannot read.
 */
export function createForwarder(
  routes: Route[],
  settings: {
    apiUrl: string
    csrf: CsrfCheck
    guard: MiddlewareHandler<Env>
    streams: Pick<Streams, 'relay'>
    log: Log
  },
): Http {
  const http: Http = new Hono<Env>()
  http.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    await next()
  })
  http.use(settings.guard)
  for (const { endpoint } of routes) {
    const methods = endpoint.anyOrigin ? [endpoint.method, 'OPTIONS'] : [endpoint.method]
    // Custom domains serve pages only (host-check.ts), never the API.
    http.on(methods, [endpoint.path], (c, next) => (c.get('mapped') ? next() : forward(c, endpoint, settings)))
  }
  http.onError((error, c) => {
    const failure =
      error instanceof AppError
        ? error
        : new AppError('internal', 'Something went wrong on our side. Try again.', {
            reason: 'unexpected',
            cause: error,
          })
    const retryAfter = failure.options.retryAfterSeconds
    if (retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
    if (failure.status >= 500)
      settings.log.error({ err: failure.options.cause ?? error, request_id: c.get('requestId') }, failure.message)
    return c.json({ success: false, error: failure.toBody() }, failure.status)
  })
  return http
}

async function forward(
  c: Context<Env>,
  endpoint: Endpoint,
  { apiUrl, csrf, streams }: { apiUrl: string; csrf: CsrfCheck; streams: Pick<Streams, 'relay'> },
): Promise<Response> {
  const { method } = c.req
  const headers = new Headers([...c.req.raw.headers].filter(([name]) => !notForwarded.has(name)))
  const token = endpoint.anyOrigin ? undefined : getCookie(c, tokenCookie)
  if (token && !headers.has('Authorization')) {
    if (!isSafeMethod(c) && !csrf.isOwnOrigin(c)) throw csrf.refusal()
    headers.set('Authorization', `Bearer ${token}`)
  }
  headers.set('X-Forwarded-For', [c.req.header('X-Forwarded-For'), clientAddress(c, [])].filter(Boolean).join(', '))
  const { pathname, search } = new URL(c.req.url)
  let response: Response
  try {
    response = await fetch(apiUrl + pathname + search, {
      method,
      headers,
      body: method === 'GET' || method === 'OPTIONS' ? null : c.req.raw.body,
      signal: c.req.raw.signal,
      redirect: 'manual',
      duplex: 'half',
    } as RequestInit)
  } catch (cause) {
    throw new AppError('unavailable', 'The API isn’t responding. Try again in a moment.', {
      reason: 'api_not_responding',
      cause,
    })
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  return new Response(isStream && response.body ? streams.relay(response.body) : response.body, {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !notReturned.has(name)),
  })
}
