import { type JobDefinition, job } from '#platform/jobs/queue.ts'

/** Publishes a scheduled post when it's due. */
export const dueJob = 'post-due'

export const cmsJobs = (posts: { publishDue(postId: string): Promise<void> }): JobDefinition[] =>
  [
    job<{ post_id: string }>({
      name: dueJob,
      retryLimit: 5,
      work: ({ post_id }) => posts.publishDue(post_id),
    }),
  ] as JobDefinition[]
