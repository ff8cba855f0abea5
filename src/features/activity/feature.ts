import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportActivity } from './account-export.ts'
import { activityRoutes } from './routes.ts'
import { createActivity } from './service.ts'

/** Who did what in a workspace and its documents. */
export function createActivityFeature({ db }: Core) {
  const activity = createActivity({ db })
  return {
    service: activity,
    routes: activityRoutes(activity),
    accountExport: [exportActivity(db)],
  } satisfies Feature
}
