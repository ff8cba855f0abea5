import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Crawl, Site } from './contract.ts'
import { crawlTopic } from './crawl/run-crawl.ts'
import { followCrawl } from './follow-crawl.ts'
import { presentCrawl, presentPage, presentSite } from './present-site.ts'
import type { DayRange } from './rules/days.ts'
import { normalizeSiteUrl } from './rules/site-url.ts'
import type { createConnecting, Person } from './search-console/connect.ts'
import { getOverview, getPeriod, getQueries, type QueriesInput } from './search-console/get-queries.ts'
import { createKnownTotals, createQuerySums } from './search-console/query-sums.ts'
import { findShownUpload, presentSource } from './search-console/shown-upload.ts'
import { createSiteUploads } from './search-console/uploads.ts'
import { findLatestClicks } from './store/clicks-store.ts'
import { type CrawlRef, cancelCrawl, deleteIdleHosts, insertCrawl } from './store/crawl-store.ts'
import { findChanges, findPages, type PageQuery } from './store/page-list-store.ts'
import {
  countSites,
  deleteSite,
  findSite,
  findSiteOfEvents,
  findSites,
  insertSite,
  locateSite,
} from './store/site-store.ts'
import { createBotVisits } from './visits/bot-visits.ts'
import { createReferrals } from './visits/referrals.ts'
import type { SiteWork } from './work.ts'

export type Sites = ReturnType<typeof createSites>

type Dependencies = {
  db: Database
  audit: Audit
  signals: Signals
  threads: Threads
  enqueueCrawl(tx: Db, crawl: CrawlRef): Promise<void>
  enqueueSync(site: ResourceRef): Promise<void>
  connecting: ReturnType<typeof createConnecting>
  work: SiteWork
}

const maxSites = 20

export function createSites({
  db,
  audit,
  signals,
  threads,
  enqueueCrawl,
  enqueueSync,
  connecting,
  work,
}: Dependencies) {
  const getSums = createQuerySums(db)
  const getKnownTotals = createKnownTotals(db)
  const get = async (ref: ResourceRef) => ({ site: presentSite((await findSite(db, ref)) ?? refuseMissingSite()) })

  const record = (tx: Db, by: Person, action: string, { workspaceId, id }: ResourceRef, url: string) =>
    audit.record(tx, {
      actorId: by.userId,
      actorEmail: by.email,
      action,
      subject: url,
      details: { site_id: id, workspace_id: workspaceId },
      address: by.address,
    })

  return {
    work,
    uploads: createSiteUploads(db),
    bots: createBotVisits({ db, threads }),
    referrals: createReferrals({ db, threads }),
    locate: (workspaceIds: string[], id: string) => locateSite(db, workspaceIds, id),
    findOfEvents: (workspaceIds: string[], id: string) => findSiteOfEvents(db, workspaceIds, id),

    /** @throws AppError invalid_input, conflict */
    async add(by: Person, workspaceId: string, given: string, storeResponse: StoreResponse): Promise<{ site: Site }> {
      const url = normalizeSiteUrl(given)
      return db.transaction().execute(async (tx) => {
        if ((await countSites(tx, workspaceId)) >= maxSites) throw tooManySites()
        const ref = { workspaceId, id: randomUUIDv7() }
        if (!(await insertSite(tx, { ...ref, url, userId: by.userId }))) throw siteExists()
        await record(tx, by, 'site.added', ref, url)
        const answer = { site: presentSite((await findSite(tx, ref)) ?? refuseMissingSite()) }
        await storeResponse(tx, answer)
        return answer
      })
    },

    async list(workspaceId: string) {
      const [rows, clicks] = await Promise.all([findSites(db, workspaceId), findLatestClicks(db, workspaceId)])
      const items = rows.map((row) => ({ ...presentSite(row), clicks: clicks.get(row.id) ?? null }))
      return { items, total: items.length }
    },

    get,

    async remove(by: Person, ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const url = (await deleteSite(tx, ref)) ?? refuseMissingSite()
        await record(tx, by, 'site.removed', ref, url)
      })
      signals.publish(crawlTopic, ref.id)
    },

    /** Starts a crawl; while one is running, that one is the answer. */
    async crawl(ref: ResourceRef, storeResponse: StoreResponse): Promise<{ crawl: Crawl }> {
      const answer = await db.transaction().execute(async (tx) => {
        const crawlId = randomUUIDv7()
        if (await insertCrawl(tx, ref, crawlId))
          await enqueueCrawl(tx, { workspaceId: ref.workspaceId, siteId: ref.id, crawlId })
        const crawl = presentCrawl((await findSite(tx, ref)) ?? refuseMissingSite())
        await storeResponse(tx, { crawl })
        return { crawl }
      })
      signals.publish(crawlTopic, ref.id)
      return answer
    },

    async cancelCrawl(ref: ResourceRef): Promise<{ crawl: Crawl }> {
      const wasRunning = await db.transaction().execute((tx) => cancelCrawl(tx, ref))
      if (!wasRunning)
        throw new AppError('conflict', 'No crawl of this site is running.', { reason: 'crawl_not_running' })
      signals.publish(crawlTopic, ref.id)
      return { crawl: presentCrawl((await findSite(db, ref)) ?? refuseMissingSite()) }
    },

    follow: (ref: ResourceRef, send: SendEvent, signal: AbortSignal) => followCrawl({ db, signals }, ref, send, signal),

    async pages(ref: ResourceRef, query: PageQuery) {
      const { page, limit, upload_id } = query
      const upload = await findShownUpload(db, ref, { upload_id })
      const period = upload ? { from: upload.from_day, to: upload.to_day } : await getPeriod(db, ref, {})
      const days = upload ? { uploadId: upload.id } : (period as DayRange | null)
      const { rows, total } = await findPages(db, ref, query, days)
      const { from = null, to = null } = period ?? {}
      return { items: rows.map(presentPage), total, page, limit, from, to, upload: upload && presentSource(upload) }
    },

    async connect(by: Person, ref: ResourceRef, input: Parameters<typeof connecting.start>[2]) {
      const { url } = await connecting.start(by, ref, input)
      return { url, ...(await get(ref)) }
    },

    finishConnect: async (by: Person, workspaceIds: string[], input: { state: string; code: string }) =>
      get(await connecting.finish(by, workspaceIds, input)),

    async disconnect(by: Person, ref: ResourceRef) {
      await connecting.disconnect(by, ref)
      return get(ref)
    },

    properties: (ref: ResourceRef) => connecting.properties(ref),

    async sync(ref: ResourceRef) {
      const answer = await get(ref)
      if (answer.site.search_console.state === 'none')
        throw new AppError('conflict', 'This site isn’t connected to Search Console.', {
          reason: 'search_console_not_connected',
        })
      await enqueueSync(ref)
      return answer
    },

    overview: (ref: ResourceRef, days: { from?: string; to?: string; upload_id?: string }) =>
      getOverview(db, getKnownTotals, ref, days),
    queries: (ref: ResourceRef, query: QueriesInput) => getQueries(db, getSums, ref, query),

    cleanUp: () => deleteIdleHosts(db),

    async changes(ref: ResourceRef, query: { page: number; limit: number }) {
      const { rows, total } = await findChanges(db, ref, query)
      return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), total, ...query }
    },
  }
}

function refuseMissingSite(): never {
  throw new AppError('not_found', 'This workspace has no such site.', { reason: 'site_missing' })
}

const siteExists = () =>
  new AppError('conflict', 'This workspace has this site already.', { field: 'url', reason: 'site_exists' })

const tooManySites = () =>
  new AppError('conflict', `A workspace can have up to ${maxSites} sites.`, {
    reason: 'too_many_sites',
    params: { max: maxSites },
  })
