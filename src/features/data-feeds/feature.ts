import type { Audit } from '#features/audit/service.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import type { Lists } from '#features/keywords/lists.ts'
import type { Listeners } from '#features/listeners/service.ts'
import type { RankFeed } from '#features/ranks/rank-feed.ts'
import type { ReportExports } from '#features/reports/export/export-report.ts'
import type { Reports } from '#features/reports/service.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportDataFeeds } from './account-export.ts'
import { createFeedSources } from './feed-sources.ts'
import { createFeedTokens } from './feed-tokens.ts'
import { dataFeedsRoutes } from './routes.ts'
import { createDataFeeds } from './service.ts'

type Dependencies = {
  audit: Audit
  reports: Reports
  exports: ReportExports
  lists: Lists
  listeners: Listeners
  plans: ContentPlans
  ranks: RankFeed
}

export function createDataFeedsFeature(core: Core, { audit, ...shown }: Dependencies) {
  const { db, rates, secrets, threads, publicUrl } = core
  const tokens = createFeedTokens({ secrets, publicUrl })
  const sources = createFeedSources({ ...shown, threads })
  const feeds = createDataFeeds({ db, audit, rates, tokens, sources })
  return { service: feeds, routes: dataFeedsRoutes(feeds), accountExport: [exportDataFeeds(db)] } satisfies Feature
}
