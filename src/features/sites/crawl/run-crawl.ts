import { randomUUID } from 'node:crypto'
import type { ReadRobots } from '#features/reports/pages/page-reader.ts'
import { createRobots } from '#features/reports/pages/robots-txt.ts'
import { blockedByRobots, pageStatus } from '#features/reports/rules/pages/page-errors.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { getStartUrl } from '../rules/site-url.ts'
import {
  type CrawlRef,
  findNextUrls,
  insertKnownPages,
  insertUrls,
  type Lease,
  leaseCrawl,
  leaseSeconds,
  markPrepared,
  type NextUrl,
  releaseLease,
  renewLease,
  saveAiCrawlers,
} from '../store/crawl-store.ts'
import { findKnownPages, findPage, findPageStates, type KnownPage } from '../store/page-store.ts'
import { createUrlFetcher } from './fetch-page.ts'
import { finishCrawl } from './finish-crawl.ts'
import { getPageKey } from './page-key.ts'
import { type Clock, createPoliteFetch, systemClock } from './polite-fetch.ts'
import { readAiCrawlers } from './read-ai-crawlers.ts'
import { readSitemaps } from './read-sitemaps.ts'
import { type FetchedEntry, saveUrls } from './save-url.ts'

export const crawlTopic = 'site-crawl'
/** Pages of one crawl. */
export const maxPages = 20_000
/** Then another crawl gets its turn. */
const sliceMs = 120_000
const batchSize = 20
/** What was fetched waits this long at most before it’s stored: a process that dies asks for it again. */
const maxUnsavedMs = 1000

export type CrawlerOptions = {
  db: Database
  fetch: OutboundFetch
  readRobots: ReadRobots
  threads: Threads
  signals: Signals
  log: Log
  gapMs: number
  clock?: Clock
}

export type Crawler = ReturnType<typeof createCrawler>

/** Crawls sites in slices. Everything fetched is stored within a second, so that a process killed at any point goes on where it was. */
export function createCrawler({
  db,
  fetch,
  readRobots,
  threads,
  signals,
  log,
  gapMs,
  clock = systemClock,
}: CrawlerOptions) {
  const polite = createPoliteFetch({ db, fetch, clock, gapMs })
  const robots = createRobots({ fetch: polite, now: clock.now, read: readRobots, timeoutMs: 30_000 })
  const fetchUrl = createUrlFetcher({ fetch: polite, robots, threads, clock })

  /** Works on a crawl until it ends or its time is up. Returns whether it has to go on. */
  async function run(crawl: CrawlRef, signal: AbortSignal): Promise<boolean> {
    const lease = await leaseCrawl(db, crawl, randomUUID())
    if (!lease) return false
    const stopper = new AbortController()
    const stop = AbortSignal.any([signal, stopper.signal])
    const heartbeat = setInterval(
      () =>
        void renewLease(db, lease).then(
          (held) => held || stopper.abort(),
          (err) => log.warn({ err }, 'The lease of a crawl could not be renewed'),
        ),
      (leaseSeconds * 1000) / 4,
    )
    heartbeat.unref()
    try {
      if (!lease.prepared) await prepare(lease, stop)
      return await crawlPages(lease, stop)
    } catch (error) {
      if (!stop.aborted) throw error
      return false
    } finally {
      clearInterval(heartbeat)
      await releaseLease(db, lease).catch((err) => log.warn({ err }, 'The lease of a crawl could not be released'))
      signals.publish(crawlTopic, crawl.siteId)
    }
  }

  async function prepare(lease: Lease, signal: AbortSignal) {
    const start = getStartUrl(lease.site)
    await insertUrls(db, lease, [{ key: getPageKey(start), url: start, origin: 'start', depth: 0 }])
    await insertKnownPages(db, lease)
    const about = { start, turn: lease.siteId, signal }
    await saveAiCrawlers(db, lease, await readAiCrawlers({ robots, threads }, about))
    await readSitemaps(
      { fetch: polite, robots, threads },
      { site: lease.site, maxUrls: maxPages, ...about },
      async (urls) => {
        for (let from = 0; from < urls.length; from += 2000)
          await insertUrls(
            db,
            lease,
            urls.slice(from, from + 2000).map(({ url, lastmod }) => ({
              ...{ key: getPageKey(url), url, lastmod },
              ...{ origin: 'sitemap' as const, depth: 1 },
            })),
          )
      },
    )
    await markPrepared(db, lease)
  }

  async function crawlPages(lease: Lease, signal: AbortSignal): Promise<boolean> {
    const until = clock.now() + sliceMs
    for (;;) {
      const urls = await findNextUrls(db, lease, batchSize)
      if (urls.length === 0) return finish(lease, true)
      const state = await crawlUrls(lease, urls, { signal, until })
      if (state === 'lost') return false
      if (state === 'full') return finish(lease, false)
      if (clock.now() > until) return true
    }
  }

  /** Fetches some URLs, one after the other. Hosts that take their time have each stored at once, fast ones several together. */
  async function crawlUrls(
    lease: Lease,
    urls: readonly NextUrl[],
    { signal, until }: { signal: AbortSignal; until: number },
  ): Promise<'next' | 'lost' | 'full'> {
    const known = await findKnownPages(
      db,
      lease,
      urls.map(({ key }) => key),
    )
    let unsaved: FetchedEntry[] = []
    let savedAt = Date.now()
    const save = async (): Promise<'next' | 'lost' | 'full'> => {
      const saved = unsaved.length > 0 ? await saveUrls(db, lease, unsaved) : { fetched: 0 }
      unsaved = []
      savedAt = Date.now()
      signals.publish(crawlTopic, lease.siteId)
      return !saved ? 'lost' : saved.fetched >= maxPages ? 'full' : 'next'
    }
    for (const next of urls) {
      try {
        signal.throwIfAborted()
        unsaved.push(await fetchEntry(lease, next, known.get(next.key) ?? null, signal))
      } catch (error) {
        await save()
        throw error
      }
      const isDue = Date.now() - savedAt >= maxUnsavedMs
      const state = isDue ? await save() : 'next'
      if (state !== 'next') return state
      if (clock.now() > until) break
    }
    return save()
  }

  async function fetchEntry(
    lease: Lease,
    next: NextUrl,
    known: KnownPage | null,
    signal: AbortSignal,
  ): Promise<FetchedEntry> {
    const earlier = known && known.last_crawl < lease.no ? known : null
    // Only what was read before can be unchanged.
    const validators = earlier?.digest ? earlier : null
    const options = { site: lease.site, turn: lease.siteId, known: validators, signal }
    return { next, fetched: await fetchUrl(new URL(next.url), options), earlier }
  }

  /** Nothing waits any more, or the crawl is full. */
  async function finish(lease: Lease, isAll: boolean): Promise<boolean> {
    const pages = await findPageStates(db, lease)
    const isRead = pages.some(({ last_crawl, present }) => last_crawl === lease.no && present)
    const error = isRead ? null : await getError(lease)
    await finishCrawl(db, lease, { complete: isAll && isRead, error, pages })
    return false
  }

  /** Why no page could be read: what the start page had. */
  async function getError(lease: Lease): Promise<AppError> {
    const start = await findPage(db, lease, getPageKey(getStartUrl(lease.site)))
    if (start?.failure)
      return new AppError(start.failure.code, start.error ?? '', { ...start.failure, retryable: true } as object)
    return start?.index_reason === 'robots' ? blockedByRobots() : pageStatus(start?.status ?? 404)
  }

  return { run }
}
