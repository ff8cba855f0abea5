import { lookup as systemLookup } from 'node:dns'
import { createRequire } from 'node:module'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, buildConnector, Dispatcher, RequestInit as UndiciRequestInit } from 'undici'
import { guardBody, type Limits } from './outbound-body-limit.ts'
import { OutboundError } from './outbound-error.ts'
import { isPublicAddress, parseAllowList } from './ssrf-guard.ts'

export { readBytes, readText } from './outbound-body-limit.ts'
export { OutboundError } from './outbound-error.ts'

export type OutboundInit = Omit<RequestInit, 'redirect' | 'signal'> & {
  signal?: AbortSignal
  /** For everything, to the last byte of the body. Without it only connecting (10 s) and silence (5 min) are limited. */
  timeoutMs?: number
  /** Of the body, after decompression. Without it a body may be of any length. */
  maxBytes?: number
  /** Redirects followed, 5 unless given. With 0 a redirect is answered as it came. */
  redirects?: number
}

/** `fetch` for hosts Earshot does not run. @throws OutboundError, also while the body is read. */
export type OutboundFetch = (url: string | URL, init?: OutboundInit) => Promise<Response>

export type Outbound = {
  fetch: OutboundFetch
  /** SSRF check before anything is sent, for URLs that people enter. @throws OutboundError */
  checkUrl(url: string): Promise<void>
  /**
   * The same SSRF guard for long streams, where the overhead of `fetch` per chunk matters: checks hosts when a
   * connection is made. Follows no redirects, limits only connecting (10 s), and sends no User-Agent.
   */
  readonly dispatcher: Dispatcher
  close(): Promise<void>
}

export type OutboundOptions = {
  /** Hosts, host:port or CIDRs that may be reached although private (`OUTBOUND_ALLOW`). */
  allow: readonly string[]
  userAgent: string
  /** Name resolution, for tests. */
  lookup?: LookupFunction
}

/** Loaded with the first request, because an idle server doesn't need its 1.3 MB of code. */
const loadUndici = () => createRequire(import.meta.url)('undici') as typeof import('undici')

const connectTimeoutMs = 10_000
const maxRedirects = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** What proves who asks stays with the host it was meant for. */
const secretHeader = /^(?:proxy-)?authorization$|cookie|api-?key|token|secret|signature/i

/**
 * The one way out: every request to a host Earshot does not run goes through it. Addresses are judged when the connection is
 * made, by what the name resolves to then, so neither redirects nor a name that changes its mind lead inside the network.
 */
export function createOutbound({
  allow,
  userAgent,
  lookup = systemLookup as LookupFunction,
}: OutboundOptions): Outbound {
  const allowed = parseAllowList(allow)
  const mayReach = (address: string) => isPublicAddress(address) || allowed.hasAddress(address)

  const guardedLookup: LookupFunction = (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => mayReach(address))
      if (!addresses.length) return callback(OutboundError.blocked(host), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

  let agent: Agent | null = null

  function createAgent() {
    const { Agent, buildConnector } = loadUndici()
    const connectGuarded = buildConnector({ lookup: guardedLookup, timeout: connectTimeoutMs, allowH2: false })
    const connectAllowed = buildConnector({ lookup, timeout: connectTimeoutMs, allowH2: false })
    const connect: buildConnector.connector = (options, callback) => {
      const host = options.hostname
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
      if (allowed.hasHost(bracketed(host), port)) return connectAllowed(options, callback)
      // A literal address is not looked up.
      if (isIP(unbracketed(host)) && !mayReach(unbracketed(host))) return callback(OutboundError.blocked(host), null)
      connectGuarded(options, callback)
    }
    return new Agent({ connect, allowH2: false })
  }

  function getDispatcher() {
    agent ??= createAgent()
    return agent
  }

  async function fetchOutbound(target: string | URL, init: OutboundInit = {}): Promise<Response> {
    const { timeoutMs, maxBytes, redirects = maxRedirects, signal, ...request } = init
    const url = parseUrl(target)
    const limits = startLimits(url.hostname, { timeoutMs, maxBytes, signal })
    try {
      const { response, finalUrl } = await follow(url, request, redirects, limits)
      return guardBody(response, finalUrl, limits)
    } catch (error) {
      limits.stop()
      throw limits.explain(error)
    }
  }

  async function follow(start: URL, request: RequestInit, redirects: number, limits: Limits) {
    let url = start
    let sent = await prepare(request, userAgent)
    for (let hop = 0; ; hop++) {
      limits.host = url.hostname
      const response = await loadUndici().fetch(url, {
        ...sent,
        dispatcher: getDispatcher(),
        redirect: 'manual',
        signal: limits.signal,
      })
      const location = redirectStatuses.has(response.status) && redirects > 0 ? response.headers.get('location') : null
      if (!location) return { response, finalUrl: url }
      await response.body?.cancel()
      if (hop >= redirects)
        throw new OutboundError('too_many_redirects', start.hostname, `redirected more than ${redirects} times`)
      const next = parseUrl(location, url)
      sent = redirected(sent, response.status, url, next)
      url = next
    }
  }

  async function checkUrl(target: string) {
    const url = parseUrl(target)
    const host = unbracketed(url.hostname)
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (allowed.hasHost(url.hostname, port)) return
    if (isIP(host)) {
      if (!mayReach(host)) throw OutboundError.blocked(host)
      return
    }
    await new Promise<void>((resolve, reject) => {
      guardedLookup(host, { all: true }, (error) => {
        if (!error) resolve()
        else reject(OutboundError.from(error, host))
      })
    })
  }

  return {
    fetch: fetchOutbound,
    checkUrl,
    get dispatcher() {
      return getDispatcher()
    },
    close: async () => agent?.destroy(),
  }
}

function parseUrl(target: string | URL, base?: URL): URL {
  const url = URL.parse(String(target), base)
  if (!url) throw new OutboundError('bad_url', base?.hostname ?? String(target).slice(0, 100), 'isn’t a valid URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('bad_url', url.hostname || url.protocol, 'isn’t an http or https URL')
  }
  if (url.username || url.password) {
    throw new OutboundError('bad_url', url.hostname, 'has a user name or password in its URL, which isn’t allowed')
  }
  return url
}

async function prepare(request: RequestInit, userAgent: string): Promise<UndiciRequestInit> {
  const headers = new Headers(request.headers)
  if (!headers.has('user-agent')) headers.set('user-agent', userAgent)
  let body = request.body
  if (body instanceof FormData) {
    // undici knows only its own FormData; the platform's is written out by the platform.
    const form = new Response(body)
    headers.set('content-type', form.headers.get('content-type')!)
    body = await form.arrayBuffer()
  }
  return { ...(request as UndiciRequestInit), headers: [...headers], body: body as UndiciRequestInit['body'] }
}

/** The request as it goes on after a redirect, as browsers do it, with secrets kept from other origins. */
function redirected(request: UndiciRequestInit, status: number, from: URL, to: URL): UndiciRequestInit {
  const headers = new Headers(request.headers as [string, string][])
  if (from.origin !== to.origin) for (const [name] of [...headers]) if (secretHeader.test(name)) headers.delete(name)
  const method = (request.method ?? 'GET').toUpperCase()
  const becomesGet = status === 303 ? method !== 'HEAD' && method !== 'GET' : status < 303 && method === 'POST'
  if (!becomesGet) {
    if (isStream(request.body))
      throw new OutboundError('unreachable', from.hostname, 'redirected an upload, which can’t be sent twice')
    return { ...request, headers: [...headers] }
  }
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name)
  return { ...request, method: 'GET', body: undefined, headers: [...headers] }
}

const isStream = (body: unknown) => typeof body === 'object' && body !== null && Symbol.asyncIterator in body

/** One signal from the caller's and the timeout, and the words for whatever ended the request. */
function startLimits(
  host: string,
  { timeoutMs, maxBytes, signal }: Pick<OutboundInit, 'timeoutMs' | 'maxBytes' | 'signal'>,
): Limits {
  const stopper = new AbortController()
  const cancel = () => stopper.abort(new OutboundError('cancelled', limits.host, 'was canceled'))
  const timer = timeoutMs
    ? setTimeout(
        () =>
          stopper.abort(new OutboundError('timeout', limits.host, `didn’t respond fully within ${seconds(timeoutMs)}`)),
        timeoutMs,
      )
    : undefined
  timer?.unref()
  const limits: Limits = {
    host,
    maxBytes,
    signal: stopper.signal,
    abort: (error) => stopper.abort(error),
    explain: (error) => (stopper.signal.aborted ? stopper.signal.reason : OutboundError.from(error, limits.host)),
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    },
  }
  if (signal?.aborted) cancel()
  else signal?.addEventListener('abort', cancel, { once: true })
  return limits
}

const seconds = (ms: number) => `${ms < 1000 ? ms / 1000 : Math.round(ms / 1000)} s`
const unbracketed = (host: string) => host.replace(/^\[|\]$/g, '')
const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
