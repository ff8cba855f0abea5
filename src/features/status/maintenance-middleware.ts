import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Actor, Env } from '#platform/http/context.ts'
import type { Maintenance } from './maintenance.ts'
import { isAllowedInMaintenance } from './maintenance-allowlist.ts'
import { maintenanceError, renderMaintenancePage, retryAfterSeconds } from './maintenance-page.ts'

/**
 * During maintenance, answers 503 with Retry-After to everyone but staff: HTML for pages, JSON for API calls. Requests already
 * running finish.
 */
export function maintenanceMiddleware({
  maintenance,
  identify,
  cookieName,
}: {
  maintenance: Maintenance
  identify(token: string): Promise<Actor | null>
  cookieName: string
}) {
  return async (c: Context<Env>, next: () => Promise<void>) => {
    // An in-process call of a page loader, whose page passed this check already.
    if (!c.env?.incoming) return next()
    // Checked before any read, since status pages must respond while the database is down.
    if (isAllowedInMaintenance(c.req.path)) return next()
    const now = await maintenance.current()
    if (now === null) return next()
    const token = /^Bearer (\S{10,500})$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? getCookie(c, cookieName)
    if (token && isAllowedActor(await identify(token))) return next()
    if (c.req.path.endsWith('.data')) return c.text(maintenanceError(now.message).message, 503, headers)
    if (!acceptsHtml(c)) throw maintenanceError(now.message)
    return c.html(renderMaintenancePage(now), 503, { ...headers, 'Content-Security-Policy': policy })
  }
}

const headers = {
  'Retry-After': String(retryAfterSeconds),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Staff sessions and support sessions. API keys of staff don't pass. */
const isAllowedActor = (actor: Actor | null) =>
  actor !== null && (actor.kind === 'support' || (actor.staff && actor.kind === 'session'))

const acceptsHtml = (c: Context<Env>) =>
  (c.req.header('Accept') ?? '').includes('text/html') && !c.req.header('Content-Type')?.startsWith('application/json')
