import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDateTime } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { maxNoteLength, type ReviewState } from '../../contract-state.ts'
import { getReviewText } from '../review-text.ts'
import type { RefusedComment } from './comment-form.ts'
import { GuestNameField } from './guest-name-field.tsx'

type GuestReviewProps = {
  documentId: string
  /** The one that is shown: approval is of it alone. */
  version: number
  review: ReviewState | null
  guestName: string
  refused: RefusedComment | null
}

/** Whether the document is approved, and a plain form to approve it or request changes. */
export function GuestReview({ documentId, version, review, guestName, refused }: GuestReviewProps) {
  const mine = refused?.entered.parent_id === 'review' ? refused : null
  const error = (name: string) => (mine?.field === name ? mine.error : undefined)
  return (
    <section id="review" lang="en" aria-labelledby="review-heading" className="mt-12 border-line border-t pt-5">
      <h2 id="review-heading" className="subheading">
        Review
      </h2>
      {review && (
        <div className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
          <p>
            {getReviewText(review)} · {formatDateTime(review.at)} UTC
          </p>
          {review.note !== '' && (
            <p dir="auto" className="mt-1 whitespace-pre-line">
              {review.note}
            </p>
          )}
        </div>
      )}
      <details open={mine !== null} className="mt-3">
        <summary className="text-ink-2 text-s">Approve or request changes</summary>
        <form method="post" noValidate className="mt-3 grid gap-4">
          <input type="hidden" name="review" value={documentId} />
          <input type="hidden" name="version" value={version} />
          {mine && !['guest_name', 'text', 'note'].includes(mine.field ?? '') && <ErrorNote>{mine.error}</ErrorNote>}
          <GuestNameField error={error('guest_name')} name={mine?.entered.guest_name ?? guestName} />
          <Field label="Note" required={false} error={error('note')}>
            <Textarea
              name="text"
              dir="auto"
              rows={2}
              maxLength={maxNoteLength}
              defaultValue={mine?.entered.text ?? ''}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="state" value="approved" variant="solid">
              Approve
            </Button>
            <Button type="submit" name="state" value="changes">
              Request changes
            </Button>
          </div>
        </form>
      </details>
    </section>
  )
}
