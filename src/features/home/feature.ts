import type { Answers } from '#features/answers/service.ts'
import type { Batches } from '#features/bulk-writing/service.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { Listeners } from '#features/listeners/service.ts'
import type { Ranks } from '#features/ranks/service.ts'
import type { Reports } from '#features/reports/service.ts'
import type { Feedback } from '#features/review/feedback.ts'
import type { SiteWork } from '#features/sites/work.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportVisits } from './account-export.ts'
import { createHome } from './get-home.ts'
import { homeRoutes } from './routes.ts'

type Dependencies = {
  reports: Reports
  listeners: Listeners
  keywords: Keywords
  ranks: Ranks
  answers: Answers
  batches: Batches
  siteWork: SiteWork
  feedback: Feedback
}

/** The first screen of a workspace: what changed since the last visit, from what the other features know. */
export function createHomeFeature({ db }: Core, dependencies: Dependencies) {
  const home = createHome({ db, ...dependencies })
  return { service: home, routes: homeRoutes(home), accountExport: [exportVisits(db)] } satisfies Feature
}
