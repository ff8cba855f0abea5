import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { z } from 'zod'
import { type Endpoint, type OutputOf, type ParsedInputOf, type Role, roleAtLeast, type Scope } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import { toInputError } from '#kit/input-issues.ts'
import { clientAddress, isDirectCall } from './client-address.ts'
import { type CsrfCheck, isSafeMethod } from './csrf.ts'
import { toUnavailable } from './database-errors.ts'
import type { MappedHost } from './host-check.ts'
import type { Idempotency, KeepAnswer } from './idempotency.ts'
import { type Log, logContext } from './log.ts'
import type { Metrics } from './metrics.ts'
import { readMultipart } from './multipart.ts'
import { storable } from './sanitize-text.ts'
import { hashToken, isSameSecret } from './secrets.ts'
import type { SendEvent, Streams } from './server-sent-events.ts'

/** Who is calling: a person's session, or an API key bound to one workspace. */
export type Actor = {
  userId: string
  email: string
  staff: boolean
  /** The token's own id: what a log-out ends. */
  tokenId: string
  kind: 'session' | 'key' | 'support'
  /** An API key speaks for one workspace, within its scopes. */
  key: { workspaceId: string; scopes: Scope[] } | null
  memberships: { workspaceId: string; role: Role }[]
}

export type Membership = { workspaceId: string; role: Role }

/** What a handler gets besides its input. */
export type Call = {
  requestId: string
  clientAddress: string
  /** Null only on public calls. */
  actor: Actor | null
  /** Set on workspace calls, after the role was checked. */
  workspace: Membership | null
  headers: Headers
  signal: AbortSignal
  log: Log
  /**
   * For calls that spend or create: keeps what will be answered, in the transaction that does the work, under the
   * Idempotency-Key that came. Without one it does nothing.
   */
  keepAnswer: KeepAnswer
  /** The body as it came, UTF-8: only where the route says `keepsBody`. */
  body: Buffer | null
  /** The body as it comes, of calls whose body is a `stream`. `bytes`: as was said before, or null. */
  upload: Upload | null
  /** Sends a cookie along with a JSON answer: the whole value of a `Set-Cookie`. */
  setCookie(cookie: string): void
}
export type Upload = { stream: Readable; bytes: number | null; type: string }
export type UserCall = Call & { actor: Actor }
export type WorkspaceCall = UserCall & { workspace: Membership }

/** What the router needs of accounts. */
export type Gate = {
  identify(tokenHash: Buffer): Promise<Actor | null>
  /**
   * The same with a row more, in the one query: `text` selects it, `actor` is a row it may name (user_id, key_workspace_id),
   * `values` count from $2. Without such a row `found` is empty.
   */
  identifyAnd<Found>(
    tokenHash: Buffer,
    find: { name: string; text: string; values: unknown[] },
  ): Promise<{ actor: Actor; found: Partial<Found> } | null>
}

type CallFor<E extends Endpoint> = E['access']['kind'] extends 'workspace' | 'key'
  ? WorkspaceCall
  : E['access']['kind'] extends 'public' | 'loopback'
    ? Call
    : UserCall

export type Route = {
  endpoint: Endpoint
  handle(call: Call, input: never): Promise<unknown>
  locate?: (input: never, workspaceIds: string[]) => Promise<string | null>
  oneQuery?: (tokenHash: Buffer, input: never, call: Call) => Promise<unknown | undefined>
  resolveCall?: (tokenHash: Buffer, input: never) => Promise<ResolvedCall<Call, never> | null>
  admit?: (raw: Record<string, unknown>) => Promise<void>
  accepts?: (raw: Record<string, unknown>) => boolean
  keepsBody?: boolean
  operatorToken?: OperatorToken
}

/** A Bearer token that allows a `loopback` call from other machines. `required`: callers on this machine need it too. */
export type OperatorToken = { token: string | undefined; required: boolean }

/** The caller and the resource, found in one query. `handle` already has the resource and replaces the route's own handler. */
type ResolvedCall<C extends Call, Input> = {
  actor: Actor
  /** The resource's workspace; null when this caller may not know of it. */
  workspaceId: string | null
  handle(call: C, input: Input): Promise<unknown>
}

type Options<E extends Endpoint> = {
  /** For `by: 'resource'` access: the workspace of what the input names, if it is one of these. */
  locate?: (input: ParsedInputOf<E>, workspaceIds: string[]) => Promise<string | null>
  /**
   * For hot reads: session, membership and data in one query. Throws AppError as the router would.
   * Undefined means "go the ordinary way".
   */
  oneQuery?: (tokenHash: Buffer, input: ParsedInputOf<E>, call: Call) => Promise<OutputOf<E> | undefined>
  /**
   * For latency-sensitive calls: `identify`, `locate` and the handler's first read in one query. Null for an unknown token.
   * Permissions are checked as usual.
   */
  resolveCall?: (
    tokenHash: Buffer,
    input: ParsedInputOf<E>,
  ) => Promise<ResolvedCall<CallFor<E>, ParsedInputOf<E>> | null>
  /** For calls that carry a key in their body: refuses a stranger before the schema judges what was said. */
  admit?: (raw: Record<string, unknown>) => Promise<void>
  /**
   * For calls that come by the thousand: a quicker check that is true only for what the schema would pass unchanged.
   * Whatever it does not accept goes to the schema, whose answer counts.
   */
  accepts?: (raw: Record<string, unknown>) => boolean
  /** For calls that store what they were sent as it was: `call.body`. */
  keepsBody?: boolean
}

/** Binds a JSON call to its use-case. */
export function serve<E extends Endpoint<z.ZodType, z.ZodType, 'json'>>(
  endpoint: E,
  handle: (call: CallFor<E>, input: ParsedInputOf<E>) => Promise<OutputOf<E>>,
  options: Options<E> = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Omit<Route, 'endpoint' | 'handle'>) }
}

/** Binds an event stream. The handler first checks and throws; what it returns then fills the stream. */
export function serveEvents<E extends Endpoint<z.ZodType, z.ZodType, 'events'>>(
  endpoint: E,
  handle: (
    call: CallFor<E>,
    input: ParsedInputOf<E>,
  ) => Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>>,
  options: Pick<Options<E>, 'locate' | 'resolveCall'> = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Pick<Route, 'locate' | 'resolveCall'>) }
}

/** Binds a download. */
export function serveFile<E extends Endpoint<z.ZodType, z.ZodType, 'file'>>(
  endpoint: E,
  handle: (call: CallFor<E>, input: ParsedInputOf<E>) => Promise<Response>,
  options: Pick<Options<E>, 'locate'> & { operatorToken?: OperatorToken } = {},
): Route {
  return { endpoint, handle: handle as Route['handle'], ...(options as Pick<Route, 'locate' | 'operatorToken'>) }
}

export type HttpSettings = {
  gate: Gate
  log: Log
  metrics: Metrics
  streams: Streams
  idempotency: Idempotency
  trustedProxies: string[]
  csrf: CsrfCheck
  /** Check our own answers against their schemas: in tests and development. */
  checkOutputs: boolean
  /** Refuses names that are not ours; see host-check.ts. */
  guard: MiddlewareHandler<Env>
  /** Refuses callers while maintenance mode is on. */
  door?: MiddlewareHandler<Env>
}

export type Env = { Bindings: HttpBindings; Variables: { requestId: string; mapped?: MappedHost } }
export type Http = Hono<Env>

export const tokenCookie = 'app_token'

/** Mounts every route on one Hono application. */
export function createHttp(routes: Route[], settings: HttpSettings): Http {
  const http: Http = new Hono<Env>()
  http.use(requestFrame(settings))
  http.use(settings.guard)
  if (settings.door) http.use(settings.door)
  for (const route of routes) {
    const { endpoint } = route
    if (endpoint.anyOrigin) http.options(endpoint.path, (c) => c.body(null, 204, preflightHeaders(endpoint)))
    // Custom domains serve pages only; the other paths they may reach aren't marked as mapped (host-check.ts).
    const serveHere = (c: Context<Env>, next: () => Promise<void>) =>
      c.get('mapped') ? next() : answer(c, route, settings)
    if (endpoint.method === 'POST') http.on('POST', endpoint.path, serveHere)
    else http.on('GET', endpoint.path, serveHere)
  }
  http.notFound((c) =>
    answerError(new AppError('not_found', 'Nothing exists at this URL.', { reason: 'unknown_url' }), c, settings.log),
  )
  http.onError((error, c) => answerError(error, c, settings.log))
  return http
}

const preflightHeaders = ({ method }: Endpoint) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': method,
  'Access-Control-Allow-Headers': 'Content-Type',
  'Access-Control-Max-Age': '86400',
})

/** Request id, log context, metrics and one log line a request. */
function requestFrame({ log, metrics }: HttpSettings) {
  return async (c: Context<Env>, next: () => Promise<void>) => {
    const requestId = crypto.randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    // Before the answer is made: touching the headers of a made one costs the adapter its fast path.
    c.header('X-Request-Id', requestId)
    await logContext.run({ request_id: requestId }, next)
    const ms = performance.now() - started
    const path = c.req.routePath
    metrics.requestSeconds.observe({ path, status: c.res.status }, ms / 1000)
    log.debug(
      { request_id: requestId, method: c.req.method, path, status: c.res.status, ms: Math.round(ms * 10) / 10 },
      'Answered',
    )
  }
}

async function answer(c: Context<Env>, route: Route, settings: HttpSettings): Promise<Response> {
  const { endpoint } = route
  if (endpoint.access.kind === 'loopback') refuseOutsider(c, route.operatorToken)
  if (endpoint.anyOrigin) {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Access-Control-Expose-Headers', 'Retry-After')
  }
  const token = endpoint.anyOrigin ? null : readToken(c, settings.csrf)
  const tokenHash = token ? hashToken(token) : null
  const call: Call = {
    requestId: c.get('requestId'),
    get clientAddress() {
      return clientAddress(c, settings.trustedProxies)
    },
    actor: null,
    workspace: null,
    body: null,
    upload: null,
    log: settings.log,
    keepAnswer: async () => undefined,
    setCookie: (cookie) => c.header('Set-Cookie', cookie, { append: true }),
    // Made when asked for: most calls never look, and each costs the adapter a whole Request.
    get headers() {
      return c.req.raw.headers
    },
    get signal() {
      return c.req.raw.signal
    },
  }
  // Authenticates before validating input, so an anonymous caller learns nothing from validation messages.
  if (endpoint.access.kind !== 'public' && endpoint.access.kind !== 'loopback' && !token) throw signedOut()
  const read = () => readInput(c, route, call)

  let resolved: Awaited<ReturnType<NonNullable<Route['resolveCall']>>> = null
  if ((route.oneQuery || route.resolveCall) && tokenHash) {
    const input = await read().catch(async (error) => {
      if (!(await settings.gate.identify(tokenHash))) throw signedOut()
      throw error
    })
    if (route.resolveCall) {
      resolved = await route.resolveCall(tokenHash, input as never)
      if (!resolved) throw signedOut()
      call.actor = resolved.actor
    }
    if (!route.oneQuery) return finish(input)
    const output = await route.oneQuery(tokenHash, input as never, call)
    if (output !== undefined) return c.json(succeeded(endpoint, output, settings), 200)
    return finish(input)
  }
  call.actor = tokenHash ? await settings.gate.identify(tokenHash) : null
  if (endpoint.access.kind !== 'public' && endpoint.access.kind !== 'loopback') {
    if (!call.actor) throw signedOut()
    // Authorizes before reading input where the input doesn't matter, so a forbidden caller gets 403 and no validation errors.
    if (endpoint.access.kind !== 'workspace') await authorize(call, route, undefined)
  }
  return finish(await read())

  async function finish(input: unknown): Promise<Response> {
    if (tokenHash && !call.actor) call.actor = await settings.gate.identify(tokenHash)
    await authorize(call, route, input, resolved)
    const key = endpoint.idempotent ? c.req.header('Idempotency-Key') : undefined
    if (key !== undefined)
      return settings.idempotency.once(idempotencyCaller(call), key, endpoint.path, input, (keep) => {
        call.keepAnswer = (tx, output) => keep(tx, succeeded(endpoint, output, settings))
        return perform(input, key)
      })
    return perform(input)
  }

  function named(response: Response): Response {
    response.headers.set('X-Request-Id', call.requestId)
    return response
  }

  async function perform(input: unknown, key?: string): Promise<Response> {
    if (endpoint.kind === 'events' && call.actor) settings.streams.refuseTooMany(call.actor.userId)
    const result = await (resolved ?? route).handle(call, input as never)
    if (endpoint.kind === 'file') return named(result as Response)
    if (endpoint.kind === 'events') {
      const produce = result as (send: SendEvent, signal: AbortSignal) => Promise<void>
      return settings.streams.open(produce, {
        onError: (error) => asAppError(error, settings.log, call.requestId),
        owner: call.actor?.userId,
        headers: { 'X-Request-Id': call.requestId },
        outgoing: key === undefined ? (c.env?.outgoing as ServerResponse | undefined) : undefined,
      })
    }
    return c.json(succeeded(endpoint, result, settings), endpoint.successStatus)
  }
}

function idempotencyCaller(call: Call) {
  return call.actor
    ? `${call.actor.userId}:${call.actor.key ? call.actor.tokenId : ''}`
    : `address:${call.clientAddress}`
}

function succeeded(endpoint: Endpoint, output: unknown, settings: HttpSettings) {
  if (settings.checkOutputs) {
    const checked = endpoint.output.safeParse(output)
    if (!checked.success)
      throw new Error(
        `${endpoint.path} doesn’t match its contract: ${JSON.stringify(checked.error.issues.slice(0, 3))}`,
      )
  }
  return { success: true, ...(output as object) }
}

/** What a caller may reach at all: an API key only its own workspace, and only while its maker is a member. */
const reachableMemberships = ({ key, memberships }: Actor): Membership[] =>
  key ? memberships.filter(({ workspaceId }) => workspaceId === key.workspaceId) : memberships

/** For calls that name several things: the workspaces all of them have to be in. */
export const reachableWorkspaces = (actor: Actor) => reachableMemberships(actor).map(({ workspaceId }) => workspaceId)

async function authorize(
  call: Call,
  route: Route,
  input: unknown,
  resolved: { workspaceId: string | null } | null = null,
) {
  const { access } = route.endpoint
  const { actor } = call
  if (actor?.kind === 'support' && !route.endpoint.support) throw supportRefused()
  if (access.kind === 'public' || access.kind === 'loopback') return
  if (!actor) throw signedOut()
  if (access.kind === 'user') {
    if (actor.key) throw keyRefused()
    return
  }
  if (access.kind === 'staff') {
    if (!actor.staff || actor.key) throw new AppError('forbidden', 'Only staff can do this.', { reason: 'staff_only' })
    return
  }
  if (access.kind === 'key') {
    if (!actor.key)
      throw new AppError(
        'forbidden',
        'This call needs an API key as a Bearer token. Create one under Settings → API keys.',
        { reason: 'api_key_required' },
      )
    const [membership] = reachableMemberships(actor)
    if (!membership) throw notFound('workspace')
    refuseWithoutScope(actor.key, access.scope)
    call.workspace = membership
    return
  }
  if (actor.key && access.scope === null) throw keyRefused()
  const reachable = reachableMemberships(actor)
  const workspaceId =
    access.by === 'workspace_id'
      ? (input as { workspace_id: string }).workspace_id
      : resolved
        ? resolved.workspaceId
        : await route.locate!(
            input as never,
            reachable.map((m) => m.workspaceId),
          )
  const membership = reachable.find((m) => m.workspaceId === workspaceId)
  if (!membership) throw notFound(access.by === 'workspace_id' ? 'workspace' : 'thing')
  if (!roleAtLeast(membership.role, access.role)) throw tooWeak(access.role)
  if (actor.key && access.scope !== null) refuseWithoutScope(actor.key, access.scope)
  call.workspace = membership
}

function refuseWithoutScope({ scopes }: { scopes: Scope[] }, scope: Scope) {
  if (!scopes.includes(scope))
    throw new AppError('forbidden', `This API key lacks the scope ${scope}.`, {
      reason: 'missing_scope',
      params: { scope },
    })
}

export const signedOut = () =>
  new AppError('unauthenticated', 'You’re signed out. Sign in and try again.', { reason: 'signed_out' })
const keyRefused = () =>
  new AppError('forbidden', 'API keys can’t do this. Sign in instead.', { reason: 'key_not_allowed' })
const supportRefused = () =>
  new AppError('forbidden', 'Support access can’t do this. Only the account’s owner can.', {
    reason: 'support_not_allowed',
  })
export const tooWeak = (minRole: Role) =>
  new AppError('forbidden', `You need the ${minRole} role or higher in this workspace.`, {
    reason: 'role_too_low',
    params: { role: minRole },
  })
export const notFound = (what: string) =>
  new AppError(
    'not_found',
    what === 'thing'
      ? 'This doesn’t exist, or it’s in a workspace you can’t access.'
      : `This ${what} doesn’t exist, or you don’t have access to it.`,
    { reason: 'not_found' },
  )

/** The Bearer token, else the cookie: which counts on a POST only when the page that sent it is ours. */
function readToken(c: Context<Env>, csrf: CsrfCheck): string | null {
  const header = c.req.header('Authorization')
  if (header) return /^Bearer (\S{10,500})$/i.exec(header)?.[1] ?? null
  const cookie = getCookie(c, tokenCookie)
  if (!cookie) return null
  if (!isSafeMethod(c) && !csrf.isOwnOrigin(c)) throw csrf.refusal()
  return cookie
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

async function readInput(c: Context<Env>, route: Route, call: Call): Promise<unknown> {
  const { endpoint, admit, accepts } = route
  const raw = await rawInput(c, route, call)
  if (admit) await admit(raw)
  if (accepts?.(raw)) return raw
  const parsed = endpoint.input.safeParse(raw)
  if (parsed.success) return endpoint.body === 'raw' ? parsed.data : storable(parsed.data)
  throw toInputError(parsed.error.issues, raw)
}

async function rawInput(c: Context<Env>, { endpoint, keepsBody }: Route, call: Call): Promise<Record<string, unknown>> {
  if (endpoint.method === 'GET') return { ...c.req.query(), ...c.req.param() }
  if (endpoint.body === 'stream') {
    call.upload = getUpload(c)
    return { ...c.req.query(), ...c.req.param() }
  }
  if (Number(c.req.header('Content-Length') ?? 0) > endpoint.maxBytes) throw tooLarge(endpoint.maxBytes)
  if (endpoint.body === 'multipart') return { ...(await readForm(c, endpoint.maxBytes)), ...c.req.param() }
  const bytes = await readBytes(c, endpoint.maxBytes)
  if (keepsBody) call.body = bytes
  const body = bytes.toString('utf8')
  if (endpoint.body === 'raw') return { raw: body, ...c.req.param() }
  if (body.trim() === '') return { ...c.req.param() }
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    throw new AppError('invalid_input', 'The body isn’t valid JSON.', { reason: 'invalid_json', cause })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_input', 'The body must be a JSON object.', { reason: 'not_an_object' })
  return { ...value, ...c.req.param() }
}

export function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  log.error({ err: error, request_id: requestId }, 'A request failed unexpectedly')
  return new AppError(
    'internal',
    `Something went wrong on our side. Try again. If it keeps failing, report it with the request id ${requestId}.`,
    { reason: 'unexpected', params: { request_id: requestId }, cause: error },
  )
}

function answerError(error: unknown, c: Context<Env>, log: Log): Response {
  const requestId = c.get('requestId') ?? ''
  const failure = asAppError(error, log, requestId)
  if (failure.options.cause && failure.code !== 'invalid_input')
    log.warn({ err: failure.options.cause, code: failure.code, request_id: requestId }, failure.message)
  const retryAfter = failure.options.retryAfterSeconds
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  return c.json({ success: false, error: { ...failure.toBody(), request_id: requestId } }, failure.status)
}

function getUpload(c: Context<Env>): Upload {
  const length = c.req.header('Content-Length')
  return {
    stream: c.env?.incoming ?? Readable.fromWeb((c.req.raw.body ?? new Blob([]).stream()) as NodeReadableStream),
    bytes: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
    type: c.req.header('Content-Type') ?? '',
  }
}

/** Straight from the socket; a body without a length is cut off where the limit is. */
async function readBytes(c: Context<Env>, maxBytes: number): Promise<Buffer> {
  const incoming = c.env?.incoming
  if (!incoming) return Buffer.from(await c.req.text())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength
      if (bytes > maxBytes) {
        incoming.pause()
        reject(tooLarge(maxBytes))
      } else chunks.push(chunk)
    })
    incoming.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    incoming.once('error', (cause) =>
      reject(new AppError('invalid_input', 'The body was cut off.', { reason: 'incomplete_body', cause })),
    )
  })
}

function readForm(c: Context<Env>, maxBytes: number): Promise<Record<string, unknown>> {
  const { stream, type } = getUpload(c)
  return readMultipart(stream, type, { maxBytes, tooLarge: () => tooLarge(maxBytes) })
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The request is too large. This call accepts up to ${sizeInWords(maxBytes)}.`, {
    reason: 'body_too_large',
    params: { max_bytes: maxBytes },
  })

function sizeInWords(bytes: number) {
  return bytes >= 1_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${Math.round(bytes / 1000)} kB`
}
