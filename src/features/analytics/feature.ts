import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { analyticsRoutes } from './routes.ts'
import { createAnalytics } from './service.ts'

export function createAnalyticsFeature({ config, db, log, metrics, publicUrl }: Core) {
  const analytics = createAnalytics({
    db,
    given: { publicKey: config.EVENTS_PUBLIC_KEY, workspaceId: config.EVENTS_WORKSPACE_ID },
    host: config.EVENTS_HOST ?? publicUrl,
    ownPagesHost: config.EVENTS_HOST ?? null,
    log,
    metrics,
  })
  return {
    service: analytics,
    routes: analyticsRoutes(analytics),
    cleanup: [() => analytics.cleanUp()],
    start: async () => analytics.watch(),
    close: () => analytics.close(),
  } satisfies Feature
}
