import type { Database } from '#platform/database/database.ts'
import type { ReviewState } from './contract-state.ts'
import { presentReview } from './reviews.ts'
import { findFeedbackSince } from './store/feedback-store.ts'

export type Feedback = ReturnType<typeof createFeedback>

export type DocumentFeedback = {
  document_id: string
  title: string
  comments: number
  latest: { by: { kind: 'member' | 'guest'; name: string }; text: string } | null
  review: ReviewState | null
  at: string
}

/** What members and guests wrote about documents, for the home screen. */
export function createFeedback({ db }: { db: Database }) {
  return {
    /** New comments and review decisions of others than this person, one item a document, latest first, up to 8. */
    async getChangesSince(workspaceId: string, userId: string, since: Date): Promise<DocumentFeedback[]> {
      const rows = await findFeedbackSince(db, workspaceId, userId, since)
      return rows.map(({ document_id, title, version, comments, latest, review, at }) => ({
        document_id,
        title,
        comments,
        latest: latest && { by: { kind: latest.kind, name: latest.name }, text: latest.text },
        review: presentReview({ version, review }),
        at: at.toISOString(),
      }))
    },
  }
}
