import { logGamma } from './distributions.ts'
import { adjustByHolm } from './holm.ts'
import { createRandom, toSeed } from './random.ts'

/** What one prompt and engine gave in one period: `k` of `n` answers. */
export type Count = { k: number; n: number }
export type Verdict = 'moved' | 'within_noise' | 'too_few_runs'

/** A verdict is wrong at most this often, over all prompts together. */
export const level = 0.05

/**
 * Fisher’s exact test, two-sided: how often two periods with the same true share would differ at least as much as these.
 * R. A. Fisher, Statistical Methods for Research Workers (1934), section 21.02; tables as improbable or more so are added up.
 */
export function getFisherP(before: Count, after: Count): number {
  const total = before.n + after.n
  const hits = before.k + after.k
  const logChoose = (n: number, k: number) => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
  const chance = (k: number) => Math.exp(logChoose(before.n, k) + logChoose(after.n, hits - k) - logChoose(total, hits))
  const found = chance(before.k)
  let sum = 0
  for (let k = Math.max(0, hits - after.n); k <= Math.min(before.n, hits); k++) {
    const each = chance(k)
    if (each <= found * (1 + 1e-7)) sum += each
  }
  return Math.min(1, sum)
}

/**
 * A verdict for each prompt present in both periods. Holm’s correction over all of them, so that of many prompts that didn’t change
 * one in twenty isn’t called moved each month. Too few runs: not even 0 of n against n of n would be enough.
 */
export function getVerdicts(pairs: readonly { before: Count; after: Count }[]): Verdict[] {
  const hasEnoughRuns = pairs.map(
    ({ before, after }) =>
      before.n > 0 &&
      after.n > 0 &&
      getFisherP({ k: 0, n: before.n }, { k: after.n, n: after.n }) * pairs.length <= level,
  )
  const adjusted = adjustByHolm(
    pairs.map(({ before, after }) => (before.n > 0 && after.n > 0 ? getFisherP(before, after) : 1)),
  )
  return pairs.map((_, at) => (!hasEnoughRuns[at] ? 'too_few_runs' : adjusted[at]! <= level ? 'moved' : 'within_noise'))
}

const maxExact = 14
const draws = 10_000

/**
 * Whether a set of prompts changed as a whole: the sign-flip test on each prompt’s difference. Were nothing changed, each difference
 * could as well have the other sign; p is the share of sign patterns with a mean at least as far from zero. Prompts are the units, so
 * runs of one prompt being alike doesn’t matter. Null below six prompts, where no outcome could be significant.
 *
 * E. J. G. Pitman, “Significance tests which may be applied to samples from any populations”, JRSS Supplement 4 (1937) 119–130.
 */
export function getSignFlipP(differences: readonly number[]): number | null {
  const n = differences.length
  if (n < 6) return null
  const found = Math.abs(sum(differences)) - 1e-9
  let as = 0
  if (n <= maxExact) {
    for (let pattern = 0; pattern < 2 ** n; pattern++) {
      let total = 0
      for (let at = 0; at < n; at++) total += (pattern >> at) & 1 ? differences[at]! : -differences[at]!
      if (Math.abs(total) >= found) as++
    }
    return as / 2 ** n
  }
  const random = createRandom(toSeed(differences))
  for (let draw = 0; draw < draws; draw++) {
    let total = 0
    for (const difference of differences) total += random() < 0.5 ? difference : -difference
    if (Math.abs(total) >= found) as++
  }
  return (as + 1) / (draws + 1)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
