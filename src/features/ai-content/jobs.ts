import { type JobDefinition, job } from '#platform/jobs/queue.ts'
import type { Checks } from './checks/check-document.ts'

export type ScorePayload = { workspace_id: string; document_id: string }

export const scoreJob = 'document-score'

/** Minimum seconds between two scores of a document, because autosave is more frequent. */
export const scoreEverySeconds = 5

export function documentJobs(checks: Checks): JobDefinition[] {
  return [
    job<ScorePayload>({
      name: scoreJob,
      concurrency: 2,
      retryLimit: 2,
      async work({ workspace_id, document_id }) {
        await checks.scoreDocument({ workspaceId: workspace_id, id: document_id })
      },
    }) as JobDefinition,
  ]
}
