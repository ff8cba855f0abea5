import { type Activity, toReviewerActor } from '#features/activity/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import { getAuthor, getWorkspaceId, refuseMissingDocument } from './comment-author.ts'
import type { ReviewState, ReviewStateName } from './contract-state.ts'
import { findReviewed, lockDocumentVersion, type ReviewedDocument, upsertReview } from './store/review-store.ts'

export type Reviews = ReturnType<typeof createReviews>

type Dependencies = { db: Database; activity: Activity; notify: Notifications['notifyComment'] }

type NewState = {
  _id: string
  state: ReviewStateName
  note?: string | undefined
  version?: number | undefined
  guest_name?: string | undefined
}

/** Whether documents are in review or approved. Approval is of one version: an edit reopens it. */
export function createReviews({ db, activity, notify }: Dependencies) {
  async function find(at: Db, document: ResourceRef) {
    const found = (await findReviewed(at, document)) ?? refuseMissingDocument()
    return { found, item: { _id: document.id, review: presentReview(found) } }
  }

  return {
    async get(call: ReviewerCall, { _id }: { _id: string }) {
      return { item: (await find(db, { workspaceId: getWorkspaceId(call), id: _id })).item }
    },

    /** @throws AppError invalid_input, not_found, conflict: it was edited since it was read */
    async set(call: ReviewerCall, { _id, state, note = '', version, guest_name }: NewState) {
      const document = { workspaceId: getWorkspaceId(call), id: _id }
      if (call.guest && state !== 'approved' && state !== 'changes')
        throw new AppError('invalid_input', 'Guests can set approved or changes.', {
          field: 'state',
          reason: 'guest_state',
        })
      const { author_kind, author_id, author_name } = await getAuthor(db, call, guest_name)
      return db.transaction().execute(async (tx) => {
        const current = (await lockDocumentVersion(tx, document)) ?? refuseMissingDocument()
        if (version !== undefined && version !== current)
          throw new AppError('conflict', 'The document was edited since you read it.', {
            field: 'version',
            reason: 'outdated_version',
          })
        await upsertReview(tx, document, {
          ...{ state, note, version: current, by_kind: author_kind, by_id: author_id, by_name: author_name },
        })
        await activity.recordDocument(tx, document, 'state_changed', toReviewerActor(call, guest_name), {
          ...{ state, version: current },
        })
        const { found, item } = await find(tx, document)
        if (state === 'approved' || state === 'changes')
          await notify(tx, {
            ...{ workspaceId: document.workspaceId, documentId: _id, title: found.title || 'Untitled', text: note },
            ...{ authorId: author_id, by: author_name, decision: state },
          })
        return { item }
      })
    },
  }
}

export function presentReview({ version, review }: Pick<ReviewedDocument, 'version' | 'review'>): ReviewState | null {
  if (!review) return null
  const reopened = review.state === 'approved' && review.version !== version
  return {
    state: reopened ? 'review' : review.state,
    version: review.version,
    reopened,
    by: { kind: review.by_kind, name: review.by_name },
    at: new Date(review.at).toISOString(),
    note: review.note,
  }
}
