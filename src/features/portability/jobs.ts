import { type JobContext, type JobDefinition, job } from '#platform/jobs/queue.ts'

/** Creates a workspace archive. */
export const archiveJob = 'workspace-archive'
/** Imports a workspace from an archive. */
export const importJob = 'workspace-import'

type Payload = { transfer_id: string }

type Portability = {
  runExport(transferId: string, context: JobContext): Promise<void>
  runImport(transferId: string, context: JobContext): Promise<void>
}

/** A million rows take minutes. A failed job starts over. */
const limits = { concurrency: 1, retryLimit: 3, retryDelaySeconds: 5, expireInSeconds: 6 * 3600 }

export const portabilityJobs = (portability: Portability): JobDefinition[] =>
  [
    job<Payload>({
      name: archiveJob,
      ...limits,
      work: ({ transfer_id }, context) => portability.runExport(transfer_id, context),
    }),
    job<Payload>({
      name: importJob,
      ...limits,
      work: ({ transfer_id }, context) => portability.runImport(transfer_id, context),
    }),
  ] as JobDefinition[]
