import { toPageError } from '#features/reports/pages/page-fetch.ts'
import type { createRobots } from '#features/reports/pages/robots-txt.ts'
import { emptyPage, pageCancelled } from '#features/reports/rules/pages/page-errors.ts'
import { startsWithTag } from '#features/reports/rules/pages/starts-with-tag.ts'
import { parseContentType } from '#kit/content-type.ts'
import { AppError } from '#kit/errors.ts'
import { readBytes } from '#platform/outbound/outbound-fetch.ts'
import type { LimitReached, Threads } from '#platform/threads/worker-threads.ts'
import type { PageFacts } from '../rules/crawl/page-facts.ts'
import type { FetchedUrl } from '../rules/crawl/page-record.ts'
import { toPageUrl } from '../rules/crawl/page-url.ts'
import type { FactsTask } from './page-facts-thread.ts'
import type { Clock, PoliteFetch } from './polite-fetch.ts'

type Dependencies = {
  fetch: PoliteFetch
  robots: ReturnType<typeof createRobots>
  threads: Threads
  clock: Clock
}

type Known = { etag: string | null; last_modified: string | null }
type Options = { site: string; turn: string; known: Known | null; signal: AbortSignal }

const timeoutMs = 15_000
const maxBytes = 5_000_000
const maxTries = 3
const maxRetryMs = 60_000
const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const busyStatuses = new Set([429, 503])

/** Fetches one URL and reads what it brings. Asks again where the host is busy. Rejects only when `signal` aborts. */
export function createUrlFetcher({ fetch, robots, threads, clock }: Dependencies) {
  return async function fetchUrl(url: URL, options: Options): Promise<FetchedUrl> {
    try {
      return await fetchAllowed(url, options)
    } catch (error) {
      if (options.signal.aborted) throw pageCancelled()
      return { kind: 'failed', status: null, error: toPageError(error, { timeoutMs, maxBytes }) }
    }
  }

  async function fetchAllowed(url: URL, options: Options): Promise<FetchedUrl> {
    const { known, signal } = options
    const rule = await robots.ruleFor(url, signal)
    if (!rule.allowed) {
      if (rule.error.options.reason === 'page_blocked_by_robots') return { kind: 'blocked' }
      return { kind: 'failed', status: null, error: rule.error }
    }
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, {
        ...{ signal, timeoutMs, maxBytes, redirects: 0, crawlDelayMs: rule.crawlDelayMs },
        headers: {
          accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
          ...(known?.etag ? { 'if-none-match': known.etag } : {}),
          ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
        },
      })
      try {
        if (!busyStatuses.has(response.status) || attempt === maxTries) return await read(response, url, options)
      } finally {
        if (!response.bodyUsed) await response.body?.cancel()
      }
      await clock.sleep(getRetryMs(response, attempt), signal)
    }
  }

  async function read(response: Response, url: URL, { site, turn, known, signal }: Options): Promise<FetchedUrl> {
    const { status, headers } = response
    if (status === 304 && known) return { kind: 'unchanged' }
    const location = redirectStatuses.has(status) ? headers.get('location') : null
    if (location) return { kind: 'redirect', status, target: toPageUrl(location, url.href)?.href ?? null }
    if (status >= 300) return { kind: 'status', status }
    const contentType = headers.get('content-type')
    const type = parseContentType(contentType)?.type
    if (type && !htmlTypes.has(type)) return { kind: 'file' }
    try {
      const bytes = await readBytes(response, maxBytes)
      if (bytes.length === 0) throw emptyPage()
      if (!type && !startsWithTag(bytes)) return { kind: 'file' }
      const robotsTag = headers.get('x-robots-tag')?.slice(0, 500) ?? null
      const facts = await threads.run<PageFacts>(
        new URL('./page-facts-thread.ts', import.meta.url),
        { bytes, contentType, url: url.href, site, robots: robotsTag } satisfies FactsTask,
        { pool: 'pages', turn, signal, tooMuch: tooMuchPage, transfer: [bytes.buffer] },
      )
      const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')]
      return { kind: 'page', status, facts, etag: short(etag), lastModified: short(lastModified) }
    } catch (error) {
      if (signal.aborted) throw error
      return { kind: 'failed', status, error: toPageError(error, { timeoutMs, maxBytes }) }
    }
  }

  function getRetryMs({ headers }: Response, attempt: number) {
    const given = headers.get('retry-after')
    const seconds = given === null ? Number.NaN : Number(given)
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given ?? '') - clock.now()
    return Math.min(maxRetryMs, Number.isFinite(ms) && ms > 0 ? ms : 5000 * 2 ** attempt)
  }
}

/** Longer validators aren’t worth storing. Only ASCII can be sent back. */
const short = (value: string | null) => (value && value.length <= 300 && /^[\x20-\x7e]+$/.test(value) ? value : null)

const tooMuchPage = ({ kind, seconds }: LimitReached) =>
  kind === 'time'
    ? new AppError('too_large', `took longer than ${seconds} s to process`, {
        reason: 'page_too_slow',
        params: { seconds },
      })
    : new AppError('too_large', 'too complex to process', { reason: 'page_too_complex' })
