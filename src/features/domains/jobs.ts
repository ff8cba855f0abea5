import { type JobDefinition, job } from '#platform/jobs/queue.ts'

/** Checks a workspace's domain and queues the next check. */
export const checkJob = 'domain-check'
/** Emails one person that a domain was switched off. */
export const lostJob = 'domain-lost-mail'

export type Lost = { workspace_id: string; user_id: string; domain: string; how: 'switched_off' | 'taken_over' }

type Domains = { checkDue(workspaceId: string): Promise<void>; sendLostEmail(lost: Lost): Promise<void> }

export const domainJobs = (domains: Domains): JobDefinition[] =>
  [
    job<{ workspace_id: string }>({
      name: checkJob,
      retryDelaySeconds: 5,
      work: ({ workspace_id }) => domains.checkDue(workspace_id),
    }),
    job<Lost>({ name: lostJob, retryDelaySeconds: 30, work: (lost) => domains.sendLostEmail(lost) }),
  ] as JobDefinition[]
