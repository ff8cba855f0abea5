import { type JobDefinition, job } from '#platform/jobs/queue.ts'

/** Publishes a scheduled version when it's due. */
export const dueJob = 'publication-due'

export type DuePayload = { workspace_id: string; publication_id: string; scheduled_id: string }

export const publishingJobs = (publications: {
  publishDue(payload: DuePayload, context: { isLast: boolean }): Promise<void>
}): JobDefinition[] =>
  [
    job<DuePayload>({
      name: dueJob,
      retryLimit: 8,
      retryDelaySeconds: 30,
      work: (payload, { lastAttempt }) => publications.publishDue(payload, { isLast: lastAttempt }),
    }),
  ] as JobDefinition[]
