import PQueue from 'p-queue'
import { OutboundError, type OutboundFetch, readBytes } from '#platform/outbound.ts'
import { decodePage } from './page-charset.ts'
import { createRobots } from './page-robots.ts'

/** `reason` is short and for people: it stands where the page's words would. */
export type FetchedPage =
  | { ok: true; url: string; status: number; contentType: string; html: string }
  | { ok: false; reason: string }

export type PageFetcher = {
  /** Never throws. `url` in the answer is where redirects led. */
  fetchPage(url: string, options: { signal: AbortSignal }): Promise<FetchedPage>
}

export type PageFetcherOptions = {
  fetch: OutboundFetch
  /** Milliseconds; `Date.now` unless a test says otherwise. */
  now?: () => number
  /** Pages under way at once, over all hosts. A host is asked for one at a time. */
  concurrency?: number
  /** Rest between two pages of one host, in milliseconds. A longer `Crawl-delay` is kept, up to 10 s. */
  perHostSpacingMs: number
  /** For one page with its redirects, once it is its turn. */
  timeoutMs?: number
  maxBytes?: number
}

const maxRedirects = 5
const longestCrawlDelayMs = 10_000
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])

/** Why a page is not read; caught inside this file. */
class PageRefused extends Error {}

/**
 * Reads other people's pages the way they ask to be read: robots.txt obeyed at every redirect, one connection a host
 * with a rest between pages, our name in every request.
 */
export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const { fetch, now = Date.now, concurrency = 6, perHostSpacingMs, timeoutMs = 10_000, maxBytes = 5_000_000 } = options
  const robots = createRobots({ fetch, now })
  const underWay = new PQueue({ concurrency })
  const hosts = new Map<string, { queue: PQueue; freeAt: number }>()

  async function fetchPage(url: string, { signal }: { signal: AbortSignal }): Promise<FetchedPage> {
    try {
      return await walk(url, signal)
    } catch (error) {
      return { ok: false, reason: signal.aborted ? 'cancelled' : reasonOf(error) }
    }
  }

  async function walk(start: string, signal: AbortSignal): Promise<FetchedPage> {
    let url = parseAddress(start)
    let leftMs = timeoutMs
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { response, html, ms } = await visit(url, signal, leftMs)
      leftMs = Math.max(1, leftMs - ms)
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
      if (location) {
        url = parseAddress(location, url)
        continue
      }
      const contentType = response.headers.get('content-type') ?? 'text/html'
      return { ok: true, url: url.href, status: response.status, contentType, html }
    }
    throw new PageRefused(`redirected more than ${maxRedirects} times`)
  }

  /** One request in its turn. The body is read here, so that the host's next page waits for it. */
  async function visit(url: URL, signal: AbortSignal, leftMs: number) {
    const rule = await robots.ruleFor(url, signal)
    if (!rule.allowed) throw new PageRefused(rule.reason)
    return inTurn(
      url,
      Math.max(perHostSpacingMs, Math.min(rule.crawlDelayMs, longestCrawlDelayMs)),
      signal,
      async () => {
        const started = now()
        const response = await fetch(url, {
          signal,
          timeoutMs: leftMs,
          maxBytes,
          redirects: 0,
          headers: { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' },
        })
        const html = await readPage(response)
        return { response, html, ms: now() - started }
      },
    )
  }

  async function readPage(response: Response) {
    try {
      if (redirectStatuses.has(response.status) && response.headers.has('location')) return ''
      if (response.status >= 400) throw new PageRefused(`answered ${response.status}`)
      const contentType = response.headers.get('content-type')
      const type = contentType?.split(';')[0]?.trim().toLowerCase()
      if (type && !htmlTypes.has(type)) throw new PageRefused(`not a web page (${type})`)
      const bytes = await readBytes(response, maxBytes)
      if (!bytes.length) throw new PageRefused('an empty page')
      const html = decodePage(bytes, contentType)
      if (!type && !/^[\s\uFEFF]*</.test(html)) throw new PageRefused('not a web page')
      return html
    } finally {
      if (!response.bodyUsed) await response.body?.cancel()
    }
  }

  /** Waits for the host to be free and rested, then for a free connection. */
  async function inTurn<Result>(url: URL, spacingMs: number, signal: AbortSignal, work: () => Promise<Result>) {
    const host = hosts.get(url.host) ?? { queue: new PQueue({ concurrency: 1 }), freeAt: 0 }
    hosts.set(url.host, host)
    try {
      return await host.queue.add(
        async () => {
          await rest(host.freeAt - now(), signal)
          try {
            return await underWay.add(work, { signal })
          } finally {
            host.freeAt = now() + spacingMs
          }
        },
        { signal },
      )
    } finally {
      forgetRested()
    }
  }

  /** Hosts are kept only as long as they must be waited for. */
  function forgetRested() {
    for (const [name, { queue, freeAt }] of hosts) {
      if (!queue.size && !queue.pending && freeAt <= now()) hosts.delete(name)
    }
  }

  function reasonOf(error: unknown): string {
    if (error instanceof PageRefused) return error.message
    if (!(error instanceof OutboundError)) return 'could not be read'
    if (error.kind === 'timeout') return `no answer within ${timeoutMs / 1000} s`
    if (error.kind === 'too_large') return `over ${maxBytes / 1e6} MB`
    if (error.kind === 'blocked') return 'its address is private'
    if (error.kind === 'bad_url') return 'not a web address'
    // "example.com refused the connection." without the name, which stands beside it.
    return error.message.replace(`${error.host} `, '').replace(/\.$/, '')
  }

  return { fetchPage }
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new PageRefused('not a web address')
  url.hash = ''
  return url
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
