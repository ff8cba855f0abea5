import { getMedian } from '#kit/median.ts'

/**
 * How much clicks of a page vary from day to day beyond chance. A day’s clicks have the mean μ and the variance μ + κμ² (negative
 * binomial); what is left after the weekday may last for days, which makes a sum of days vary more (ρ).
 */

/** A window’s days. `isCounted`: not a holiday. */
export type Series = { clicks: readonly number[]; isCounted: readonly boolean[] }

export type Level = {
  /** Mean clicks a day, every weekday counting the same. */
  mean: number
  /** Of the days that are left, weighted by weekday: variance of the mean is μ part · mean + κ part · κ. */
  poisson: number
  extra: number
}

const weekdays = [0, 1, 2, 3, 4, 5, 6]

const pick = ({ clicks, isCounted }: Series, weekday: number) =>
  clicks.filter((_, at) => at % 7 === weekday && isCounted[at])

const getMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Levels of two windows over the weekdays that both have. */
export function getLevels(a: Series, b: Series): [Level, Level] {
  const common = weekdays.filter((weekday) => pick(a, weekday).length > 0 && pick(b, weekday).length > 0)
  const toLevel = (series: Series): Level => {
    const cells = common.map((weekday) => pick(series, weekday))
    const means = cells.map(getMean)
    const n = common.length
    return {
      mean: n === 0 ? 0 : means.reduce((sum, mean) => sum + mean, 0) / n,
      poisson: means.reduce((sum, mean, at) => sum + mean / cells[at]!.length, 0) / n ** 2,
      extra: means.reduce((sum, mean, at) => sum + mean ** 2 / cells[at]!.length, 0) / n ** 2,
    }
  }
  return [toLevel(a), toLevel(b)]
}

type Moments = { excess: number; square: number; df: number; mean: number; lag: number; lagged: number }

/** What the days of some windows say about κ and ρ. */
function getMoments(windows: readonly Series[]): Moments {
  const total: Moments = { excess: 0, square: 0, df: 0, mean: 0, lag: 0, lagged: 0 }
  let days = 0
  for (const series of windows) {
    const residuals: (number | null)[] = series.clicks.map(() => null)
    for (const weekday of weekdays) {
      const values = pick(series, weekday)
      if (values.length < 2) continue
      const mean = getMean(values)
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
      total.excess += squares - (values.length - 1) * mean
      total.square += (values.length - 1) * Math.max(0, mean ** 2 - mean / values.length)
      total.df += values.length - 1
      total.mean += mean * values.length
      days += values.length
      series.clicks.forEach((value, at) => {
        if (at % 7 === weekday && series.isCounted[at] && mean > 0) residuals[at] = (value - mean) / mean
      })
    }
    for (let at = 1; at < residuals.length; at++) {
      const [previous, present] = [residuals[at - 1], residuals[at]]
      if (previous == null || present == null) continue
      total.lag += previous * present
      total.lagged++
    }
  }
  total.mean = days > 0 ? total.mean / days : 0
  return total
}

export type Noise = { kappas: number[]; rho: number }

/** As much as so many days say about κ, the site’s pages together say about one page. */
const poolDf = 30
/** Pages with fewer clicks a day say nothing about ρ. */
const minMeanForRho = 5

/** κ of each page, drawn toward that of the site’s pages together where a page has few clicks; and ρ of all. */
export function estimateNoise(pages: readonly (readonly Series[])[]): Noise {
  const moments = pages.map(getMoments)
  const rates = moments.flatMap(({ excess, square, mean }) =>
    square > 0 && mean >= 1 ? [Math.max(0, excess / square)] : [],
  )
  const pooled = rates.length > 0 ? getMedian(rates) : 0.05
  const kappas = moments.map(({ excess, square, df, mean }) => {
    if (square <= 0 || mean <= 0) return pooled
    const weight = df * (pooled / (1 / mean + pooled)) ** 2
    return (weight * Math.max(0, excess / square) + poolDf * pooled) / (weight + poolDf)
  })
  const used = moments.flatMap((one, at) =>
    one.mean >= minMeanForRho && one.lagged > 0 && kappas[at]! > 0 ? [{ ...one, kappa: kappas[at]! }] : [],
  )
  const ratios = used.map(({ lag, lagged, kappa }) => lag / lagged / kappa)
  return { kappas, rho: ratios.length > 0 ? Math.min(0.8, Math.max(0, getMean(ratios))) : 0 }
}

/** ln of the ratio of two levels, with the variance that the noise gives it. */
export function compareLevels(after: Level, before: Level, { kappa, rho }: { kappa: number; rho: number }) {
  // Half a click a window keeps a page without clicks finite.
  const minMean = 0.5 / 28
  const [a, b] = [Math.max(after.mean, minMean), Math.max(before.mean, minMean)]
  const inflation = (1 + rho) / (1 - rho)
  const getVariance = (level: Level, mean: number) =>
    (Math.max(level.poisson, mean / 28) + inflation * kappa * Math.max(level.extra, mean ** 2 / 28)) / mean ** 2
  return { ratio: Math.log(a / b), variance: getVariance(after, a) + getVariance(before, b) }
}

/**
 * Variance by which pages of the site move between two windows beyond their days’ noise, from the middle half of them, so that pages
 * that decay don’t hide themselves. Nothing with under 10 pages.
 */
export function getDrift(changes: readonly { ratio: number; variance: number }[]): number {
  if (changes.length < 10) return 0
  const center = getMedian(changes.map(({ ratio }) => ratio))
  const scaled = changes.map(({ ratio, variance }) => Math.abs(ratio - center) / Math.sqrt(variance))
  const factor = (1.4826 * getMedian(scaled)) ** 2
  return Math.max(0, factor - 1) * getMedian(changes.map(({ variance }) => variance))
}
