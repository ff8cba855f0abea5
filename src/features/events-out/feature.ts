import type { AiContentFeature } from '#features/ai-content/feature.ts'
import type { AnswersFeature } from '#features/answers/feature.ts'
import type { Audit } from '#features/audit/service.ts'
import type { BulkWritingFeature } from '#features/bulk-writing/feature.ts'
import type { ContentPlanFeature } from '#features/content-plan/feature.ts'
import { type NotificationsFeature, webhooksAtOnce } from '#features/notifications/feature.ts'
import type { PublishingFeature } from '#features/publishing/feature.ts'
import type { RanksFeature } from '#features/ranks/feature.ts'
import type { ReportsFeature } from '#features/reports/feature.ts'
import type { SitesFeature } from '#features/sites/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { startSendWorker } from '#platform/jobs/send-worker.ts'
import { exportEndpoints } from './account-export.ts'
import { createEmitters } from './emit-events.ts'
import { createEventDeliveries } from './event-deliveries.ts'
import { eventsOutRoutes } from './routes.ts'
import { createEventsOut } from './service.ts'

type Dependencies = {
  audit: Audit
  content: AiContentFeature
  reporting: ReportsFeature
  notifications: NotificationsFeature
  publishing: PublishingFeature
  plans: ContentPlanFeature
  bulkWriting: BulkWritingFeature
  ranks: RanksFeature
  answers: AnswersFeature
  sites: SitesFeature
}

export function createEventsOutFeature(core: Core, dependencies: Dependencies) {
  const { audit, content, reporting, notifications, publishing, plans, bulkWriting } = dependencies
  const { ranks, answers, sites } = dependencies
  const { db, log, outbound, secrets, rates, publicUrl } = core
  const deliveries = createEventDeliveries({ db, fetch: outbound.fetch, log, secrets })
  const events = createEventsOut({ db, audit, secrets, rates, deliveries, checkUrl: outbound.checkUrl })

  const emitters = createEmitters({ events, publicUrl })
  reporting.hooks.finished.on(emitters.reportFinished)
  notifications.hooks.runsChanged.on(emitters.runsChanged)
  publishing.hooks.publicationChanged.on(emitters.publicationChanged)
  plans.hooks.stateChanged.on(emitters.planItemsChanged)
  content.hooks.documentFinished.on(emitters.documentFinished)
  bulkWriting.hooks.batchDone.on(emitters.batchDone)
  ranks.hooks.changed.on(emitters.ranksChanged)
  answers.hooks.changed.on(emitters.answersChanged)
  sites.hooks.decayed.on(emitters.siteDecayed)
  return {
    service: events,
    routes: eventsOutRoutes(events),
    cleanup: [() => events.cleanUp()],
    accountExport: [exportEndpoints(db)],
    async start({ alone }) {
      const worker = await startSendWorker(
        [{ failureMessage: 'Could not send events', atOnce: webhooksAtOnce, ...deliveries }],
        { log, alone },
      )
      return () => worker.stop()
    },
  } satisfies Feature
}
