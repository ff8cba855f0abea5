import { type JobDefinition, job } from '#platform/queue.ts'
import type { Posts } from './service.ts'

/** Starts when a scheduled post is due. */
export const dueJob = 'post-due'

export const cmsJobs = (posts: () => Posts): JobDefinition[] =>
  [
    job<{ post_id: string }>({
      name: dueJob,
      retryLimit: 5,
      work: ({ post_id }) => posts().publishDue(post_id),
    }),
  ] as JobDefinition[]
