import { type JobDefinition, job } from '#platform/queue.ts'
import type { Domains } from './service.ts'

/** Looks at a workspace's domain; sends its own successor. */
export const checkJob = 'domain-check'
/** Tells one person that a domain is not served any more. */
export const lostJob = 'domain-lost-mail'

export type Lost = { workspace_id: string; user_id: string; domain: string; how: 'switched_off' | 'taken_over' }

export const domainJobs = (domains: () => Domains): JobDefinition[] =>
  [
    job<{ workspace_id: string }>({
      name: checkJob,
      retryDelaySeconds: 5,
      work: ({ workspace_id }) => domains().checkDue(workspace_id),
    }),
    job<Lost>({ name: lostJob, retryDelaySeconds: 30, work: (lost) => domains().tellLost(lost) }),
  ] as JobDefinition[]
