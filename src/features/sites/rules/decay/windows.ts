import { getMedian } from '#kit/median.ts'
import { addDays, type DayRange } from '../days.ts'

/** Whole weeks, so that each window has every weekday equally often. */
export const windowDays = 28
/** A year in whole weeks: the same weekdays. */
const yearDays = 364

export type DecayWindows = Record<'after' | 'before' | 'yearAfter' | 'yearBefore', DayRange>

/** The last 28 complete days, the 28 before, and both a year ago. */
export function getWindows(lastDay: string): DecayWindows {
  const back = (days: number): DayRange => ({
    from: addDays(lastDay, 1 - windowDays - days),
    to: addDays(lastDay, -days),
  })
  return {
    after: back(0),
    before: back(windowDays),
    yearAfter: back(yearDays),
    yearBefore: back(yearDays + windowDays),
  }
}

export const listDays = ({ from, to }: DayRange): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Days more than this share off their weekday’s usual figure can be holidays. */
const minHolidayChange = 0.25
/** More of them than this in a window are no holidays but a change. */
const maxHolidays = 6

/**
 * Indexes of a window’s days on which the whole site was far off its weekday’s median: holidays and outages. They say nothing about one
 * page and are left out of every page’s window.
 */
export function findHolidays(clicks: readonly number[]): Set<number> {
  const medians = Array.from({ length: 7 }, (_, weekday) => getMedian(clicks.filter((_, at) => at % 7 === weekday)))
  const residuals = clicks.map((value, at) => Math.log((value + 1) / (medians[at % 7]! + 1)))
  const spread = 1.4826 * getMedian(residuals.map(Math.abs))
  const limit = Math.max(Math.log(1 + minHolidayChange), 4 * spread)
  const found = residuals.flatMap((residual, at) => (Math.abs(residual) > limit ? [at] : []))
  return new Set(found.length > maxHolidays ? [] : found)
}
