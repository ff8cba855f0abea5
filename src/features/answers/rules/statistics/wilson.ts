/** An interval for a share: what the share in question is likely to be, given what was counted. All numbers 0 to 1. */
export type Interval = { low: number; high: number }

/** The 97.5th percentile of the normal distribution: what a 95% interval leaves out at each end. */
export const z95 = 1.959963984540054

/**
 * Wilson’s score interval for `k` of `n`, 95%. Unlike the textbook interval p ± 1.96·√(p(1−p)/n) it never leaves 0…1 and holds its
 * level for few answers and shares near 0 or 1. Null without answers.
 *
 * E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, JASA 22 (1927) 209–212;
 * recommended for small n by Brown, Cai and DasGupta, “Interval estimation for a binomial proportion”, Statistical Science 16
 * (2001) 101–133.
 */
export function getWilsonInterval(k: number, n: number, z = z95): Interval | null {
  if (n === 0) return null
  const share = k / n
  const z2 = z * z
  const middle = (share + z2 / (2 * n)) / (1 + z2 / n)
  const half = (z * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n))) / (1 + z2 / n)
  // Rounding must not exclude the share itself where nothing, or everything, was counted.
  return { low: k === 0 ? 0 : Math.max(0, middle - half), high: k === n ? 1 : Math.min(1, middle + half) }
}
