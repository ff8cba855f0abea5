import { normalCdf, studentQuantile } from './distributions.ts'

/** How likely a true change of a set of prompts is to be called moved by the sign-flip test over prompts. */

export type Plan = {
  prompts: number
  /** Answers for each prompt and period, of all engines together. */
  runs: number
  /** The true change of the mean share: 0.1 for ten points. */
  change: number
  /** Mean share before. */
  share?: number
  /** How much prompts differ, 0 to 1: the share of the variance of single answers that is between prompts. */
  between?: number
}

/** Assumed until something was measured: a brand named in 30% of answers, prompts that differ a lot. */
export const assumed = { share: 0.3, between: 0.3 } as const

/**
 * A difference of one prompt has the variance of two means of `runs` answers: [E p(1−p) + E q(1−q)]/runs, where
 * E p(1−p) = share·(1−share)·(1−between), before (p) and after (q). Prompts don’t change alike; here each changes in proportion to
 * its room, which adds change²·between·share/(1−share). The mean over prompts is compared with Student’s t.
 * J. Cohen, Statistical Power Analysis (1988), chapter 2; clusters as in A. Donner and N. Klar, Design and Analysis of Cluster
 * Randomization Trials (2000), section 5.
 */
export function getPower({ prompts, runs, change, share = assumed.share, between = assumed.between }: Plan): number {
  if (prompts < 6 || runs < 1) return 0
  const room = change >= 0 ? 1 - share : share
  const size = Math.min(Math.abs(change), room)
  const after = change >= 0 ? share + size : share - size
  const left = (room - size) / room
  const within = (share * (1 - share) + spread(after, share, between, left)) * (1 - between)
  const uneven = (size * size * (between * share * (1 - share))) / (room * room)
  const error = Math.sqrt((within / runs + uneven) / prompts)
  const critical = studentQuantile(0.025, prompts - 1)
  return normalCdf(size / error - critical * (1 + 1 / (4 * (prompts - 1)))) + normalCdf(-size / error - critical)
}

/** E q(1−q)/(1−between) of shares that moved in proportion to their room: their variance shrinks by `left` squared. */
function spread(after: number, share: number, between: number, left: number) {
  const variance = between * share * (1 - share) * left * left
  return (after * (1 - after) - variance) / (1 - between)
}

export const targetPower = 0.8
const maxRuns = 50

/** The fewest runs of each prompt that show a change with 80%; null where even 50 don’t. `engines`: answers for each run. */
export function getRunsNeeded(plan: Omit<Plan, 'runs'> & { engines: number }): number | null {
  for (let runs = 1; runs <= maxRuns; runs++)
    if (getPower({ ...plan, runs: runs * plan.engines }) >= targetPower) return runs
  return null
}

/** The smallest change that so many answers show with 80%; null when none below 100 points. */
export function getDetectableChange(plan: Omit<Plan, 'change'>): number | null {
  const maxChange = 1 - (plan.share ?? assumed.share)
  for (let points = 1; points <= Math.floor(maxChange * 100); points++)
    if (getPower({ ...plan, change: points / 100 }) >= targetPower) return points / 100
  return null
}
