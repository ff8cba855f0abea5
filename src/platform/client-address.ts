import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Env } from './http.ts'

/** Headers by which a proxy says that a call is not from this machine itself. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * The caller's address. `X-Forwarded-For` counts only as far as it was written by trusted proxies: the last address
 * in it that is not one of theirs is the client.
 */
export function clientAddress(c: Context<Env>, trustedProxies: string[]): string {
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
export function askedHost(c: Context<Env>, trustedProxies: string[]): string {
  const told = c.req.header('X-Forwarded-Host')?.split(',')[0]?.trim()
  return told && isTrusted(peerAddress(c), trustedProxies) ? told : (c.req.header('Host') ?? '')
}

/** How the visitor reached a trusted proxy; null where none says. */
export function askedScheme(c: Context<Env>, trustedProxies: string[]): 'http' | 'https' | null {
  const told = c.req.header('X-Forwarded-Proto')?.split(',')[0]?.trim().toLowerCase()
  if (!isTrusted(peerAddress(c), trustedProxies)) return null
  return told === 'https' || told === 'http' ? told : null
}

/** From this machine, and not through a proxy. */
export function isLoopbackCall(c: Context<Env>): boolean {
  return isLoopbackAddress(peerAddress(c)) && forwardingHeaders.every((name) => c.req.header(name) === undefined)
}

export function isLoopbackAddress(address: string) {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** In-process calls (a page's loader asking the API) have no socket: they are ours. */
function peerAddress(c: Context<Env>): string {
  if (!c.env?.incoming) return c.req.header('X-Earshot-Client') ?? '127.0.0.1'
  const { address } = getConnInfo(c).remote
  return address && ipaddr.isValid(address) ? ipaddr.process(address).toString() : '0.0.0.0'
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
