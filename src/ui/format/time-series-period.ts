import { formatDay, formatMonth } from './format.ts'

/** What one point of a time series covers. */
export type Period = 'day' | 'week' | 'month'

const dayMs = 86_400_000

/** Tells the period from the median gap between points. `dates` are ISO dates in ascending order. */
export function getPeriod(dates: string[]): Period {
  const times = dates.map((date) => new Date(date).getTime())
  const gaps = times.slice(1).map((time, index) => (time - times[index]!) / dayMs)
  if (gaps.length === 0) return dates[0]?.slice(8, 10) === '01' ? 'month' : 'day'
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)]!
  return median > 20 ? 'month' : median > 5 ? 'week' : 'day'
}

/** → "November 2026", "Week of November 15, 2026" or "November 21, 2026" */
export function formatPeriod(date: string, period: Period): string {
  if (period === 'month') return formatMonth(date)
  return period === 'week' ? `Week of ${formatDay(date)}` : formatDay(date)
}
