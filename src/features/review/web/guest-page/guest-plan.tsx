import { stateLabels } from '#features/content-plan/web/item-labels.ts'
import { formatCount, formatDateTime, formatDayShort, plural } from '#ui/format/format.ts'
import { Table, TableCell, TableHead, TableRow } from '#ui/table.tsx'
import type { GuestPlan } from '../../contract-plans.ts'

type GuestPlanTextProps = { plan: GuestPlan; mayComment: boolean }

/** The items of a content plan, a page at a time. */
export function GuestPlanText({ plan, mayComment }: GuestPlanTextProps) {
  const { name, items, total, updated_at } = plan
  return (
    <article lang="en">
      <h1 className="title [overflow-wrap:anywhere]">{name}</h1>
      <p className="mt-2 mb-6 text-ink-3 text-s">
        {plural(total, 'item')} · Saved {formatDateTime(updated_at)} UTC
      </p>
      {items.length === 0 ? (
        <p className="text-ink-2">{total === 0 ? 'This plan is empty.' : 'This page of the plan is empty.'}</p>
      ) : (
        <Table caption="Items of the plan">
          <thead>
            <tr>
              <TableHead>Title</TableHead>
              <TableHead>Main keyword</TableHead>
              <TableHead>State</TableHead>
              <TableHead>Due date</TableHead>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <TableRow key={item._id}>
                <TableCell className={item.role === 'spoke' ? 'ps-6' : undefined}>
                  <span lang={item.is_page ? plan.language : undefined} dir="auto" className="[overflow-wrap:anywhere]">
                    {item.title}
                  </span>
                  {!item.is_page && <span className="block text-ink-3 text-xs">No page is planned for these.</span>}
                  {mayComment && (
                    <a
                      href={`?${new URLSearchParams({ ...(plan.page > 1 ? { page: String(plan.page) } : {}), item: item._id })}#comment-form`}
                      className="link block w-fit text-xs"
                      aria-label={`Comment on ${item.title}`}
                    >
                      Comment
                    </a>
                  )}
                </TableCell>
                <TableCell>
                  <span lang={plan.language} dir="auto" className="[overflow-wrap:anywhere]">
                    {item.keyword ?? '–'}
                  </span>
                  {item.keyword_count > 1 && (
                    <span className="block text-ink-3 text-xs">and {formatCount(item.keyword_count - 1)} more</span>
                  )}
                </TableCell>
                <TableCell>{item.is_page ? stateLabels[item.state] : '–'}</TableCell>
                <TableCell>{item.due_on ? formatDayShort(item.due_on) : '–'}</TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
      <PlanPages plan={plan} />
    </article>
  )
}

function PlanPages({ plan: { page, limit, total } }: { plan: GuestPlan }) {
  const last = Math.max(1, Math.ceil(total / limit))
  if (last === 1) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center gap-4 text-s">
      {page > 1 && (
        <a href={`?page=${page - 1}`} className="link">
          Previous
        </a>
      )}
      <span className="text-ink-2">
        Page {formatCount(page)} of {formatCount(last)}
      </span>
      {page < last && (
        <a href={`?page=${page + 1}`} className="link">
          Next
        </a>
      )}
    </nav>
  )
}
