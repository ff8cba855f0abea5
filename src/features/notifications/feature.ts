import type { TeamsFeature } from '#features/teams/feature.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { startSendWorker } from '../../platform/jobs/send-worker.ts'
import { createDigests } from './digests.ts'
import { notificationsRoutes } from './routes.ts'
import { digestEmailSamples } from './rules/email-samples.ts'
import type { RunAlert, RunDetails } from './rules/run-changes.ts'
import { createRunDeliveries } from './run-deliveries.ts'
import { createNotifications } from './service.ts'

/** Requests to receivers at the same time. */
export const webhooksAtOnce = 8

export type NotificationsFeature = ReturnType<typeof createNotificationsFeature>

export function createNotificationsFeature(core: Core, { teams }: { teams: TeamsFeature }) {
  const { db, mailer, secrets, log, publicUrl, outbound } = core
  const hooks = {
    /** What the runs found that a digest or webhook is about. */
    describeRuns: createHook<[runIds: string[]], RunDetails[]>(),
    /** Runs found changes, in the transaction that commits them. */
    runsChanged: createHook<[tx: Db, alerts: RunAlert[]]>(),
  }
  const getRunDetails = async (runIds: string[]) => (await hooks.describeRuns.run(runIds)).flat()
  const digests = createDigests({ db, mailer, secrets, log, publicUrl, getRunDetails })
  const deliveries = createRunDeliveries({ db, fetch: outbound.fetch, log, getRunDetails })
  const notifications = createNotifications({
    db,
    digests,
    deliveries,
    onRunsChanged: async (tx, alerts) => void (await hooks.runsChanged.run(tx, alerts)),
  })
  teams.hooks.memberRemoved.on(async (tx, workspaceId, email) => {
    await digests.forgetAddress(tx, workspaceId, email)
  })
  return {
    service: { notifications, deliveries },
    hooks,
    routes: notificationsRoutes({ notifications, digests }),
    cleanup: [() => notifications.cleanUp()],
    emails: digestEmailSamples(publicUrl),
    async start({ alone }) {
      const worker = await startSendWorker(
        [
          { failureMessage: 'Could not send digests', atOnce: 1, ...digests },
          { failureMessage: 'Could not send webhooks', atOnce: webhooksAtOnce, ...deliveries },
        ],
        { log, alone },
      )
      return () => worker.stop()
    },
  } satisfies Feature
}
