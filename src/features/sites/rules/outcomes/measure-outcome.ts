import { studentQuantile } from '#features/answers/rules/statistics/distributions.ts'
import { addDays, type DayRange } from '../days.ts'
import { compareLevels, estimateNoise, getLevels, type Series } from '../decay/noise.ts'
import { findHolidays, windowDays } from '../decay/windows.ts'

/**
 * What became of a page after somebody worked on it: its clicks in 28 days after against 28 before, less what pages nobody worked on did
 * in the same days (difference in differences). It says what happened, not what caused it.
 */

export type OutcomeWindows = { before: DayRange; after: DayRange }

/** The day of the action is the first after, so that both windows have every weekday equally often. */
export const getOutcomeWindows = (day: string): OutcomeWindows => ({
  before: { from: addDays(day, -windowDays), to: addDays(day, -1) },
  after: { from: day, to: addDays(day, windowDays - 1) },
})

/** Clicks by day, oldest first, 28 numbers each. */
export type WindowClicks = { before: number[]; after: number[] }

export type Outcome = {
  verdict: 'gained' | 'lost' | 'unclear'
  /** Clicks in 28 days, holidays left out and every weekday counting the same. */
  before: number
  after: number
  /** Change less that of the controls; null without enough controls. */
  change: number | null
  interval: { low: number; high: number } | null
  controls: { pages: number; change: number | null }
}

export const minControls = 5
/** Pages with fewer clicks say nothing about the others. */
const minControlClicks = 20
const maxControls = 200

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const isControl = ({ before, after }: WindowClicks) => sum(before) >= minControlClicks && sum(after) > 0

/** `controls`: pages without an action from 28 days before to 28 after. */
export function measureOutcome(site: WindowClicks, page: WindowClicks, controls: readonly WindowClicks[]): Outcome {
  const holidays = { before: findHolidays(site.before), after: findHolidays(site.after) }
  const toSeries = (clicks: number[], when: 'before' | 'after'): Series => ({
    clicks,
    isCounted: clicks.map((_, at) => !holidays[when].has(at)),
  })
  const sisters = controls
    .filter(isControl)
    .toSorted((a, b) => sum(b.before) - sum(a.before))
    .slice(0, maxControls)
  const series = [page, ...sisters].map(({ before, after }) => ({
    before: toSeries(before, 'before'),
    after: toSeries(after, 'after'),
  }))
  const { kappas, rho } = estimateNoise(series.map(({ before, after }) => [before, after]))
  const changes = series.map((one, at) => {
    const [after, before] = getLevels(one.after, one.before)
    return { ...compareLevels(after, before, { kappa: kappas[at]!, rho }), after, before }
  })
  const [own, ...others] = changes as [(typeof changes)[0], ...typeof changes]
  const figures = { before: own.before.mean * windowDays, after: own.after.mean * windowDays }
  if (others.length < minControls)
    return {
      verdict: 'unclear',
      ...figures,
      change: null,
      interval: null,
      controls: { pages: others.length, change: null },
    }
  const { mean, between, variance } = pool(others)
  const difference = own.ratio - mean
  // One more page of the same kind varies around the controls’ mean by as much as they do.
  const spread = studentQuantile(0.025, others.length - 1) * Math.sqrt(own.variance + between + variance)
  const interval = { low: Math.exp(difference - spread) - 1, high: Math.exp(difference + spread) - 1 }
  return {
    verdict: interval.low > 0 ? 'gained' : interval.high < 0 ? 'lost' : 'unclear',
    ...figures,
    ...{ change: Math.exp(difference) - 1, interval },
    controls: { pages: others.length, change: Math.exp(mean) - 1 },
  }
}

/** Mean of the controls’ changes with its variance, and the variance between them (Paule and Mandel 1982). */
function pool(changes: readonly { ratio: number; variance: number }[]) {
  const getMean = (between: number) => {
    const weight = sum(changes.map(({ variance }) => 1 / (variance + between)))
    return { weight, mean: sum(changes.map(({ ratio, variance }) => ratio / (variance + between))) / weight }
  }
  const getExcess = (between: number) => {
    const { mean } = getMean(between)
    return sum(changes.map(({ ratio, variance }) => (ratio - mean) ** 2 / (variance + between))) - (changes.length - 1)
  }
  let [low, high] = [0, 4]
  if (getExcess(0) <= 0) high = 0
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (getExcess(middle) > 0) low = middle
    else high = middle
  }
  const between = (low + high) / 2
  const { weight, mean } = getMean(between)
  return { mean, between, variance: 1 / weight }
}
