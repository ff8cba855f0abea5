import type { Context } from 'hono'
import { getRequestHost, getRequestScheme } from '../http/client-address.ts'
import type { Env, MappedHost } from '../http/context.ts'
import { mappedPage } from '../http/host-check.ts'

/** A page requested on a custom domain. `origin` is the domain as the visitor reached it. */
export type MappedVisit = MappedHost & { origin: string }

/** What pages of mapped names may set: neither signs anybody in. */
const ownCookies = /^(?:share_pass|visitor)=/

export function mappedVisit(c: Context<Env>, trustedProxies: string[], publicUrl: string): MappedVisit | null {
  const mapped = c.get('mapped')
  if (!mapped) return null
  const host = getRequestHost(c, trustedProxies)
  const scheme = getRequestScheme(c, trustedProxies)
  if (scheme) return { ...mapped, origin: `${scheme}://${host}` }
  const sentOrigin = c.req.header('Origin')
  // The browser knows better than a proxy that says nothing.
  if (sentOrigin && URL.canParse(sentOrigin) && new URL(sentOrigin).host === host)
    return { ...mapped, origin: sentOrigin }
  return { ...mapped, origin: `${new URL(publicUrl).protocol}//${host}` }
}

/**
 * The same request with the path of our page behind the custom domain, without our cookies; null when there is no
 * such page.
 */
export function behindMapped(request: Request, visit: MappedVisit): Request | null {
  const { pathname, search } = new URL(request.url)
  const path = mappedPage(visit, pathname)
  if (path === null) return null
  const mappedRequest = new Request(new URL(path + search, visit.origin), request)
  const cookies = (request.headers.get('Cookie') ?? '').split(/;\s*/).filter((cookie) => ownCookies.test(cookie))
  mappedRequest.headers.delete('Cookie')
  if (cookies.length > 0) mappedRequest.headers.set('Cookie', cookies.join('; '))
  return mappedRequest
}

export function withoutOurCookies(response: Response) {
  const remaining = response.headers.getSetCookie().filter((cookie) => ownCookies.test(cookie))
  response.headers.delete('Set-Cookie')
  for (const cookie of remaining) response.headers.append('Set-Cookie', cookie)
}
