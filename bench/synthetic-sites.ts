import { type Cause, getMainCause, type QueryChange, splitCauses } from '../src/features/sites/rules/decay/causes.ts'
import { findDecays, type PageClicks } from '../src/features/sites/rules/decay/find-decay.ts'
import { fitCtrCurve } from '../src/features/sites/rules/search/ctr-curve.ts'
import type { QueryFigures } from '../src/features/sites/rules/search/query-views.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * Sites whose searches are made up with a known truth. Days vary as real ones do: by weekday, from day to day (negative binomial, by a
 * gamma) and for days on end (a slow wave of each page, AR 1). Every site has seasons of its own, which come back each year, and some
 * have a holiday of two or three days in the window.
 */

export type Planted = { cause: Cause; size: number; slow: boolean } | null
export type SyntheticPage = { planted: Planted; clicks: PageClicks; page: QueryChange; queries: QueryChange[] }
export type SyntheticSite = { isFlat: boolean; hasHoliday: boolean; hasYear: boolean; pages: SyntheticPage[] }

type Random = () => number

export const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Marsaglia and Tsang, shape ≥ 1 by boosting. */
export function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(random)
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

export function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let product = random()
  let count = 0
  while (product > limit) {
    product *= random()
    count++
  }
  return count
}

export const weekday = [1.1, 1.15, 1.12, 1.08, 0.95, 0.75, 0.85]
const trueCtr = (position: number) => 0.3 * position ** -1.15

type Query = { demand: number; position: number; ctr: number; hidden: boolean }

const windows = { after: 0, before: 28, yearAfter: 364, yearBefore: 392 } as const
type Window = keyof typeof windows

function createPage(random: Random, site: { flat: boolean; season: number; holidays: number[]; hasYear: boolean }) {
  const kappa = 0.01 + 0.05 * random()
  const rho = 0.2 + 0.3 * random()
  const wave = 0.05 + 0.07 * random()
  const size = Math.exp(3.4 + 1.3 * normal(random))
  const queries: Query[] = Array.from({ length: 3 + Math.floor(random() * 8) }, () => ({
    demand: size * 4 * random() ** 2 + 1,
    position: 1.5 + 9 * random(),
    ctr: Math.exp(0.15 * normal(random)),
    hidden: random() < 0.3,
  }))
  const isPlanted = !site.flat && random() < 0.12
  const planted: Planted = isPlanted
    ? {
        cause: (['position', 'ctr', 'demand'] as const)[Math.floor(random() * 3)]!,
        size: 0.35 + 0.35 * random(),
        slow: site.hasYear && random() < 0.2,
      }
    : null
  const side = planted && random() < 0.5 ? (['position', 'ctr', 'demand'] as const)[Math.floor(random() * 3)] : null
  // A season of its own besides the site's: pages of one site don't all peak at once.
  const season = site.season * (0.6 + 0.8 * random())
  const daily: Record<Window, number[]> = { after: [], before: [], yearAfter: [], yearBefore: [] }
  const sums = new Map<Query, Record<Window, { clicks: number; impressions: number; weight: number }>>(
    queries.map((query) => [
      query,
      Object.fromEntries(Object.keys(windows).map((name) => [name, { clicks: 0, impressions: 0, weight: 0 }])) as never,
    ]),
  )
  const start = Math.floor(random() * 6)
  for (const [name, offset] of Object.entries(windows) as [Window, number][]) {
    let state = normal(random) * wave
    for (let at = 0; at < 28; at++) {
      state = rho * state + Math.sqrt(1 - rho ** 2) * wave * normal(random)
      const daysAgo = offset + 27 - at
      const phase = ((daysAgo % 364) - 28) / 56
      // The same weeks rise or fall by as much each year.
      let level = Math.exp(state - season * phase) * weekday[at % 7]!
      if (site.holidays.includes(daysAgo % 364)) level *= 0.35
      // What is planted: at once within the last days of the window before, or over ten months.
      const share = !planted
        ? 0
        : planted.slow
          ? Math.max(0, Math.min(1, (300 - daysAgo) / 300))
          : daysAgo <= 27 + 3 - start
            ? 1
            : 0
      const left = 1 - (planted?.size ?? 0) * share
      const burst = gamma(random, 1 / kappa) * kappa
      let clicks = 0
      for (const query of queries) {
        // Another cause has up to a third of the effect.
        const lesser = left ** (1 / 3)
        const demand = query.demand * (planted?.cause === 'demand' ? left : side === 'demand' ? lesser : 1)
        const fall = planted?.cause === 'position' ? left : side === 'position' ? lesser : 1
        const position = query.position * fall ** (-1 / 1.15)
        const ctr = query.ctr * (planted?.cause === 'ctr' ? left : side === 'ctr' ? lesser : 1)
        // Fewer people load the second page of results.
        const visible = position <= 10 ? 1 : Math.max(0.15, Math.exp((10 - position) / 6))
        const impressions = poisson(random, demand * level * burst * visible)
        const seen = Math.max(1, position + 0.4 * normal(random))
        const got = Math.min(impressions, poisson(random, impressions * Math.min(0.9, trueCtr(position) * ctr)))
        const sum = sums.get(query)![name]
        sum.clicks += got
        sum.impressions += impressions
        sum.weight += impressions * seen
        clicks += got
      }
      daily[name].push(clicks)
    }
  }
  return { planted, daily, queries, sums }
}

const toFigures = ({
  clicks,
  impressions,
  weight,
}: {
  clicks: number
  impressions: number
  weight: number
}): QueryFigures | null => (impressions > 0 ? { clicks, impressions, position: weight / impressions } : null)

function createSite(random: Random, index: number): SyntheticSite {
  const isFlat = index % 4 === 0
  const hasYear = random() < 0.7
  // Without last year's data a season looks like a fall: such sites have none here, as stated in the guide.
  const season = !hasYear || random() < 0.4 ? 0 : 0.1 + 0.5 * random()
  const hasHoliday = random() < 0.5
  const first = 2 + Math.floor(random() * 22)
  const holidays = hasHoliday ? [first, first + 1, ...(random() < 0.5 ? [first + 2] : [])] : []
  const count = 25 + Math.floor(random() * 60)
  const made = Array.from({ length: count }, () => createPage(random, { flat: isFlat, season, holidays, hasYear }))
  const pages = made.map(({ planted, daily, queries, sums }): SyntheticPage => {
    const impressions = (name: Window) => queries.reduce((sum, query) => sum + sums.get(query)![name].impressions, 0)
    const against: Window = planted?.slow ? 'yearAfter' : 'before'
    const all = (name: Window) =>
      toFigures(
        queries.reduce(
          (sum, query) => {
            const one = sums.get(query)![name]
            return {
              clicks: sum.clicks + one.clicks,
              impressions: sum.impressions + one.impressions,
              weight: sum.weight + one.weight,
            }
          },
          { clicks: 0, impressions: 0, weight: 0 },
        ),
      )
    return {
      planted,
      clicks: {
        ...{ after: daily.after, before: daily.before },
        yearAfter: hasYear ? daily.yearAfter : null,
        yearBefore: hasYear ? daily.yearBefore : null,
        impressionsBefore: impressions('before'),
        ...(hasYear ? { impressionsYearBefore: impressions('yearAfter') } : {}),
      },
      page: { query: null, before: all(against), after: all('after') },
      queries: queries
        .filter(({ hidden }) => !hidden)
        .map((query, at) => ({
          query: `query ${at}`,
          before: toFigures(sums.get(query)![against]),
          after: toFigures(sums.get(query)!.after),
        })),
    }
  })
  return { isFlat, hasHoliday, hasYear, pages }
}

export function createSites(count: number, seed: number): SyntheticSite[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => createSite(random, index))
}

const add = (a: number[] | null, b: number[] | null) => (a && b ? a.map((value, at) => value + b[at]!) : null)

/** Pages with enough clicks that a fall can be told at all; smaller ones are counted apart. */
export function evaluate(sites: readonly SyntheticSite[]) {
  let [hits, falseAlerts, missed, small, causes, right, flatSites, flatAlerts, holidayFalse, covered, intervals] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
  const bySize: Record<string, [found: number, all: number]> = { under100: [0, 0], to300: [0, 0], over300: [0, 0] }
  const byCause: Record<Cause, [right: number, all: number]> = { demand: [0, 0], position: [0, 0], ctr: [0, 0] }
  for (const site of sites) {
    const total = site.pages.reduce<Pick<PageClicks, 'after' | 'before' | 'yearAfter' | 'yearBefore'>>(
      (sum, { clicks }) => ({
        after: add(sum.after, clicks.after)!,
        before: add(sum.before, clicks.before)!,
        yearAfter: add(sum.yearAfter, clicks.yearAfter),
        yearBefore: add(sum.yearBefore, clicks.yearBefore),
      }),
      {
        ...{ after: Array(28).fill(0), before: Array(28).fill(0) },
        ...{ yearAfter: site.hasYear ? Array(28).fill(0) : null, yearBefore: site.hasYear ? Array(28).fill(0) : null },
      },
    )
    const found = findDecays(
      total,
      site.pages.map(({ clicks }) => clicks),
    )
    const curve = fitCtrCurve(site.pages.flatMap(({ queries }) => queries.flatMap(({ after }) => after ?? [])))
    const falseOnSite = found.filter((change, at) => change?.isDecay && !site.pages[at]!.planted).length
    falseAlerts += falseOnSite
    if (site.hasHoliday) holidayFalse += falseOnSite
    if (site.isFlat) {
      flatSites++
      if (falseOnSite > 0) flatAlerts++
    }
    found.forEach((change, at) => {
      const { planted, page, queries } = site.pages[at]!
      if (change && !planted && !change.seasonal) {
        intervals++
        if (change.interval.low <= 0 && change.interval.high >= 0) covered++
      }
      if (!planted) return
      if (!change) {
        small++
        return
      }
      const size = change.clicksBefore < 100 ? 'under100' : change.clicksBefore < 300 ? 'to300' : 'over300'
      bySize[size]![0] += change.isDecay ? 1 : 0
      bySize[size]![1]++
      if (!change.isDecay) {
        missed++
        return
      }
      hits++
      causes++
      const isRight = getMainCause(splitCauses(page, queries, curve)) === planted.cause
      if (isRight) right++
      byCause[planted.cause][0] += isRight ? 1 : 0
      byCause[planted.cause][1]++
    })
  }
  return {
    ...{ planted: hits + missed, underLimits: small, hits, falseAlerts, holidayFalse },
    precision: hits / Math.max(1, hits + falseAlerts),
    recall: hits / Math.max(1, hits + missed),
    causesRight: right / Math.max(1, causes),
    ...{ byCause, bySize },
    flatSites,
    flatSitesWithAlerts: flatAlerts / Math.max(1, flatSites),
    coverageWithoutSeason: covered / Math.max(1, intervals),
  }
}
