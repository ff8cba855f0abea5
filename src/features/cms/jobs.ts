import { type JobDefinition, job } from '#platform/queue.ts'
import type { Posts } from './service.ts'

/** Publishes a scheduled post when it's due. */
export const dueJob = 'post-due'

export const cmsJobs = (posts: () => Posts): JobDefinition[] =>
  [
    job<{ post_id: string }>({
      name: dueJob,
      retryLimit: 5,
      work: ({ post_id }) => posts().publishDue(post_id),
    }),
  ] as JobDefinition[]
