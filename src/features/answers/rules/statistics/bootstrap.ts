import { normalCdf, studentQuantile } from './distributions.ts'
import { createRandom, toSeed } from './random.ts'
import type { Interval } from './wilson.ts'

const resamples = 4000

/**
 * 95% interval for the mean of one value per prompt, by resampling prompts. Runs of one prompt are alike, so that counting them as
 * independent would make the interval too narrow; prompts are what is drawn. Each prompt counts the same. Null for fewer than three.
 *
 * Percentiles are taken a little further out than 2.5%, because with few prompts resampling understates the spread: the
 * “expanded percentile” interval of T. Hesterberg, “What teachers should know about the bootstrap”, The American Statistician 69
 * (2015) 371–386, section 5.3. Resampling clusters: A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application (1997),
 * section 3.8.
 */
export function getBootstrapInterval(
  values: readonly number[],
  bounds: Interval = { low: 0, high: 1 },
): Interval | null {
  const n = values.length
  if (n < 3) return null
  const random = createRandom(toSeed(values))
  const means = new Float64Array(resamples)
  for (let at = 0; at < resamples; at++) {
    let sum = 0
    for (let drawn = 0; drawn < n; drawn++) sum += values[Math.floor(random() * n)]!
    means[at] = sum / n
  }
  means.sort()
  const tail = normalCdf(-Math.sqrt(n / (n - 1)) * studentQuantile(0.025, n - 1))
  return {
    low: Math.max(bounds.low, quantile(means, tail)),
    high: Math.min(bounds.high, quantile(means, 1 - tail)),
  }
}

function quantile(sorted: Float64Array, share: number) {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(sorted.length - 1, below + 1)
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (at - below)
}

export const getMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
