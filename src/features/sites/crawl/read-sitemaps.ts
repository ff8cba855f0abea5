import type { createRobots } from '#features/reports/pages/robots-txt.ts'
import { readBytes } from '#platform/outbound/outbound-fetch.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { isFile, toPageUrl } from '../rules/crawl/page-url.ts'
import type { Sitemap } from '../rules/crawl/sitemap.ts'
import { isInSite } from '../rules/site-url.ts'
import type { PoliteFetch } from './polite-fetch.ts'
import type { SitemapTask } from './sitemap-thread.ts'

type Dependencies = { fetch: PoliteFetch; robots: ReturnType<typeof createRobots>; threads: Threads }

const maxSitemaps = 100
const maxBytes = 52_428_800
const timeoutMs = 60_000
const usualPaths = ['/sitemap.xml', '/sitemap_index.xml']

/**
 * The pages that a site’s sitemaps list, from robots.txt or the usual places, indexes followed. A sitemap that can’t be read costs only
 * itself. `onUrls` gets those of each sitemap.
 */
export async function readSitemaps(
  { fetch, robots, threads }: Dependencies,
  {
    site,
    start,
    maxUrls,
    turn,
    signal,
  }: { site: string; start: string; maxUrls: number; turn: string; signal: AbortSignal },
  onUrls: (urls: { url: string; lastmod: string | null }[]) => Promise<void>,
) {
  const startUrl = new URL(start)
  const listed = await robots.findSitemaps(startUrl, signal)
  const waiting = listed.length > 0 ? [...listed] : usualPaths.map((path) => new URL(path, startUrl).href)
  const seen = new Set<string>()
  let total = 0
  while (waiting.length > 0 && seen.size < maxSitemaps && total < maxUrls) {
    const url = URL.parse(waiting.shift()!, startUrl)
    // A sitemap of another host may list pages of this one: robots.txt of the site named it.
    if (!url || !/^https?:$/.test(url.protocol) || seen.has(url.href)) continue
    seen.add(url.href)
    const sitemap = await read(url)
    if (!sitemap) continue
    waiting.push(...sitemap.sitemaps.slice(0, maxSitemaps))
    const pages = new Map<string, string | null>()
    for (const { url: listedUrl, lastmod } of sitemap.urls) {
      const page = toPageUrl(listedUrl, url.href)
      if (page && isInSite(site, page) && !isFile(page)) pages.set(page.href, lastmod)
    }
    const found = [...pages].slice(0, maxUrls - total).map(([page, lastmod]) => ({ url: page, lastmod }))
    total += found.length
    if (found.length > 0) await onUrls(found)
  }

  async function read(url: URL): Promise<Sitemap | null> {
    try {
      const response = await fetch(url, { signal, timeoutMs, maxBytes })
      if (!response.ok) {
        await response.body?.cancel()
        return null
      }
      const bytes = await readBytes(response, maxBytes)
      return await threads.run<Sitemap>(
        new URL('./sitemap-thread.ts', import.meta.url),
        { bytes } satisfies SitemapTask,
        // Long lists take more than pages do.
        { pool: 'imports', turn, signal, transfer: [bytes.buffer] },
      )
    } catch (error) {
      if (signal.aborted) throw error
      return null
    }
  }
}
