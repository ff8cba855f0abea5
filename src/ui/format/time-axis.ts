import { formatDayShort, formatMonthShort } from './format.ts'

const dayMs = 86_400_000
/** Months between two labels. Each divides a year, so every year has the same labels. */
const monthSteps = [1, 2, 3, 6, 12, 24, 60]
/** Days between two labels of a short series. */
const daySteps = [1, 2, 7, 14]

/**
 * Evenly spaced dates between `from` and `to`, in ms: firsts of months, or days where the series is too short for those.
 * Chosen by the calendar and not among the points, so that no month is skipped.
 */
function getAxisDates(from: number, to: number, maxLabels: number): number[] {
  const start = new Date(from)
  // A short series of months begins and ends with firsts.
  const isOfMonths = to > from && start.getUTCDate() === 1 && new Date(to).getUTCDate() === 1
  if (to - from < 75 * dayMs && !isOfMonths) return getAxisDays(from, to, maxLabels)
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth() + (start.getUTCDate() > 1 ? 1 : 0)
  const end = new Date(to)
  const last = end.getUTCFullYear() * 12 + end.getUTCMonth()
  const step = monthSteps.find((months) => (last - first) / months + 1 <= maxLabels) ?? 120
  // Counted from January, so that labels repeat each year.
  const offset = step >= 12 ? Math.ceil(first / 12) * 12 : Math.ceil(first / step) * step
  const dates: number[] = []
  for (let month = offset; month <= last; month += step) dates.push(Date.UTC(Math.floor(month / 12), month % 12, 1))
  return dates
}

function getAxisDays(from: number, to: number, maxLabels: number): number[] {
  const step = daySteps.find((days) => (to - from) / (days * dayMs) + 1 <= maxLabels) ?? 28
  const dates: number[] = []
  for (let time = from; time <= to; time += step * dayMs) dates.push(time)
  return dates
}

/** Dates to name under a time axis from `from` to `to`, in ms, and what each is called: a year, a month or a day. */
export function getAxisLabels(from: number, to: number, maxLabels: number): { time: number; label: string }[] {
  const found = getAxisDates(from, to, maxLabels)
  const dates = (found.length > 0 ? found : [from]).map((time) => ({ time, t: new Date(time).toISOString() }))
  const areMonths = dates.every(({ t }) => t.slice(8, 10) === '01')
  const areYears = areMonths && dates.length > 1 && dates.every(({ t }) => t.slice(5, 7) === '01')
  return dates.map(({ time, t }) => ({
    time,
    label: areYears ? t.slice(0, 4) : areMonths ? formatMonthShort(t) : formatDayShort(t),
  }))
}
