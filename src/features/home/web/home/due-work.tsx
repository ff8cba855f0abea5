import { stateLabels } from '#features/content-plan/web/item-labels.ts'
import { formatCount, formatDayShort } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { DueItem, PlannedItem, PlanWork } from '../../contract.ts'
import { groupByDueDay } from './due-groups.ts'

type DueProps = { posts: DueItem[]; plan: PlanWork | null; today: string }

/** Plan items that are late or due within a week, and posts that will be published. */
export function Due({ posts, plan, today }: DueProps) {
  const items = plan?.items ?? []
  if (posts.length === 0 && items.length === 0) return null
  return (
    <section className="min-w-0" aria-labelledby="home-due">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id="home-due" className="heading">
          Due this week
        </h2>
        {plan && items.length > 0 && (
          <Link href={plan.link} className="link text-ink-2 text-s">
            Open plan
          </Link>
        )}
      </div>
      {groupByDueDay(items, today).map(({ label, isLate, items: ofDay }) => (
        <div key={label} className="mb-2">
          <h3 className={`text-xs font-[550] ${isLate ? 'text-bad' : 'text-ink-2'}`}>
            {label}
            {isLate && plan!.late > ofDay.length && ` (${formatCount(ofDay.length)} of ${formatCount(plan!.late)})`}
          </h3>
          <ul aria-label={`Plan items: ${label}`}>
            {ofDay.map((item) => (
              <PlannedLine key={item._id} item={item} />
            ))}
          </ul>
        </div>
      ))}
      {posts.length > 0 && (
        <>
          <h3 className="flex justify-between text-ink-2 text-xs">
            <span className="font-[550]">Scheduled posts</span>
            <Link href="/app/content/posts" className="link">
              All posts
            </Link>
          </h3>
          <ul aria-label="Scheduled posts">
            {posts.map((item) => (
              <li key={item._id} className="relative border-line border-t py-2 leading-snug hover:bg-well/60">
                <Link
                  href={item.link}
                  className="no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
                >
                  {item.title}
                </Link>
                <p className="text-ink-2 text-xs">
                  Will be published <DateTime at={item.at} brief />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function PlannedLine({ item: { title, state, due_on, late, owner, link } }: { item: PlannedItem }) {
  return (
    <li className="relative border-line border-t py-1.5 leading-snug hover:bg-well/60">
      <Link
        href={link}
        className="no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
      >
        {title || 'Untitled'}
      </Link>
      <p className="text-ink-2 text-xs">
        {stateLabels[state]}
        {owner && ` · ${owner}`}
        {late && <span className="text-bad"> · was due {formatDayShort(due_on)}</span>}
      </p>
    </li>
  )
}
