import type { Documents } from '#features/ai-content/service.ts'
import type { Audit } from '#features/audit/service.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import type { KeywordsFeature } from '#features/keywords/feature.ts'
import type { Notifications } from '#features/notifications/service.ts'
import type { PublishingFeature } from '#features/publishing/feature.ts'
import { createRobotsReader } from '#features/reports/pages/page-reader.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { hostAndPort } from '#platform/outbound/host-and-port.ts'
import { createGoogleSearchConsole } from '#providers/search-console/google.ts'
import { exportSites } from './account-export.ts'
import { createCrawlQueue } from './crawl/crawl-queue.ts'
import { createPoliteFetch, systemClock } from './crawl/polite-fetch.ts'
import { createCrawler } from './crawl/run-crawl.ts'
import { createRefreshDrafts } from './decay/create-refresh-draft.ts'
import { createDecayEmails } from './decay/email-decays.ts'
import { type DecayEmailPayload, decayEmailJob, siteJobs } from './jobs.ts'
import { sitesRoutes } from './routes.ts'
import { decayEmailSamples } from './rules/decay/decay-email.ts'
import { createConnecting } from './search-console/connect.ts'
import { createMeasuring } from './search-console/measure-items.ts'
import { createSync } from './search-console/sync.ts'
import { createSyncQueue } from './search-console/sync-queue.ts'
import { createSites } from './service.ts'
import { createSiteWork, type DecayHooks } from './work.ts'

export type SitesFeature = ReturnType<typeof createSitesFeature>

type Dependencies = {
  audit: Audit
  documents: Documents
  publishing: PublishingFeature
  contentPlans: ContentPlans
  notifications: Notifications
  keywords: KeywordsFeature
}

/** A workspace’s own sites. */
export function createSitesFeature(
  core: Core,
  { audit, documents, publishing, contentPlans, notifications, keywords }: Dependencies,
) {
  const { config, db, queue, signals, threads, log, outbound, secrets, publicUrl } = core
  const crawler = createCrawler({
    ...{ db, threads, signals, log },
    fetch: outbound.fetch,
    readRobots: createRobotsReader(threads),
    gapMs: config.CRAWL_GAP_MS,
  })
  const crawls = createCrawlQueue({ db, queue, log }, crawler)
  const { GOOGLE_OAUTH_BASE: oauthBase, SEARCH_CONSOLE_URL: apiBase } = config
  // The operator’s addresses are trusted, private or not.
  const google = core.createOutboundTo([oauthBase, apiBase].filter((url) => url !== undefined).map(hostAndPort))
  const searchConsole = createGoogleSearchConsole({
    ...{ fetch: google.fetch, oauthBase, apiBase },
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
  })
  const hooks: DecayHooks = { decayed: createHook() }
  const fetch = createPoliteFetch({ db, fetch: outbound.fetch, clock: systemClock, gapMs: config.CRAWL_GAP_MS })
  const work = createSiteWork({ db, hooks, createDraft: createRefreshDrafts({ db, documents, fetch, threads }) })
  const emails = createDecayEmails({ db, mailer: core.mailer, publicUrl })
  publishing.hooks.publicationChanged.on((tx, change) => work.publicationChanged(tx, change))
  hooks.decayed.on(async (tx, { site: { workspaceId, id }, url, decays }) => {
    const [first] = decays
    const found = { runId: first!.id, url, pages: decays.map(({ page }) => page), change: first!.change }
    await notifications.notifyDecay(tx, { workspaceId, siteId: id, ...found })
    await queue.send(tx, decayEmailJob, {
      ...{ workspace_id: workspaceId, site_id: id },
      decay_ids: decays.map(({ id: decayId }) => decayId),
    } satisfies DecayEmailPayload)
  })
  const onRead = createMeasuring({ db, contentPlans })
  const sync = createSync({ db, secrets, searchConsole, log, onRead, onSynced: work.analyze })
  const syncs = createSyncQueue({ db, queue, log }, sync)
  const connecting = createConnecting({ db, audit, secrets, searchConsole, publicUrl, enqueueSync: syncs.send })
  const sites = createSites({
    db,
    audit,
    signals,
    threads,
    connecting,
    enqueueCrawl: crawls.send,
    enqueueSync: syncs.send,
    work,
  })
  keywords.hooks.openSite.on((site) => sites.uploads.open(site))
  return {
    service: sites,
    hooks,
    routes: sitesRoutes(sites),
    jobs: siteJobs(crawls, syncs, emails),
    emails: decayEmailSamples(publicUrl),
    cleanup: [() => sites.cleanUp()],
    accountExport: [exportSites(db)],
    async start(options) {
      const stops = [await crawls.watch(options), syncs.watch()]
      return () => {
        for (const stop of stops) stop()
      }
    },
    close: () => google.close(),
  } satisfies Feature
}
