import { formatDayOfYear } from '#ui/format/format.ts'

const dayMs = 24 * 60 * 60 * 1000

/** "since yesterday": by days of the calendar. `timeZone` undefined: the browser's own. */
export function getSinceText(since: string, now: string, timeZone?: string): string {
  const days = Math.round((dayNumber(now, timeZone) - dayNumber(since, timeZone)) / dayMs)
  if (days <= 0) return 'since earlier today'
  if (days === 1) return 'since yesterday'
  if (days < 7)
    return `since ${new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone }).format(new Date(since))}`
  return `since ${formatDayOfYear(new Date(dayNumber(since, timeZone)).toISOString())}`
}

/** Midnight UTC of the day it is in the time zone. */
function dayNumber(at: string, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone })
    .formatToParts(new Date(at))
    .map(({ type, value }) => [type, Number(value)] as const)
  const { year = 0, month = 1, day = 1 } = Object.fromEntries(parts)
  return Date.UTC(year, month - 1, day)
}
