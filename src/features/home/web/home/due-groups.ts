import type { PlannedItem } from '../../contract.ts'

export type DueGroup = { label: string; isLate: boolean; items: PlannedItem[] }

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const dayMs = 86_400_000

/** Plan items by day: what is late, today, tomorrow, and the days of the week. `today` is `YYYY-MM-DD`; due dates have no time zone. */
export function groupByDueDay(items: readonly PlannedItem[], today: string): DueGroup[] {
  const days = Map.groupBy(items, ({ late, due_on }) => (late ? '' : due_on))
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([day, of]) => ({
      label: day === '' ? 'Late' : getDayLabel(day, today),
      isLate: day === '',
      items: of,
    }))
}

function getDayLabel(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  // The same weekday a week from now isn’t today.
  return days === 7 ? `Next ${weekday.format(new Date(day))}` : weekday.format(new Date(day))
}
