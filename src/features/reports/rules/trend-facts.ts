import type { TrendSeries } from '../contract.ts'

/** What a series says about years and seasons. Periods that aren't over are left out of every figure. */

type Point = TrendSeries['points'][number]

/** A calendar month with the average of its points. */
export type MonthValue = { year: number; month: number; v: number }

/** Months with their averages, oldest first. Months without a finished point are missing. */
export function toMonths(points: readonly Point[]): MonthValue[] {
  const months = new Map<string, { sum: number; count: number }>()
  for (const { t, v, partial } of points) {
    if (partial) continue
    const key = t.slice(0, 7)
    const month = months.get(key) ?? { sum: 0, count: 0 }
    month.sum += v
    month.count++
    months.set(key, month)
  }
  return [...months].map(([key, { sum, count }]) => ({
    year: Number(key.slice(0, 4)),
    month: Number(key.slice(5, 7)) - 1,
    v: sum / count,
  }))
}

export type Growth = {
  /** As a fraction: 0.09 is 9% more. */
  change: number
  /** Whether two whole years are compared, or the last month with the same one a year before. */
  over: 'year' | 'month'
}

/** The last 12 months against the 12 before; with less data, the last month against the same a year before. */
export function getYearOnYear(months: readonly MonthValue[]): Growth | null {
  const last = months.at(-1)
  if (!last) return null
  const year = months.slice(-12)
  const before = months.slice(-24, -12)
  if (before.length === 12 && isGapless(months.slice(-24))) {
    const base = average(before)
    return base > 0 ? { change: average(year) / base - 1, over: 'year' } : null
  }
  const same = months.find(({ year, month }) => year === last.year - 1 && month === last.month)
  return same && same.v > 0 ? { change: last.v / same.v - 1, over: 'month' } : null
}

export type Season = {
  /** By calendar month: 1 is an average month. */
  index: number[]
  /** Calendar months well above average, and well below, in order of the year. */
  high: number[]
  low: number[]
  years: number
}

/** A month is high or low from this share above or below the average. */
const marked = 0.15

/** How each calendar month compares with its year. Null with less than two whole years, which can't tell a season from chance. */
export function getSeason(months: readonly MonthValue[]): Season | null {
  const years = Math.floor(months.length / 12)
  const used = months.slice(-12 * years)
  if (years < 2 || !isGapless(used)) return null
  const sums = Array.from({ length: 12 }, () => 0)
  let counted = 0
  for (let from = 0; from < used.length; from += 12) {
    const year = used.slice(from, from + 12)
    const mean = average(year)
    // A year without any interest says nothing about seasons.
    if (mean === 0) continue
    counted++
    for (const { month, v } of year) sums[month] = sums[month]! + v / mean
  }
  if (counted < 2) return null
  const index = sums.map((sum) => sum / counted)
  const pick = (is: (value: number) => boolean) => index.flatMap((value, month) => (is(value) ? [month] : []))
  return {
    index,
    high: pick((value) => value >= 1 + marked),
    low: pick((value) => value <= 1 - marked),
    years: counted,
  }
}

/** Values by year, each with 12 entries; null where the series has no finished month. The newest year comes last. */
export function toYears(months: readonly MonthValue[]): { year: number; values: (number | null)[] }[] {
  const years = new Map<number, (number | null)[]>()
  for (const { year, month, v } of months) {
    const values = years.get(year) ?? Array.from({ length: 12 }, () => null)
    values[month] = v
    years.set(year, values)
  }
  return [...years].map(([year, values]) => ({ year, values })).sort((a, b) => a.year - b.year)
}

const average = (months: readonly MonthValue[]) => months.reduce((sum, { v }) => sum + v, 0) / months.length

const isGapless = (months: readonly MonthValue[]) => {
  const [first, last] = [months[0], months.at(-1)]
  return first !== undefined && last !== undefined && toCount(last) - toCount(first) === months.length - 1
}

const toCount = ({ year, month }: MonthValue) => year * 12 + month
