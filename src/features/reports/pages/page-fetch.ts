import PQueue from 'p-queue'
import { parseContentType } from '#kit/content-type.ts'
import { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch, readBytes } from '#platform/outbound/outbound-fetch.ts'
import {
  emptyPage,
  invalidPageUrl,
  notAPage,
  pageCancelled,
  pageCertificateInvalid,
  pageHostNotFound,
  pageStatus,
  pageTimedOut,
  pageTooLarge,
  pageUnreachable,
  privatePageAddress,
  tooManyPageRedirects,
  unreadablePage,
} from '../rules/pages/page-errors.ts'
import { startsWithTag } from '../rules/pages/starts-with-tag.ts'
import type { ReadRobots } from './page-reader.ts'
import { createRobots } from './robots-txt.ts'

/** The bytes are untrusted. */
export type FetchedPage =
  | { ok: true; url: string; status: number; contentType: string | null; bytes: Uint8Array<ArrayBuffer> }
  | { ok: false; error: AppError }

export type PageFetcher = {
  /** Never throws. The result's `url` is the final one after redirects. */
  fetchPage(url: string, options: { signal: AbortSignal }): Promise<FetchedPage>
}

export type PageFetcherOptions = {
  fetch: OutboundFetch
  readRobots: ReadRobots
  /** Current time in milliseconds; `Date.now` by default. */
  now?: () => number
  /** Concurrent page requests across all hosts; each host gets one at a time. */
  concurrency?: number
  /** Delay between two pages of one host, in milliseconds. A longer `Crawl-delay` is respected, up to 10 s. */
  perHostSpacingMs: number
  /** Timeout per page including redirects, without time in the queue. */
  timeoutMs?: number
  maxBytes?: number
}

const maxRedirects = 5
const maxCrawlDelayMs = 10_000
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])

/**
 * Fetches pages politely: obeys robots.txt at every redirect, keeps one connection per host with a crawl delay (rate limit), and
 * sends our user agent.
 */
export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const { fetch, now = Date.now, concurrency = 6, perHostSpacingMs, timeoutMs = 10_000, maxBytes = 5_000_000 } = options
  const robots = createRobots({ fetch, now, read: options.readRobots })
  const underWay = new PQueue({ concurrency })
  const hosts = new Map<string, { queue: PQueue; freeAt: number }>()

  async function fetchPage(url: string, { signal }: { signal: AbortSignal }): Promise<FetchedPage> {
    try {
      return await followRedirects(url, signal)
    } catch (error) {
      return { ok: false, error: signal.aborted ? pageCancelled() : toPageError(error, { timeoutMs, maxBytes }) }
    }
  }

  async function followRedirects(start: string, signal: AbortSignal): Promise<FetchedPage> {
    let url = parseAddress(start)
    let leftMs = timeoutMs
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { response, bytes, ms } = await visit(url, signal, leftMs)
      leftMs = Math.max(1, leftMs - ms)
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
      if (location) {
        url = parseAddress(location, url)
        continue
      }
      return {
        ok: true,
        url: url.href,
        status: response.status,
        contentType: response.headers.get('content-type'),
        bytes,
      }
    }
    throw tooManyPageRedirects(maxRedirects)
  }

  /** One queued request. Reads the body here, so that the host's next page waits for it. */
  async function visit(url: URL, signal: AbortSignal, leftMs: number) {
    const rule = await robots.ruleFor(url, signal)
    if (!rule.allowed) throw rule.error
    return queueForHost(
      url,
      Math.max(perHostSpacingMs, Math.min(rule.crawlDelayMs, maxCrawlDelayMs)),
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
        const bytes = await readPage(response)
        return { response, bytes, ms: now() - started }
      },
    )
  }

  async function readPage(response: Response) {
    try {
      if (redirectStatuses.has(response.status) && response.headers.has('location')) return new Uint8Array()
      if (response.status >= 400) throw pageStatus(response.status)
      const type = parseContentType(response.headers.get('content-type'))?.type
      if (type && !htmlTypes.has(type)) throw notAPage(type)
      const bytes = await readBytes(response, maxBytes)
      if (!bytes.length) throw emptyPage()
      if (!type && !startsWithTag(bytes)) throw notAPage()
      return bytes
    } finally {
      if (!response.bodyUsed) await response.body?.cancel()
    }
  }

  /** Waits for the host's queue and crawl delay, then for a free connection. */
  async function queueForHost<Result>(url: URL, spacingMs: number, signal: AbortSignal, work: () => Promise<Result>) {
    const host = hosts.get(url.host) ?? { queue: new PQueue({ concurrency: 1 }), freeAt: 0 }
    hosts.set(url.host, host)
    try {
      return await host.queue.add(
        async () => {
          await sleep(host.freeAt - now(), signal)
          try {
            return await underWay.add(work, { signal })
          } finally {
            host.freeAt = now() + spacingMs
          }
        },
        { signal },
      )
    } finally {
      deleteIdleHosts()
    }
  }

  /** Drops hosts that are idle and past their crawl delay. */
  function deleteIdleHosts() {
    for (const [name, { queue, freeAt }] of hosts) {
      if (!queue.size && !queue.pending && freeAt <= now()) hosts.delete(name)
    }
  }

  return { fetchPage }
}

/** Why a page wasn't read, from whatever was thrown while it was. */
export function toPageError(
  error: unknown,
  { timeoutMs, maxBytes }: { timeoutMs: number; maxBytes: number },
): AppError {
  if (error instanceof AppError) return error
  if (!(error instanceof OutboundError)) return unreadablePage(error)
  if (error.kind === 'timeout') return pageTimedOut(timeoutMs / 1000)
  if (error.kind === 'too_large') return pageTooLarge(maxBytes)
  return toConnectionError(error)
}

/** Without the host, which is shown next to it. */
export const getOutboundPhrase = ({ message, host }: OutboundError) =>
  message.replace(`${host} `, '').replace(/\.$/, '')

function toConnectionError(error: OutboundError): AppError {
  const phrase = getOutboundPhrase(error)
  if (error.reason === 'blocked') return privatePageAddress()
  if (error.reason === 'bad_url') return invalidPageUrl()
  if (error.reason === 'host_not_found') return pageHostNotFound(phrase)
  if (error.reason === 'invalid_certificate') return pageCertificateInvalid(phrase)
  return pageUnreachable(phrase)
}

function parseAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw invalidPageUrl()
  url.hash = ''
  return url
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
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
