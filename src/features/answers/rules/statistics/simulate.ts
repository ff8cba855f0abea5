import { getBootstrapInterval, getMean } from './bootstrap.ts'
import { type Count, getSignFlipP, getVerdicts, level } from './paired-change.ts'
import { getPower } from './power.ts'
import { createRandom } from './random.ts'
import { getWilsonInterval } from './wilson.ts'

/**
 * Checks the statistics on simulated months: prompts have true shares of their own (beta distributed, so that runs of one prompt are
 * alike), each is asked so often, some answers fail. A small part runs as a test, all of it in bench/answer-statistics.ts.
 */

export type World = {
  prompts: number
  runs: number
  share: number
  between: number
  /** Share of answers that fail, and so aren’t counted. */
  failing?: number
}

export type Simulated = {
  /** Share of intervals that hold the truth. */
  wilson: number
  bootstrap: number
  /** Share of months in which anything, or the set, was called moved although nothing was. */
  falseCells: number
  falseSet: number
  /** Share of months in which a true change of the set was called moved, and what was announced. */
  power: number
  announced: number
}

export function simulate(
  world: World,
  { months, change, seed }: { months: number; change: number; seed: number },
): Simulated {
  const random = createRandom(seed)
  const { prompts, runs, share, between, failing = 0 } = world
  const tally = { cells: 0, covered: 0, sets: 0, falseCells: 0, falseSet: 0, power: 0 }
  for (let month = 0; month < months; month++) {
    const truth = Array.from({ length: prompts }, () => drawBeta(random, share, between))
    const before = truth.map((p) => drawCount(random, p, runs, failing))
    const after = truth.map((p) => drawCount(random, p, runs, failing))
    const changed = truth.map((p) => drawCount(random, p + (change * (1 - p)) / (1 - share), runs, failing))
    for (const [at, { k, n }] of after.entries()) {
      const interval = getWilsonInterval(k, n)
      if (!interval) continue
      tally.cells++
      if (interval.low <= truth[at]! && truth[at]! <= interval.high) tally.covered++
    }
    const interval = getBootstrapInterval(toShares(after))
    if (interval && interval.low <= share && share <= interval.high) tally.sets++
    const pairs = before.map((count, at) => ({ before: count, after: after[at]! }))
    if (getVerdicts(pairs).includes('moved')) tally.falseCells++
    if (hasMoved(before, after)) tally.falseSet++
    if (hasMoved(before, changed)) tally.power++
  }
  return {
    wilson: tally.covered / tally.cells,
    bootstrap: tally.sets / months,
    falseCells: tally.falseCells / months,
    falseSet: tally.falseSet / months,
    power: tally.power / months,
    announced: getPower({ prompts, runs: runs * (1 - failing), change, share, between }),
  }
}

const toShares = (counts: readonly Count[]) => counts.filter(({ n }) => n > 0).map(({ k, n }) => k / n)

function hasMoved(before: readonly Count[], after: readonly Count[]) {
  const differences = before.flatMap((count, at) => {
    const other = after[at]!
    return count.n > 0 && other.n > 0 ? [other.k / other.n - count.k / count.n] : []
  })
  return differences.length > 0 && getMean(differences) !== 0 && (getSignFlipP(differences) ?? 1) <= level
}

function drawCount(random: () => number, p: number, runs: number, failing: number): Count {
  const count = { k: 0, n: 0 }
  for (let run = 0; run < runs; run++) {
    if (random() < failing) continue
    count.n++
    if (random() < p) count.k++
  }
  return count
}

/** A beta variable with this mean; `between` is its variance over mean·(1−mean). */
function drawBeta(random: () => number, mean: number, between: number) {
  const size = 1 / between - 1
  const a = drawGamma(random, mean * size)
  const b = drawGamma(random, (1 - mean) * size)
  return a / (a + b)
}

/** G. Marsaglia and W. W. Tsang, “A simple method for generating gamma variables”, ACM TOMS 26 (2000). */
function drawGamma(random: () => number, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * (random() || Number.MIN_VALUE) ** (1 / shape)
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(random() || Number.MIN_VALUE)) * Math.cos(2 * Math.PI * random())
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(random() || Number.MIN_VALUE) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}
