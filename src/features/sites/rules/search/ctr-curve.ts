import { getMedian } from '#kit/median.ts'
import type { QueryFigures } from './query-views.ts'

/** Average positions are grouped by whole number; those beyond are too rare to compare. */
const maxCurvePosition = 20
const minCurveImpressions = 1000
const minCurveQueries = 3
const minQueryImpressions = 100

export type CtrCurve = ReadonlyMap<number, number>

const toStep = (position: number) => Math.max(1, Math.round(position))

/**
 * The CTR that the site’s queries have at each position: the median of those with 100 impressions or more, so that a brand query doesn’t
 * make it, and falling with the position (pool adjacent violators). Positions with under 1,000 impressions or 3 queries have none.
 */
export function fitCtrCurve(queries: readonly QueryFigures[]): CtrCurve {
  const counted = queries.filter(
    ({ impressions, position }) => impressions >= minQueryImpressions && toStep(position) <= maxCurvePosition,
  )
  const pools: { steps: number[]; ctr: number; weight: number }[] = []
  const steps = Map.groupBy(counted, ({ position }) => toStep(position))
  for (const [step, list] of [...steps].sort(([a], [b]) => a - b)) {
    const total = list.reduce((sum, { impressions }) => sum + impressions, 0)
    if (total < minCurveImpressions || list.length < minCurveQueries) continue
    pools.push({
      steps: [step],
      ctr: getMedian(list.map(({ clicks, impressions }) => clicks / impressions)),
      weight: list.length,
    })
    while (pools.length > 1) {
      const [above, below] = [pools.at(-2)!, pools.at(-1)!]
      if (below.ctr <= above.ctr) break
      const weight = above.weight + below.weight
      const ctr = (above.ctr * above.weight + below.ctr * below.weight) / weight
      pools.splice(-2, 2, { steps: [...above.steps, ...below.steps], ctr, weight })
    }
  }
  return new Map(pools.flatMap(({ steps: group, ctr }) => group.map((step) => [step, ctr])))
}

export const getExpectedCtr = (curve: CtrCurve, position: number) => curve.get(toStep(position)) ?? null

/** The upper end of the 95% Wilson interval of clicks among impressions. */
export function getUpperCtr({ clicks, impressions }: QueryFigures): number {
  const z = 1.96
  const share = Math.min(1, clicks / impressions)
  const center = share + z ** 2 / (2 * impressions)
  const spread = z * Math.sqrt((share * (1 - share)) / impressions + z ** 2 / (4 * impressions ** 2))
  return (center + spread) / (1 + z ** 2 / impressions)
}

/** Fewer clicks than the site’s own queries get at this position, beyond chance. */
export function hasLowCtr(query: QueryFigures, curve: CtrCurve): boolean {
  const expected = getExpectedCtr(curve, query.position)
  return expected !== null && query.impressions >= minQueryImpressions && getUpperCtr(query) < expected
}
