import type { Database, Db } from '#platform/database/database.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import { type CrawlRef, findAbandonedOfAllWorkspaces } from '../store/crawl-store.ts'
import type { Crawler } from './run-crawl.ts'

export type CrawlPayload = { workspace_id: string; site_id: string; crawl_id: string }

export const crawlJob = 'site-crawl'
const watchMs = 10_000

/** Sends a job for each slice of a crawl, and for crawls whose worker died. */
export function createCrawlQueue({ db, queue, log }: { db: Database; queue: Queue; log: Log }, crawler: Crawler) {
  const toPayload = ({ workspaceId, siteId, crawlId }: CrawlRef): CrawlPayload => ({
    workspace_id: workspaceId,
    site_id: siteId,
    crawl_id: crawlId,
  })
  const send = (tx: Db, crawl: CrawlRef) => queue.send(tx, crawlJob, toPayload(crawl))

  async function resume(alone: boolean) {
    // A crawl that waits for its turn looks abandoned too: one more job a minute is enough.
    for (const crawl of await findAbandonedOfAllWorkspaces(db, alone))
      await queue.send(db, crawlJob, toPayload(crawl), { singletonKey: crawl.crawlId, singletonSeconds: 60 })
  }

  return {
    send,

    async work({ workspace_id, site_id, crawl_id }: CrawlPayload, signal: AbortSignal) {
      const crawl = { workspaceId: workspace_id, siteId: site_id, crawlId: crawl_id }
      if (await crawler.run(crawl, signal)) await send(db, crawl)
    },

    /** Looks for crawls that nobody works on, now and at intervals. Returns what ends it. */
    async watch({ alone }: { alone: boolean }) {
      await resume(alone)
      const timer = setInterval(
        () => void resume(false).catch((err) => log.warn({ err }, 'Crawls of dead workers could not be resumed')),
        watchMs,
      )
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
