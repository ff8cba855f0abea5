import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { getCookie } from 'hono/cookie'
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { createClient } from '#kit/client.ts'
import type { PageContext } from '#kit/page-context.ts'
import { clientAddress } from '../http/client-address.ts'
import { type Env, type Http, tokenCookie } from '../http/context.ts'
import { type CsrfCheck, isForeignForm } from '../http/csrf.ts'
import { notHere } from '../http/host-check.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { mountStaticFiles } from '../http/static-files.ts'
import type { Log } from '../log.ts'
import { behindMapped, mappedVisit, withoutOurCookies } from './custom-domain-pages.ts'

/** What this file takes from the pages' build. */
export type PagesEntry<Trackers> = {
  pageContext: RouterContext<PageContext<Trackers>>
  withReaderFormat<T>(acceptLanguage: string | null, work: () => T): T
}

export type PagesSettings<Trackers> = {
  root: string
  publicUrl: string
  /** Where the API is when it is not in this process. */
  apiUrl: string | undefined
  /** Whether this process answers the API itself. */
  apiHere: boolean
  development: boolean
  /** Signing in with Google, when it is set up. */
  google: { clientId: string; authorizeUrl: string } | null
  /** Exporting to Google Docs and Sheets, when it is set up. */
  googleExport: boolean
  operator: PageContext<Trackers>['operator']
  trustedProxies: string[]
  csrf: CsrfCheck
  /** Trackers of others that are set up: handed to the pages as they are. */
  trackers: Trackers
  /** Hosts of others that a page may reach, by the policy's directive (`script`, `connect`, …). */
  thirdParties: (request: Request) => Record<string, string[] | undefined>
  /** Paths that take forms of other sites, and judge them themselves. */
  openForms: string[]
  /** Paths that show images from other sites. */
  pagesWithExternalImages: RegExp
  log: Log
}

/** Mounts the server-rendered pages behind everything else. In development Vite builds them as they change. */
export async function mountPages<Trackers>(
  http: Http,
  settings: PagesSettings<Trackers>,
): Promise<ViteDevServer | null> {
  const { root, development, log } = settings
  const vite = development ? await startVite(root) : null
  const loadBuild = vite
    ? () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
    : () => import(pathToFileURL(path.join(root, 'build', 'server', 'index.js')).href) as Promise<ServerBuild>
  globalThis.reportPageError = (err, request) =>
    log.error({ err, path: new URL(request.url).pathname }, 'A page failed to render')

  if (vite) http.use('*', (c, next) => throughVite(c, next, vite))
  else mountStaticFiles(http, path.join(root, 'build', 'client'))

  const publicScript = development ? `/${publicScriptSource}` : findPublicScript(root)
  const handler = createRequestHandler(loadBuild, development ? 'development' : 'production')
  http.all('*', compress(), async (c, next) => {
    // A client that sends JSON meant an API call, so an unknown one gets a JSON error and not a page.
    if (c.req.header('Content-Type')?.startsWith('application/json')) return next()
    const mapped = mappedVisit(c, settings.trustedProxies, settings.publicUrl)
    const request = decodable(c.req.raw)
    const pageRequest = mapped ? behindMapped(request, mapped) : asPublic(request, settings.publicUrl, development)
    if (!pageRequest) return notHere(c)
    if (
      !settings.openForms.includes(c.req.path) &&
      isForeignForm(c, settings.csrf, mapped?.origin ?? null, tokenCookie)
    ) {
      log.warn({ path: c.req.path, origin: c.req.header('Origin') }, 'Rejected a form sent from another site')
      return c.html(mapped ? foreignFormPage(mapped.origin, '/') : foreignFormPage(settings.publicUrl, '/app'), 403)
    }
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    const { pageContext, withReaderFormat } = (await loadBuild()).entry.module as unknown as PagesEntry<Trackers>
    // Custom domains have no sessions.
    const token = mapped ? undefined : getCookie(c, tokenCookie)
    context.set(pageContext, {
      call: callAs(c, http, token, settings),
      nonce,
      publicUrl: settings.publicUrl,
      signedIn: Boolean(token),
      mapped,
      google: settings.google,
      googleExport: settings.googleExport,
      operator: settings.operator,
      trackers: settings.trackers,
      publicScript: mapped ? null : publicScript,
    })
    const acceptLanguage = c.req.header('Accept-Language') ?? null
    const response = await withReaderFormat(acceptLanguage, () => handler(pageRequest, context))
    if (mapped) withoutOurCookies(response)
    for (const [name, value] of Object.entries(securityHeaders(nonce, mapped ? pageRequest : c.req.raw, settings)))
      response.headers.set(name, value)
    response.headers.set('X-Request-Id', c.get('requestId'))
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
    return response
  })
  return vite
}

const foreignFormPage = (site: string, home: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Form rejected · Earshot</title>
<main style="max-width: 32rem; margin: 18vh auto 0; padding: 0 24px; font: 16px/1.55 Georgia, serif">
<h1 style="font-size: 28px; font-weight: 500">This form was sent from another site</h1>
<p>Only forms sent from ${new URL(site).origin} are accepted. Nothing was changed. Open the page there and send the form again.</p>
<p><a href="${new URL(home, site).href}">Open the page</a></p>
</main>
</html>
`

/** An address whose percent-encoding is broken is none: the router would write a warning for each. */
function decodable(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    return new Request(new URL('/malformed-address', url), request)
  }
}

/** A page's loader calls the API as its visitor: in process where the API is here, else over the network. */
function callAs(
  c: Context<Env>,
  http: Http,
  token: string | undefined,
  { apiHere, apiUrl, trustedProxies }: PagesSettings<unknown>,
) {
  const headers = () => ({
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    'X-Earshot-Client': clientAddress(c, trustedProxies),
    'User-Agent': c.req.header('User-Agent') ?? '',
  })
  if (!apiHere && apiUrl) {
    return createClient({
      baseUrl: apiUrl,
      headers: () => ({ ...headers(), 'X-Forwarded-For': clientAddress(c, trustedProxies) }),
    })
  }
  const inProcess = ((url: string, init: RequestInit) => http.request(url, init, {} as never)) as typeof fetch
  return createClient({ baseUrl: 'http://earshot.internal', fetch: inProcess, headers })
}

/**
 * Pages see the address people use, also behind a proxy that speaks http to us or asks for us by another name. The
 * router refuses a form whose `Origin` is not the address it was sent to.
 */
function asPublic(request: Request, publicUrl: string, development: boolean): Request {
  if (development) return request
  const url = new URL(request.url)
  const own = new URL(publicUrl)
  const sentFromOurs = request.headers.get('Origin') === own.origin
  if (url.origin === own.origin || (url.host !== own.host && !sentFromOurs)) return request
  url.protocol = own.protocol
  url.hostname = own.hostname
  url.port = own.port
  return new Request(url, request)
}

const publicScriptSource = 'src/web/tracking/public-tracking.ts'

/** Its name carries a hash of what it holds. */
function findPublicScript(root: string): string | null {
  const name = readdirSync(path.join(root, 'build', 'client', 'assets')).find((file) =>
    /^public-measuring-.*\.js$/.test(file),
  )
  return name ? `/assets/${name}` : null
}

async function startVite(root: string): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  return createServer({ root, server: { middlewareMode: true }, appType: 'custom' })
}

/** Vite answers what is its own (modules, styles, hot reload) on the raw socket; the rest goes on to the pages. */
function throughVite(c: Context<Env>, next: () => Promise<void>, vite: ViteDevServer): Promise<Response | undefined> {
  const { incoming, outgoing } = c.env
  return new Promise((resolve, reject) => {
    const answered = () => resolve(new Response(null, { headers: { 'x-hono-already-sent': 'true' } }))
    outgoing.once('finish', answered)
    vite.middlewares(incoming, outgoing as never, () => {
      outgoing.off('finish', answered)
      next().then(() => resolve(undefined), reject)
    })
  })
}
