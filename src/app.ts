import { createAppHttp } from './app-http.ts'
import { apiIntroduction } from './features/api-keys/api-introduction.ts'
import { openApiRoutes } from './features/api-keys/routes.ts'
import { apiWebhooks } from './features/events-out/rules/api-webhooks.ts'
import { createMaintenance } from './features/status/maintenance.ts'
import { createOutcomeCounter } from './features/status/outcome-counter.ts'
import { createFeatures } from './features.ts'
import { createCore, type Platform } from './platform/core.ts'
import type { StartOptions } from './platform/feature.ts'
import type { Route } from './platform/http/route.ts'
import { openApiDocument } from './platform/openapi/openapi.ts'
import { createVendors } from './vendors.ts'

/** The composition root: folds the features into one application. */
export function createApp(platform: Platform) {
  const outcomes = createOutcomeCounter(platform.database.db)
  const core = createCore(platform, { onEmail: (sent) => outcomes.count('mail', sent) })
  const { db, signals, log, publicUrl, version } = core
  const vendors = createVendors(core, outcomes)
  const maintenance = createMaintenance({ db, signals, log })
  const { features, hosts, auth, admin, domains, plans, audit, status } = createFeatures(core, {
    vendors,
    outcomes,
    maintenance,
  })

  const routes: Route[] = features.flatMap((feature) => feature.routes ?? [])
  routes.push(
    ...openApiRoutes(() => ({
      ...openApiDocument(routes, { publicUrl, version, introduction: apiIntroduction, webhooks: apiWebhooks }),
    })),
  )
  const loadActor = (tokenHash: Buffer) => auth.loadActor(tokenHash)

  return {
    ...createAppHttp(core, routes, { loadActor, hosts, maintenance }),
    checks: admin.checks,
    routes,
    auth,
    plans,
    domains: domains.domains,
    audit,
    streams: core.streams,
    storage: core.storage,
    jobs: features.flatMap(({ jobs = [] }) => jobs),
    cleanups: features.flatMap(({ cleanup = [] }) => cleanup),
    observe: () => status.observe(),
    /** Starts the background work of the worker role. Returns what ends it. */
    async start(options: StartOptions) {
      const stops: (() => unknown)[] = []
      for (const feature of features) if (feature.start) stops.push(await feature.start(options))
      return async () => void (await Promise.all(stops.map((stop) => stop())))
    },
    /** Ends what the features hold open. */
    async close() {
      for (const feature of features) await feature.close?.()
      await core.close()
      await vendors.close()
    },
  }
}
