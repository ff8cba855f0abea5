import { stateLabels } from '#features/content-plan/web/item-labels.ts'
import { cx } from '#ui/class-names.ts'
import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { MyWork as Work, WorkItem } from '../../contract.ts'

/** What waits for the reader: plan items and documents they own, and feedback on their documents. */
export function MyWork({ work }: { work: Work }) {
  if (work.items.length === 0) return null
  return (
    <section className="mt-10 border-ink border-t-2 pt-4" aria-labelledby="my-work">
      <div className="mb-2 flex items-baseline gap-2.5">
        <h2 id="my-work" className="heading">
          My work
        </h2>
        <span className="text-ink-3">{formatCount(work.total)}</span>
      </div>
      <ul aria-label="My work">
        {work.items.map((item) => (
          <li
            key={item._id}
            className="relative flex flex-wrap items-baseline gap-x-4 gap-y-1 border-line border-t py-2 hover:bg-well/60"
          >
            <Link
              href={item.link}
              className="min-w-0 grow font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
            >
              {item.title || 'Untitled'}
            </Link>
            <span className={cx('text-s', item.late ? 'text-bad' : 'text-ink-2')}>{getNote(item)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function getNote({ kind, state, due_on, late, comments, suggestions }: WorkItem): string {
  const due = due_on && `${late ? 'Late since' : 'Due'} ${formatDayShort(due_on)}`
  const notes = [
    kind === 'plan_item' && state ? stateLabels[state] : '',
    due ?? (kind === 'plan_item' || comments + suggestions === 0 ? 'No date' : ''),
    suggestions > 0 ? plural(suggestions, 'suggested change') : '',
    comments > 0 ? plural(comments, 'open comment') : '',
  ]
  return notes.filter(Boolean).join(' · ')
}
