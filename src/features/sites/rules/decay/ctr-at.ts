import { clickRates } from '#features/ranks/rules/share-of-voice.ts'
import type { CtrCurve } from '../search/ctr-curve.ts'

const averages: CtrCurve = new Map(clickRates.map((rate, at) => [at + 1, rate]))
/** Below the known positions a CTR falls like this. */
const steepness = 1.2

/**
 * The CTR at a position, between whole ones too: of the site’s own queries, or as studies have it where the site has fewer than two
 * positions. Only ratios of two positions are used, so its level doesn’t matter.
 */
export function ctrAt(curve: CtrCurve, position: number): number {
  const points = [...(curve.size > 1 ? curve : averages)].sort(([a], [b]) => a - b)
  const at = Math.max(1, position)
  const above = points.findLast(([step]) => step <= at)
  const below = points.find(([step]) => step > at)
  const minRate = 1e-4
  if (!above) return Math.max(minRate, points[0]![1]) * (points[0]![0] / at) ** steepness
  if (!below) return Math.max(minRate, above[1]) * (above[0] / at) ** steepness
  const share = (at - above[0]) / (below[0] - above[0])
  return Math.exp((1 - share) * Math.log(Math.max(minRate, above[1])) + share * Math.log(Math.max(minRate, below[1])))
}
