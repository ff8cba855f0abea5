import { getReviewText } from '#features/review/web/review-text.ts'
import { plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { HomeFeedback } from '../../contract.ts'

/** Comments and review decisions of others, a line for each document. */
export function DocumentFeedback({ items }: { items: HomeFeedback[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="home-feedback" className="mt-7">
      <h2 id="home-feedback" className="heading mb-2">
        Comments and reviews
      </h2>
      <ul aria-labelledby="home-feedback" className="border-line border-t">
        {items.map(({ document_id, title, comments, latest, review, at, link }) => (
          <li key={document_id} className="border-line border-b py-2 text-s [overflow-wrap:anywhere]">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <Link href={link} className="font-[550]">
                {title || 'Untitled'}
              </Link>
              {review && (
                <span
                  className={review.state === 'changes' ? 'text-warn' : review.state === 'approved' ? 'text-good' : ''}
                >
                  {getReviewText(review)}
                </span>
              )}
              {comments > 0 && <span>{plural(comments, 'new comment')}</span>}
              <span className="ml-auto text-ink-3 text-xs">
                <DateTime at={at} brief />
              </span>
            </div>
            {latest && (
              <p dir="auto" className="mt-0.5 line-clamp-2 text-ink-2">
                {latest.by.name}
                {latest.by.kind === 'guest' ? ' (guest)' : ''}: {latest.text}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
