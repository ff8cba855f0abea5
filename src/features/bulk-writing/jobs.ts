import { type JobDefinition, job } from '#platform/jobs/queue.ts'

export const batchEmailJob = 'batch-email'

export type BatchEmailPayload = { workspace_id: string; batch_id: string; user_id: string }

export const bulkWritingJobs = (emails: { send(payload: BatchEmailPayload): Promise<void> }): JobDefinition[] => [
  job<BatchEmailPayload>({
    name: batchEmailJob,
    retryDelaySeconds: 30,
    work: (payload) => emails.send(payload),
  }) as JobDefinition,
]
