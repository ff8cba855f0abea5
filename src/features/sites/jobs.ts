import { type JobDefinition, job } from '#platform/jobs/queue.ts'
import { type CrawlPayload, crawlJob } from './crawl/crawl-queue.ts'
import { type SyncPayload, syncJob } from './search-console/sync-queue.ts'

type Work<Payload> = { work(payload: Payload, signal: AbortSignal): Promise<void> }

export const decayEmailJob = 'site-decay-email'
export type DecayEmailPayload = { workspace_id: string; site_id: string; decay_ids: string[] }

export const siteJobs = (
  crawls: Work<CrawlPayload>,
  syncs: Work<SyncPayload>,
  emails: { send(payload: DecayEmailPayload): Promise<void> },
): JobDefinition[] => [
  job<DecayEmailPayload>({
    name: decayEmailJob,
    retryDelaySeconds: 30,
    work: (payload) => emails.send(payload),
  }) as JobDefinition,
  job<CrawlPayload>({
    name: crawlJob,
    concurrency: 4,
    work: (payload, { signal }) => crawls.work(payload, signal),
  }) as JobDefinition,
  job<SyncPayload>({
    name: syncJob,
    concurrency: 2,
    // 16 months of a large site take a while.
    expireInSeconds: 4 * 3600,
    work: (payload, { signal }) => syncs.work(payload, signal),
  }) as JobDefinition,
]
