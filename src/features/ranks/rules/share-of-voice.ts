/**
 * Organic click-through rates by position: Backlinko’s analysis of 4 million Google search results (2022),
 * https://backlinko.com/google-ctr-stats. Averages over all kinds of searches, from before AI overviews: good for comparing
 * sites, not for forecasting visits. Positions below 10 count as none.
 */
export const clickRates = [0.276, 0.158, 0.11, 0.084, 0.063, 0.049, 0.039, 0.033, 0.027, 0.024] as const

const wholePage = clickRates.reduce<number>((sum, rate) => sum + rate, 0)

export const getClickRate = (position: number | null) => (position === null ? 0 : (clickRates[position - 1] ?? 0))

/**
 * The share of clicks on the first ten organic results that go to a site’s best result, over all keywords that were measured.
 * Each keyword counts the same. Null when none was measured: a failed check is no zero.
 */
export function getShareOfVoice(positions: readonly (number | null)[]): number | null {
  if (positions.length === 0) return null
  const clicks = positions.reduce<number>((sum, position) => sum + getClickRate(position), 0)
  return clicks / (positions.length * wholePage)
}
