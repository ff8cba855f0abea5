import type { AiContentFeature } from '#features/ai-content/feature.ts'
import type { Audit } from '#features/audit/service.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import type { Humanizer } from '#features/humanizer/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { findKnownModel, findModelPrice } from '#providers/language-model/known-models.ts'
import type { KnownModel } from '#providers/language-model/port.ts'
import { exportBatches } from './account-export.ts'
import { createBatchWorker } from './batch-worker.ts'
import { createControls } from './control-batch.ts'
import { createBatchCreation } from './create-batch.ts'
import { createBatchEmails } from './email-batch.ts'
import { type BatchDone, createFinish } from './finish-batch.ts'
import { bulkWritingJobs } from './jobs.ts'
import { createPriceFinder } from './model-price.ts'
import { bulkWritingRoutes } from './routes.ts'
import { batchEmailSamples } from './rules/batch-email.ts'
import { createItemRunner } from './run-item.ts'
import { createBatches } from './service.ts'
import { createThinkingRooms } from './thinking-rooms.ts'

type Dependencies = {
  plans: Plans
  audit: Audit
  content: AiContentFeature['service']
  contentPlans: ContentPlans
  humanizer: Humanizer
  notifications: Notifications
  /** What is known of models at the moment. */
  knownModels(): readonly KnownModel[]
}

export type BulkWritingFeature = ReturnType<typeof createBulkWritingFeature>

/** Many documents, written in the background within a budget. */
export function createBulkWritingFeature(core: Core, dependencies: Dependencies) {
  const { config, db, signals, log, publicUrl } = core
  const { content, notifications, knownModels } = dependencies
  const hooks = {
    /** All items of a batch ended. */
    batchDone: createHook<[tx: Tx, workspaceId: string, batch: BatchDone]>(),
  }
  const lanes = config.BATCH_LANES
  const gapMs = config.LLM_REQUESTS_PER_MINUTE ? 60_000 / config.LLM_REQUESTS_PER_MINUTE : 0
  const findPrice = createPriceFinder({
    ...{ inputPrice: config.LLM_INPUT_PRICE, outputPrice: config.LLM_OUTPUT_PRICE },
    findKnown(provider, model) {
      const price = findModelPrice(provider, model, new Date(), knownModels())
      const entry = findKnownModel(provider, model, knownModels())
      return price && { ...price, cached: entry?.price?.cached ?? null, as_of: entry?.asOf ?? null }
    },
  })
  const finish = createFinish({ ...core, ...content, notifications, batchDone: hooks.batchDone })
  const emails = createBatchEmails(core)
  const shared = { ...dependencies, ...content, db, signals, findPrice, finish, lanes }
  const batches = createBatches({
    ...{ db, signals },
    create: createBatchCreation(shared),
    controls: createControls(shared),
  })
  const runItem = createItemRunner({ ...dependencies, db, signals, log, gapMs, finish, rooms: createThinkingRooms() })
  const worker = createBatchWorker({ db, signals, log, runItem, lanes })
  return {
    service: batches,
    hooks,
    routes: bulkWritingRoutes(batches),
    jobs: bulkWritingJobs(emails),
    accountExport: [exportBatches(db)],
    emails: batchEmailSamples(publicUrl),
    start: (options) => worker.start(options),
  } satisfies Feature
}
