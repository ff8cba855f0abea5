import type { Audit } from '#features/audit/service.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { isPublicAddress } from '#platform/http/client-address.ts'
import { createReadiness } from '#platform/readiness.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { Maintenance } from './maintenance.ts'
import { createQueueMeasurement } from './measure-queues.ts'
import type { OutcomeCounter } from './outcome-counter.ts'
import { statusRoutes } from './routes.ts'
import { createChecks } from './run-checks.ts'
import { compactSamples, startHeartbeat, startSampling } from './sample-status.ts'
import { createStatus } from './service.ts'

type Dependencies = {
  audit: Audit
  outcomes: OutcomeCounter
  maintenance: Maintenance
  modelIsSetUp: boolean
  sources: Map<SourceId, SearchSource>
}

export function createStatusFeature(core: Core, dependencies: Dependencies) {
  const { config, database, db, queue, storage, metrics, log, version } = core
  const { audit, outcomes, maintenance, modelIsSetUp, sources } = dependencies
  const checks = createChecks({
    db,
    storage,
    maintenance,
    outcomes,
    emailIsSetUp: config.SMTP_URL !== undefined,
    modelIsSetUp,
    sources: [...sources.values()].filter(({ parentId }) => !parentId),
    log,
  })
  const status = createStatus({ db, audit, checks, maintenance, version })
  return {
    service: {
      /** Samples how the parts are, in every process. */
      observe: () => startSampling({ db, checks, outcomes, log }),
    },
    routes: statusRoutes({
      readiness: createReadiness({ database, dataDir: config.DATA_DIR }),
      measureQueues: createQueueMeasurement({ queue, metrics }),
      metrics,
      version,
      status,
      metricsToken: {
        token: config.METRICS_TOKEN,
        required: config.METRICS_TOKEN !== undefined || isPublicAddress(config.PUBLIC_URL),
      },
    }),
    cleanup: [() => compactSamples(db)],
    start: () => startHeartbeat(db, log),
    close: () => maintenance.close(),
  } satisfies Feature
}
