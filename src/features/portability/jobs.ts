import { type JobDefinition, job } from '#platform/queue.ts'
import type { Portability } from './service.ts'

/** Makes the archive of a workspace. */
export const archiveJob = 'workspace-archive'
/** Brings a workspace from one. */
export const importJob = 'workspace-import'

type Payload = { transfer_id: string }

/** A million rows take minutes; whatever breaks off begins again. */
const limits = { concurrency: 1, retryLimit: 3, retryDelaySeconds: 5, expireInSeconds: 6 * 3600 }

export const portabilityJobs = (portability: () => Portability): JobDefinition[] =>
  [
    job<Payload>({
      name: archiveJob,
      ...limits,
      work: ({ transfer_id }, context) => portability().make(transfer_id, context),
    }),
    job<Payload>({
      name: importJob,
      ...limits,
      work: ({ transfer_id }, context) => portability().bring(transfer_id, context),
    }),
  ] as JobDefinition[]
