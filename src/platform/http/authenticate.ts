import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { AppError } from '#kit/errors.ts'
import type { Log } from '../log.ts'
import { hashToken, isSameSecret } from '../secrets.ts'
import type { ActorCache } from './actor-cache.ts'
import { clientAddress, isDirectCall } from './client-address.ts'
import { type Actor, type Call, type Env, type Middleware, tokenCookie } from './context.ts'
import type { OperatorToken, Route } from './route.ts'

/** Whether an endpoint may be called without a token. */
export const isOpen = ({ endpoint: { access } }: Route) => access.kind === 'public' || access.kind === 'loopback'

const mayBeGuest = ({ endpoint: { access } }: Route) => access.kind === 'workspace' && access.guest !== undefined

/** Finds out who calls, before the input is read: an anonymous caller learns nothing from validation messages. */
export function authenticate(
  route: Route,
  settings: { actors: ActorCache; log: Log; trustedProxies: string[] },
): Middleware {
  const { endpoint, operatorToken } = route
  return async (c, next) => {
    if (endpoint.access.kind === 'loopback') refuseOutsider(c, operatorToken)
    const token = endpoint.anyOrigin ? null : readToken(c)
    if (!isOpen(route) && !token) throw signedOut()
    const tokenHash = token ? hashToken(token) : null
    const actor = tokenHash ? await settings.actors.identify(tokenHash) : null
    const guestToken = !actor && mayBeGuest(route) ? token : null
    if (!isOpen(route) && !actor && !guestToken) throw signedOut()
    c.set('tokenHash', tokenHash)
    c.set('guestToken', guestToken)
    c.set('call', createCall(c, actor, settings))
    await next()
  }
}

/** The Bearer token, otherwise the session cookie, which csrf.ts has checked. */
function readToken(c: Context<Env>): string | null {
  const header = c.req.header('Authorization')
  if (header) return /^Bearer (\S{10,500})$/i.exec(header)?.[1] ?? null
  return getCookie(c, tokenCookie) ?? null
}

function createCall(
  c: Context<Env>,
  actor: Actor | null,
  { log, trustedProxies }: { log: Log; trustedProxies: string[] },
): Call {
  return {
    requestId: c.get('requestId'),
    get clientAddress() {
      return clientAddress(c, trustedProxies)
    },
    actor,
    workspace: null,
    guest: null,
    body: null,
    upload: null,
    log,
    storeResponse: async () => undefined,
    fetchApi: c.get('fetchApi'),
    setCookie: (cookie) => c.header('Set-Cookie', cookie, { append: true }),
    // Created when read: most calls don't, and each costs the adapter a whole Request.
    get headers() {
      return c.req.raw.headers
    },
    get signal() {
      return c.req.raw.signal
    },
  }
}

/** @throws AppError not_found: not from this machine; unauthenticated: from this machine, without the token it takes */
function refuseOutsider(c: Context<Env>, operator: OperatorToken | undefined) {
  const shown = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1]
  if (operator?.token && shown && isSameSecret(shown, operator.token)) return
  if (!isDirectCall(c)) throw new AppError('not_found', 'Nothing exists here.', { reason: 'unknown_url' })
  if (operator?.required)
    throw new AppError('unauthenticated', 'This call needs this server’s METRICS_TOKEN as a Bearer token.', {
      reason: 'operator_token_required',
    })
}

export const signedOut = () =>
  new AppError('unauthenticated', 'You’re signed out. Sign in and try again.', { reason: 'signed_out' })
