import type { NotificationsFeature } from '#features/notifications/feature.ts'
import type { PlansFeature } from '#features/plans/feature.ts'
import type { Research } from '#features/research/service.ts'
import type { Maintenance } from '#features/status/maintenance.ts'
import type { TeamsFeature } from '#features/teams/feature.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { exportListeners } from './account-export.ts'
import { createListenerQuota } from './listener-quota.ts'
import { listenersRoutes } from './routes.ts'
import { startScheduler } from './scheduler.ts'
import { createListeners } from './service.ts'

type Dependencies = {
  plans: PlansFeature
  workspaces: WorkspacesFeature
  teams: TeamsFeature
  notifications: NotificationsFeature
  research: Research
  sources: Map<SourceId, SearchSource>
  /** During maintenance no listener runs. */
  maintenance: Maintenance
}

export function createListenersFeature(core: Core, dependencies: Dependencies) {
  const { db, secrets, rates, signals, log, publicUrl, outbound } = core
  const { plans, workspaces, teams, sources, maintenance } = dependencies
  const { notifications, deliveries } = dependencies.notifications.service
  const { updateCounts: updateNotificationCounts } = notifications
  const quota = createListenerQuota({ db, plans: plans.service, notifyPaused: notifications.notifyPaused })
  const listeners = createListeners({
    db,
    plans: plans.service,
    sources,
    secrets,
    rates,
    signals,
    deliveries,
    updateNotificationCounts,
    checkUrl: outbound.checkUrl,
    getKnownVolumes: dependencies.research.getKnownVolumes,
    publicUrl,
  })
  plans.hooks.planChanged.on((tx, userId) => quota.enforce(tx, userId))
  workspaces.hooks.removing.on(async (tx, workspaceId) => {
    await listeners.endAll(tx, workspaceId)
  })
  teams.hooks.memberRemoved.on(async (tx, workspaceId, email) => {
    await listeners.forgetAddress(tx, workspaceId, email)
  })
  teams.hooks.countListeners.on((tx, workspaceId) => listeners.countActive(tx, workspaceId))
  dependencies.notifications.hooks.describeRuns.on((runIds) => listeners.getRunDetails(runIds))
  return {
    service: listeners,
    routes: listenersRoutes(listeners),
    cleanup: [() => quota.cleanUp(), () => listeners.cleanUp()],
    accountExport: [exportListeners(db)],
    async start(options) {
      const { admit } = quota
      const isPaused = async () => (await maintenance.current()) !== null
      const { notify } = notifications
      const scheduler = await startScheduler(
        { db, sources, signals, log, notify, updateNotificationCounts, admit, isPaused },
        options,
      )
      return () => scheduler.stop()
    },
  } satisfies Feature
}
