import { studentCdf, studentQuantile } from '#features/answers/rules/statistics/distributions.ts'
import { controlFalseDiscovery } from './false-discovery.ts'
import { compareLevels, estimateNoise, getDrift, getLevels, type Series } from './noise.ts'
import { findHolidays, windowDays } from './windows.ts'

/** Clicks by day of each window, oldest first: 28 numbers each. Null: no data of that time. */
export type PageClicks = {
  after: number[]
  before: number[]
  yearAfter: number[] | null
  yearBefore: number[] | null
  /** Of the window before. */
  impressionsBefore: number
  impressionsYearBefore?: number
}

export type SiteClicks = Pick<PageClicks, 'after' | 'before' | 'yearAfter' | 'yearBefore'>

export type PageChange = {
  /** Share of clicks lost or gained, with its 95% interval. */
  change: number
  interval: { low: number; high: number }
  /** Clicks in 28 days, every weekday counting the same and holidays left out. */
  clicks: number
  clicksBefore: number
  /** What the change is against: the 28 days before, or the same days a year ago. */
  against: 'before' | 'year'
  /** How the same weeks of last year changed; null without last year’s data. */
  seasonal: number | null
  p: number
  isDecay: boolean
}

/** Pages shown less often aren’t judged. */
export const minImpressions = 100
/** With fewer clicks a fall may be chance. */
const minClicks = 10
const falseDiscoveryRate = 0.05
/** Smaller falls aren’t worth an alert, certain or not. */
const minFall = { before: 0.1, year: 0.25 }
/** Degrees of freedom of the noise: the days of two windows, less the weekdays’ means. */
const degrees = 42
const quantile = studentQuantile(0.025, degrees)

const toSeries = (clicks: number[], holidays: Set<number>): Series => ({
  clicks,
  isCounted: clicks.map((_, at) => !holidays.has(at)),
})

type Difference = { ratio: number; variance: number }
const getP = ({ ratio, variance }: Difference) => studentCdf(ratio / Math.sqrt(variance), degrees)

/**
 * The season’s share of each page’s change: last year’s, drawn toward that of all pages where a page’s own is uncertain
 * (DerSimonian and Laird’s variance between pages).
 */
function shrinkSeasons(seasons: readonly (Difference | null)[]): (Difference | null)[] {
  const known = seasons.filter((season) => season !== null)
  if (known.length === 0) return seasons.map(() => null)
  const weight = known.reduce((sum, { variance }) => sum + 1 / variance, 0)
  const mean = known.reduce((sum, { ratio, variance }) => sum + ratio / variance, 0) / weight
  const q = known.reduce((sum, { ratio, variance }) => sum + (ratio - mean) ** 2 / variance, 0)
  const squares = known.reduce((sum, { variance }) => sum + 1 / variance ** 2, 0)
  const between = Math.max(0, (q - (known.length - 1)) / (weight - squares / weight || 1))
  return seasons.map((season) => {
    if (!season) return null
    const own = between / (between + season.variance)
    return {
      ratio: own * season.ratio + (1 - own) * mean,
      variance: own * season.variance + 1 / weight,
    }
  })
}

/**
 * Which pages lost clicks beyond chance. A fall counts if it’s certain against the 28 days before both as it is and less what the same
 * weeks did a year ago, or if it’s certain against the same days a year ago. Over all pages, one alert in twenty may be false.
 */
export function findDecays(site: SiteClicks, pages: readonly PageClicks[]): (PageChange | null)[] {
  const holidays = {
    after: findHolidays(site.after),
    before: findHolidays(site.before),
    yearAfter: site.yearAfter ? findHolidays(site.yearAfter) : new Set<number>(),
    yearBefore: site.yearBefore ? findHolidays(site.yearBefore) : new Set<number>(),
  }
  const judged = pages.map((page, at) => ({ page, at })).filter(({ page }) => isJudged(page))
  const series = judged.map(({ page }) => ({
    after: toSeries(page.after, holidays.after),
    before: toSeries(page.before, holidays.before),
    yearAfter: page.yearAfter && sum(page.yearAfter) >= minClicks ? toSeries(page.yearAfter, holidays.yearAfter) : null,
    yearBefore:
      page.yearBefore && sum(page.yearBefore) >= minClicks ? toSeries(page.yearBefore, holidays.yearBefore) : null,
  }))
  const { kappas, rho } = estimateNoise(series.map(({ after, before }) => [after, before]))
  const compare = (at: number, a: Series, b: Series) => {
    const [after, before] = getLevels(a, b)
    return { ...compareLevels(after, before, { kappa: kappas[at]!, rho }), after, before }
  }
  const months = withDrift(series.map(({ after, before }, at) => compare(at, after, before)))
  const seasons = shrinkSeasons(
    series.map(({ yearAfter, yearBefore }, at) =>
      yearAfter && yearBefore ? compare(at, yearAfter, yearBefore) : null,
    ),
  )
  const adjusted = withDrift(
    months.map((month, at) => {
      const season = seasons[at]
      if (!season) return month
      return { ratio: month.ratio - season.ratio, variance: month.noise + season.variance }
    }),
  )
  const years = withDrift(series.map(({ after, yearAfter }, at) => (yearAfter ? compare(at, after, yearAfter) : null)))
  const tests = judged.map((_, at) => {
    const month = Math.max(getP(months[at]!), getP(adjusted[at]!))
    const year = years[at] ? getP(years[at]) : 1
    const both = years[at] ? Math.min(1, 2 * Math.min(month, year)) : month
    return { p: both, isYear: year < month && month > 0.01 }
  })
  const called = controlFalseDiscovery(
    tests.map(({ p }) => p),
    falseDiscoveryRate,
  )
  const results: (PageChange | null)[] = pages.map(() => null)
  judged.forEach(({ at: index }, at) => {
    const { p, isYear } = tests[at]!
    const shown = isYear ? years[at]! : months[at]!
    const change = Math.exp(shown.ratio) - 1
    const spread = quantile * Math.sqrt(shown.variance)
    const against = isYear ? ('year' as const) : ('before' as const)
    results[index] = {
      change,
      interval: { low: Math.exp(shown.ratio - spread) - 1, high: Math.exp(shown.ratio + spread) - 1 },
      clicks: shown.after.mean * windowDays,
      clicksBefore: shown.before.mean * windowDays,
      against,
      seasonal: seasons[at] ? Math.exp(seasons[at].ratio) - 1 : null,
      p,
      isDecay: called[at]! && change <= -minFall[against],
    }
  })
  return results
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function isJudged({ before, after, yearAfter, impressionsBefore, impressionsYearBefore = 0 }: PageClicks): boolean {
  const clicks = Math.max(sum(before), sum(after), yearAfter ? sum(yearAfter) : 0)
  return clicks >= minClicks && Math.max(impressionsBefore, impressionsYearBefore) >= minImpressions
}

/** Adds what pages of the site move by in general. `noise` is the variance without it. */
function withDrift<T extends Difference | null>(
  changes: readonly T[],
): (T extends Difference ? T & { noise: number } : null)[] {
  const drift = getDrift(changes.filter((change) => change !== null))
  return changes.map(
    (change) => change && { ...change, noise: change.variance, variance: change.variance + drift },
  ) as never
}

/** The day after which clicks were lower: where two levels explain the days best, each at least a week long. */
export function findChangeDay(clicks: readonly number[]): number {
  const weekdayMeans = Array.from({ length: 7 }, (_, weekday) => {
    const values = clicks.filter((_, at) => at % 7 === weekday)
    return sum(values) / Math.max(1, values.length)
  })
  const usual = sum(weekdayMeans) / 7
  // Square roots of counts vary alike, whatever the count.
  const values = clicks.map((value, at) => Math.sqrt((value * usual) / (weekdayMeans[at % 7]! || 1)))
  let best = { at: values.length - windowDays, gain: 0 }
  for (let at = 7; at <= values.length - 7; at++) {
    const [left, right] = [values.slice(0, at), values.slice(at)]
    const difference = sum(left) / left.length - sum(right) / right.length
    const gain = difference > 0 ? ((left.length * right.length) / values.length) * difference ** 2 : 0
    if (gain > best.gain) best = { at, gain }
  }
  return best.at
}
