import { type JobDefinition, job } from '#platform/jobs/queue.ts'

/** After a document was kept or removed. */
export const mirrorJob = 'user-document-mirror'

type Copies = {
  copy(document: { userId: string; workspaceId: string | null; path: string }, signal: AbortSignal): Promise<void>
}

export const userDocumentJobs = (documents: Copies): JobDefinition[] =>
  [
    job<{ user_id: string; workspace_id: string | null; path: string }>({
      name: mirrorJob,
      concurrency: 2,
      retryLimit: 10,
      retryDelaySeconds: 1,
      work: ({ user_id, workspace_id, path }, { signal }) =>
        documents.copy({ userId: user_id, workspaceId: workspace_id, path }, signal),
    }),
  ] as JobDefinition[]
