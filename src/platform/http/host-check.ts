import type { Context } from 'hono'
import { AppError } from '#kit/errors.ts'
import { getRequestHost, isLoopbackCall } from './client-address.ts'
import type { Env, MappedHost } from './context.ts'
import type { IndexNowKeys } from './index-now-keys.ts'

const collectorPath = '/v1/public/batch'
const probes = new Set(['/healthz', '/readyz'])

/** What is needed of mapped names; the pages themselves are pages.ts's. */
export type MappedHostFinder = {
  find(host: string): Promise<MappedHost | null>
  ownsImage(workspaceId: string, imageId: string): Promise<boolean>
}

/**
 * Serves a workspace's pages on a mapped Host. An unmapped Host is served as PUBLIC_URL to this machine and refused
 * to others: otherwise anyone could point a domain here and have our pages answer under it (host header attack).
 */
export function hostGuard({
  publicUrl,
  apiUrl,
  eventsHost,
  trustedProxies,
  mapped,
  indexNow,
}: {
  publicUrl: string | undefined
  /** Where processes that serve pages alone reach the calls. */
  apiUrl?: string
  /** Where browsers send what happens in them, when that is another name of this server. */
  eventsHost?: string
  trustedProxies: string[]
  mapped?: MappedHostFinder
  /** Which file proves to search engines that a host’s addresses are ours. */
  indexNow?: IndexNowKeys
}) {
  const own = publicUrl ? new URL(publicUrl).host : null
  const inside = apiUrl ? new URL(apiUrl).host : null
  const collector = eventsHost ? new URL(eventsHost).host : null
  return async (c: Context<Env>, next: () => Promise<void>) => {
    // A page's loader asking in this process, and probes that know only an address.
    if (!c.env?.incoming || probes.has(c.req.path)) return next()
    const host = getRequestHost(c, trustedProxies)
    if (host === own && indexNow?.isKeyFile(host, c.req.path)) return keyFile(c)
    if (host === own || host === inside) return next()
    const found = await mapped?.find(host)
    if (found?.target === 'blog' && indexNow?.isKeyFile(host, c.req.path)) return keyFile(c)
    if (found) return serveMapped(c, next, found, mapped!)
    if (!own || (collector !== null && host === collector && c.req.path === collectorPath)) return next()
    if (!isLoopbackCall(c))
      throw new AppError('misdirected', `This server doesn’t serve ${host.slice(0, 100)}.`, { reason: 'unknown_host' })
    await next()
  }
}

/** The key alone, as IndexNow wants it. */
const keyFile = (c: Context<Env>) => c.text(c.req.path.slice(1, -'.txt'.length))

/** Browsers request the last two without being told. */
const iconPaths = new Set(['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'])

/** Only what its pages are made of: no calls, no sign-in, no app. Which pages there are says `mappedPage`. */
async function serveMapped(
  c: Context<Env>,
  next: () => Promise<void>,
  found: MappedHost,
  finder: MappedHostFinder,
): Promise<Response | undefined> {
  const { path, method } = c.req
  const reads = method === 'GET' || method === 'HEAD'
  if (reads && iconPaths.has(path)) return found.icon ? c.redirect(found.icon, 302) : notHere(c)
  const image = reads ? /^\/images\/([0-9a-f-]{36})\/\w+$/.exec(path)?.[1] : undefined
  if (image) return (await finder.ownsImage(found.workspaceId, image)) ? void (await next()) : notHere(c)
  const preview = reads ? /^\/og\/([0-9a-f-]{36})\/\w+(?:\/[\w-]+)?$/.exec(path)?.[1] : undefined
  if (preview) return preview === found.workspaceId ? void (await next()) : notHere(c)
  // The call itself checks that the link is one of this workspace.
  if (reads && found.target === 'reports' && /^\/shared\/pdf\/[^/]+$/.test(path))
    return c.req.query('workspace_id') === found.workspaceId ? void (await next()) : notHere(c)
  const asset = reads && path.startsWith('/assets/')
  if (!asset && mappedPage(found, path) === null) return notHere(c)
  c.set('mapped', found)
  await next()
}

/** The path of our page for a path on a custom domain; null when there is none. */
export function mappedPage({ target, workspaceId }: MappedHost, path: string): string | null {
  if (path === '/robots.txt') return path
  if (target === 'reports') return /^\/(?:[rd]|print\/report)\/[^/]+$/.test(path) ? path : null
  if (path === '/') return `/b/${workspaceId}`
  return /^\/(?:sitemap\.xml|feed\.xml|[^/.]+|tag\/[^/]+)$/.test(path) ? `/b/${workspaceId}${path}` : null
}

/** Pages on a customer's domain don't mention Earshot. */
export function notHere(c: Context<Env>) {
  c.header('Cache-Control', 'no-store')
  c.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  return c.html(nothingPage, 404)
}

const nothingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Page not found</title>
<main style="max-width: 32rem; margin: 18vh auto 0; padding: 0 24px; font: 16px/1.55 Georgia, serif">
<h1 style="font-size: 28px; font-weight: 500">Page not found</h1>
<p>Check the URL. The page may have moved.</p>
</main>
</html>
`
