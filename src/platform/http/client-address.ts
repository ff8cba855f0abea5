import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Env } from './context.ts'

/** Headers by which a proxy says that a call is not from this machine itself; `x-forwarded-…` as well. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-host',
  'x-envoy-external-address',
  'x-azure-clientip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'fastly-client-ip',
  'fly-client-ip',
  'cdn-loop',
]
/** The client address is unknown: a proxy on this machine sent no forwarding header. Gets no exemption. */
const unknownAddress = '0.0.0.0'

/**
 * The caller's address. `X-Forwarded-For` counts only as far as it was written by trusted proxies: the last address
 * in it that is not one of theirs is the client. A loopback address is that of direct calls alone, since those are exempt
 * from rate limits.
 */
export function clientAddress(c: Context<Env>, trustedProxies: string[]): string {
  const address = namedAddress(c, trustedProxies)
  return isLoopbackAddress(address) && !isDirectCall(c) ? unknownAddress : address
}

function namedAddress(c: Context<Env>, trustedProxies: string[]): string {
  const peer = peerAddress(c)
  if (trustedProxies.length === 0 || !isTrusted(peer, trustedProxies)) return peer
  const hops = (c.req.header('X-Forwarded-For') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  while (hops.length > 0) {
    const hop = hops.pop()!
    if (!ipaddr.isValid(hop)) return peer
    if (!isTrusted(hop, trustedProxies)) return hop
  }
  return peer
}

/** The host the visitor asked for: a trusted proxy that writes its own into `Host` says it in `X-Forwarded-Host`. */
export function getRequestHost(c: Context<Env>, trustedProxies: string[]): string {
  const forwardedHost = c.req.header('X-Forwarded-Host')?.split(',')[0]?.trim()
  return forwardedHost && isTrusted(peerAddress(c), trustedProxies) ? forwardedHost : (c.req.header('Host') ?? '')
}

/** How the visitor reached a trusted proxy; null where none says. */
export function getRequestScheme(c: Context<Env>, trustedProxies: string[]): 'http' | 'https' | null {
  const forwardedScheme = c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim().toLowerCase()
  if (!isTrusted(peerAddress(c), trustedProxies)) return null
  return forwardedScheme === 'https' || forwardedScheme === 'http' ? forwardedScheme : null
}

/** From this machine, and through no proxy that says so. */
export function isLoopbackCall(c: Context<Env>): boolean {
  return isLoopbackAddress(peerAddress(c)) && !isForwarded(c)
}

/**
 * Whether a program on this machine called directly rather than through a proxy. A proxy without forwarding headers
 * gives itself away: it keeps its visitor's Host, uses another port than ours, or (nginx by default) speaks
 * HTTP/1.0.
 */
export function isDirectCall(c: Context<Env>): boolean {
  if (!isLoopbackCall(c)) return false
  const incoming = c.env?.incoming
  if (!incoming) return true
  return incoming.httpVersionMajor * 10 + incoming.httpVersionMinor >= 11 && isOwnLoopbackHost(c)
}

function isOwnLoopbackHost(c: Context<Env>): boolean {
  const host = `http://${c.req.header('Host') ?? ''}`
  if (!URL.canParse(host)) return false
  const { hostname, port } = new URL(host)
  return isLoopbackName(hostname) && Number(port || 80) === c.env.incoming.socket.localPort
}

/** `localhost`, or an address of this machine; as `URL` writes a host. */
const isLoopbackName = (hostname: string) =>
  hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))

/** Whether PUBLIC_URL is set, and is more than a name of this machine. */
export const isPublicAddress = (publicUrl: string | undefined) =>
  publicUrl !== undefined && !isLoopbackName(new URL(publicUrl).hostname)

function isForwarded(c: Context<Env>): boolean {
  if (forwardingHeaders.some((name) => c.req.header(name) !== undefined)) return true
  const named = c.env?.incoming ? Object.keys(c.env.incoming.headers) : []
  return named.some((name) => name.startsWith('x-forwarded'))
}

export function isLoopbackAddress(address: string) {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** In-process calls (a page's loader asking the API) have no socket: they are ours. */
function peerAddress(c: Context<Env>): string {
  if (!c.env?.incoming) return c.req.header('X-Earshot-Client') ?? '127.0.0.1'
  const { address } = getConnInfo(c).remote
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : unknownAddress
}

function isTrusted(address: string, trusted: string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return trusted.some((entry) => {
    if (!entry.includes('/')) return ipaddr.isValid(entry) && ipaddr.process(entry).toString() === parsed.toString()
    if (!ipaddr.isValidCIDR(entry)) return false
    const range = ipaddr.parseCIDR(entry)
    return range[0].kind() === parsed.kind() && parsed.match(range as never)
  })
}
