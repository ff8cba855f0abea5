import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocation } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatCount, formatDay, formatMonth } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { Plan, PlanRow } from '../../contract.ts'
import { addMonths, type CalendarDay, groupByDay, isLate } from '../../rules/views/plan-calendar.ts'
import { itemHref, stateLabels } from '../item-labels.ts'

export type PlanCalendarProps = { plan: Plan; month: string; items: PlanRow[]; total: number; today: string }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const shownADay = 4

/** Items by due date: a month's weeks, and on phones a list of its days. */
export function PlanCalendar({ plan, month, items, total, today }: PlanCalendarProps) {
  const { search } = useLocation()
  const to = (next: string) => {
    const params = new URLSearchParams(search)
    params.set('month', next)
    return `?${params}`
  }
  const days = groupByDay(month, items)
  const dated = days.filter((day) => day.items.length > 0)
  return (
    <section aria-label="Calendar">
      <div className="mb-3 flex items-center gap-2">
        <h2 className="heading min-w-44">{formatMonth(`${month}-01`)}</h2>
        <Button
          size="s"
          href={to(addMonths(month, -1))}
          aria-label="Previous month"
          icon={<ChevronLeft size={15} aria-hidden />}
        />
        <Button
          size="s"
          href={to(addMonths(month, 1))}
          aria-label="Next month"
          icon={<ChevronRight size={15} aria-hidden />}
        />
      </div>
      {items.length < total && (
        <p className="mb-3 text-s text-warn">
          Shows the first {formatCount(items.length)} of {formatCount(total)} items. Filter to see the others.
        </p>
      )}
      <table className="w-full table-fixed border-collapse text-s max-md:hidden">
        <caption className="sr-only">Items by due date</caption>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" className="h-8 text-left font-normal text-ink-3 text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map((week) => (
            <tr key={week[0]!.date}>
              {week.map((day) => (
                <Day key={day.date} plan={plan} day={day} today={today} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid gap-4 md:hidden">
        {dated.map((day) => (
          <section key={day.date} aria-label={formatDay(day.date)}>
            <h3 className="subheading border-line border-b pb-1">{formatDay(day.date)}</h3>
            <Items plan={plan} items={day.items} today={today} />
          </section>
        ))}
      </div>
      {dated.length === 0 && <p className="mt-3 text-ink-2">No items are due this month.</p>}
    </section>
  )
}

function Day({ plan, day: { date, isInMonth, items }, today }: { plan: Plan; day: CalendarDay; today: string }) {
  const isToday = date === today
  return (
    <td className={`h-28 border border-line p-1.5 align-top ${isInMonth ? '' : 'bg-well'}`}>
      <time
        dateTime={date}
        aria-current={isToday ? 'date' : undefined}
        className={`text-xs tabular-nums ${isToday ? 'font-[600] text-accent-ink' : 'text-ink-3'}`}
      >
        {Number(date.slice(8))}
        {isToday && ' · Today'}
      </time>
      <Items plan={plan} items={items.slice(0, shownADay)} today={today} />
      {items.length > shownADay && (
        <details className="text-xs">
          <summary className="link w-fit cursor-pointer">{formatCount(items.length - shownADay)} more</summary>
          <Items plan={plan} items={items.slice(shownADay)} today={today} />
        </details>
      )}
    </td>
  )
}

function Items({ plan, items, today }: { plan: Plan; items: readonly PlanRow[]; today: string }) {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map((item) => (
        <li key={item._id} className="py-1 leading-snug">
          <Link
            href={itemHref(plan._id, item._id)}
            className="font-serif no-underline [overflow-wrap:anywhere] hover:underline"
          >
            {item.title}
          </Link>
          <span className={`block text-xs ${isLate(item, today) ? 'text-bad' : 'text-ink-3'}`}>
            {stateLabels[item.state]}
            {isLate(item, today) && ', late'}
          </span>
        </li>
      ))}
    </ul>
  )
}
