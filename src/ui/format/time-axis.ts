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
  // Years are half as wide as months with their year.
  const fits = (step: number) => getMonths(first, last, step).length <= maxLabels * (step >= 12 ? 2 : 1)
  const step = monthSteps.find(fits) ?? 120
  return getMonths(first, last, step).map((month) => Date.UTC(Math.floor(month / 12), month % 12, 1))
}

/** Every `step` months, counted from January, so that labels repeat each year. */
function getMonths(first: number, last: number, step: number): number[] {
  const offset = step >= 12 ? Math.ceil(first / 12) * 12 : Math.ceil(first / step) * step
  const months: number[] = []
  for (let month = offset; month <= last; month += step) months.push(month)
  return months
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
