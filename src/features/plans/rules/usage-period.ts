import type { ToolType } from '../contract.ts'

/** The monthly reset of what a plan holds. */

/**
 * The month of use that `now` falls in: from the sign-up's day and time of day, each month; a 31st falls on the last
 * day of shorter months.
 */
export function usagePeriod(signedUpAt: Date, now: Date): { start: Date; end: Date } {
  let months = (now.getUTCFullYear() - signedUpAt.getUTCFullYear()) * 12 + now.getUTCMonth() - signedUpAt.getUTCMonth()
  if (addMonths(signedUpAt, months) > now) months--
  return { start: addMonths(signedUpAt, months), end: addMonths(signedUpAt, months + 1) }
}

/** Tools whose units are held while in use: an active listener holds one and frees it when paused. */
export const stockTools: ReadonlySet<ToolType> = new Set(['search_listener'])

/** Under which start the units of a tool are counted: its month's, and for a stock always the same. */
export const unitsStart = (tool: ToolType, periodStart: Date) => (stockTools.has(tool) ? new Date(0) : periodStart)

function addMonths(from: Date, months: number): Date {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const month = new Date(first)
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const timeOfDay = from.getTime() % 86_400_000
  return new Date(first + (Math.min(from.getUTCDate(), lastDay) - 1) * 86_400_000 + timeOfDay)
}
