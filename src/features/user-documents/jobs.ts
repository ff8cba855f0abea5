import { type JobDefinition, job } from '#platform/queue.ts'
import type { UserDocuments } from './service.ts'

/** After a document was kept or removed. */
export const mirrorJob = 'user-document-mirror'

export const userDocumentJobs = (documents: () => UserDocuments): JobDefinition[] =>
  [
    job<{ user_id: string; workspace_id: string | null; path: string }>({
      name: mirrorJob,
      concurrency: 2,
      retryLimit: 10,
      retryDelaySeconds: 1,
      work: ({ user_id, workspace_id, path }, { signal }) =>
        documents().copy({ userId: user_id, workspaceId: workspace_id, path }, signal),
    }),
  ] as JobDefinition[]
