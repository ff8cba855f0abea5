import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { formatLocalDateTime } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { LoadError } from '#web/calls/load-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { type ReviewState, type ReviewStateName, reviewStateContract } from '../contract-state.ts'
import { reviewErrorTexts } from './error-texts.ts'
import { getReviewText } from './review-text.ts'

export type DocumentReviewProps = {
  documentId: string
  /** The saved version: an edit reopens an approved document. */
  version: number
  canEdit: boolean
}

const actions: Record<ReviewStateName, { state: ReviewStateName; label: string }[]> = {
  draft: [{ state: 'review', label: 'Send to review' }],
  review: [
    { state: 'approved', label: 'Approve' },
    { state: 'changes', label: 'Request changes' },
  ],
  changes: [{ state: 'review', label: 'Send to review' }],
  approved: [{ state: 'draft', label: 'Set back to draft' }],
}

/** Whether a document is in review or approved, and the next step. */
export default function DocumentReview({ documentId, version, canEdit }: DocumentReviewProps) {
  const [review, setReview] = useState<ReviewState | null | undefined>(undefined)
  const { error, run, busy } = useCall()
  const latest = useRef(0)
  /** An answer that was asked for before another one is outdated when it comes after it. */
  const show = async (call: () => Promise<{ item: { review: ReviewState | null } }>) => {
    const request = ++latest.current
    const { item } = await call()
    if (request === latest.current) setReview(item.review)
  }
  const load = () => run(() => show(() => api(reviewStateContract.get, { _id: documentId })))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a version, and whenever its reader comes back to the window
  useEffect(() => {
    void load()
    const onFocus = () => void load()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [documentId, version])
  if (review === undefined)
    return error ? (
      <LoadError
        what="The state of the review couldn’t be loaded."
        error={error}
        texts={reviewErrorTexts}
        onRetry={() => void load()}
      />
    ) : null
  const set = (state: ReviewStateName) =>
    run(() => show(() => api(reviewStateContract.set, { _id: documentId, state })))
  return (
    <section aria-labelledby="document-review">
      <h2 id="document-review" className="subheading mb-1">
        Review
      </h2>
      <CallError error={error} texts={reviewErrorTexts} />
      <div className="text-ink-2 [overflow-wrap:anywhere]">
        <p>{review ? getReviewText(review) : 'Draft'}</p>
        {review && <p className="text-ink-3 text-xs">{formatLocalDateTime(review.at)}</p>}
        {review && review.note !== '' && (
          <p dir="auto" className="mt-1 whitespace-pre-line text-s">
            {review.note}
          </p>
        )}
      </div>
      {canEdit && (
        <div className="mt-2 flex flex-wrap gap-2">
          {actions[review?.state ?? 'draft'].map(({ state, label }) => (
            <Button key={state} size="s" disabled={busy} onClick={() => void set(state)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
