import type { PlanRow } from '../../contract-item.ts'

/** Dates are `YYYY-MM-DD` and months `YYYY-MM`, without a time zone. */
export type CalendarDay = { date: string; isInMonth: boolean; items: PlanRow[] }

const dayMs = 86_400_000
const toDate = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const firstDay = (month: string) => Date.parse(`${month}-01T00:00:00Z`)

/** The month of a text such as `2026-12`; null for anything else. */
export function parseMonth(text: string | null): string | null {
  return text !== null && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? text : null
}

export function addMonths(month: string, count: number): string {
  const first = new Date(firstDay(month))
  first.setUTCMonth(first.getUTCMonth() + count)
  return first.toISOString().slice(0, 7)
}

/** The days of the weeks that the month is in, from Monday to Sunday. */
export function getMonthDays(month: string): string[] {
  const first = firstDay(month)
  const last = firstDay(addMonths(month, 1)) - dayMs
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs
  const end = last + ((7 - new Date(last).getUTCDay()) % 7) * dayMs
  return Array.from({ length: Math.round((end - start) / dayMs) + 1 }, (_, index) => toDate(start + index * dayMs))
}

/** The month's days, each with the items due on it. */
export function groupByDay(month: string, items: readonly PlanRow[]): CalendarDay[] {
  const byDay = Map.groupBy(items, ({ due_on }) => due_on)
  return getMonthDays(month).map((date) => ({
    date,
    isInMonth: date.startsWith(month),
    items: byDay.get(date) ?? [],
  }))
}

/** Whether the work should have been done before `today`. */
export const isLate = ({ due_on, state }: Pick<PlanRow, 'due_on' | 'state'>, today: string) =>
  due_on !== null && due_on < today && !['published', 'measured', 'dropped'].includes(state)
