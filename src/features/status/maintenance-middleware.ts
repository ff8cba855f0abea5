import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Actor, Env } from '#platform/http.ts'
import type { Maintenance } from './maintenance.ts'
import { isOpenInMaintenance } from './maintenance-allowlist.ts'
import { closedForNow, closedPage, retryAfterSeconds } from './maintenance-page.ts'

/**
 * Stands before every page and call. While maintenance is on it lets staff in and refuses the others: pages with a page, calls with
 * JSON, both 503 with Retry-After. What was let in before goes on.
 */
export function closedDoor({
  maintenance,
  identify,
  cookieName,
}: {
  maintenance: Maintenance
  identify(token: string): Promise<Actor | null>
  cookieName: string
}) {
  return async (c: Context<Env>, next: () => Promise<void>) => {
    // A page's loader asking in this process: its page was let in.
    if (!c.env?.incoming) return next()
    // Before anything is read: what says how things are has to answer while the database doesn't.
    if (isOpenInMaintenance(c.req.path)) return next()
    const now = await maintenance.current()
    if (now === null) return next()
    const token = /^Bearer (\S{10,500})$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? getCookie(c, cookieName)
    if (token && isLetIn(await identify(token))) return next()
    if (c.req.path.endsWith('.data')) return c.text(closedForNow(now.message).message, 503, headers)
    if (!wantsPage(c)) throw closedForNow(now.message)
    return c.html(closedPage(now), 503, { ...headers, 'Content-Security-Policy': policy })
  }
}

const headers = {
  'Retry-After': String(retryAfterSeconds),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Staff as themselves, or looking after somebody's account. A key is a program's. */
const isLetIn = (actor: Actor | null) =>
  actor !== null && (actor.kind === 'support' || (actor.staff && actor.kind === 'session'))

const wantsPage = (c: Context<Env>) =>
  (c.req.header('Accept') ?? '').includes('text/html') && !c.req.header('Content-Type')?.startsWith('application/json')
