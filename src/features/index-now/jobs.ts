import { type JobDefinition, job } from '#platform/jobs/queue.ts'

/** Sends queued addresses to search engines. */
export const sendUrlsJob = 'index-now-send'

export const indexNowJobs = (indexNow: { sendDue(signal: AbortSignal): Promise<void> }): JobDefinition[] =>
  [
    job({
      name: sendUrlsJob,
      concurrency: 1,
      retryLimit: 5,
      work: (_payload, { signal }) => indexNow.sendDue(signal),
    }),
  ] as JobDefinition[]
