import type { Intent } from '#features/reports/rules/keywords/intent.ts'
import type { FactorName, PlanWeights, Priority } from '../contract.ts'

/** What a priority is computed from. A null number is unknown. */
export type PriorityFacts = {
  volume: number | null
  difficulty: number | null
  intent: Intent | null
  /** Your own rank, from 1; null until the workspace has a site. */
  position: number | null
}

export const defaultWeights: PlanWeights = {
  volume: 1,
  difficulty: 1,
  intent: 1,
  position: 1,
  intents: { informational: 0.6, commercial: 0.9, transactional: 1, navigational: 0.2, local: 0.8 },
}

/** Volume counts by its order of magnitude: a million searches a month is 1. */
const topVolume = 1_000_000

/**
 * The product of all known factors, each from 0 to 1 and raised to its weight, scaled to 100 by the weights that took part. An
 * unknown number is left out: it neither helps nor counts as 0.
 */
export function getPriority(facts: PriorityFacts, weights: PlanWeights): Priority {
  const factors: Priority['factors'] = [
    toFactor('volume', facts.volume, getVolumeShare, weights),
    toFactor('difficulty', facts.difficulty, (value) => 1 - Math.min(100, Math.max(0, value)) / 100, weights),
    toFactor('intent', facts.intent && weights.intents[facts.intent], (value) => value, weights),
    toFactor('position', facts.position, getPositionShare, weights),
  ]
  const counted = factors.filter(({ share, weight }) => share !== null && weight > 0)
  if (counted.length === 0) return { score: null, factors }
  const total = counted.reduce((sum, { weight }) => sum + weight, 0)
  const product = counted.reduce((sum, { share, weight }) => sum * share! ** (weight / total), 1)
  return { score: Math.round(product * 1000) / 10, factors }
}

function toFactor(
  name: FactorName,
  value: number | null,
  scale: (value: number) => number,
  weights: PlanWeights,
): Priority['factors'][number] {
  return { name, value, share: value === null ? null : round(scale(value)), weight: weights[name] }
}

const round = (value: number) => Math.round(value * 10_000) / 10_000

const getVolumeShare = (volume: number) => Math.min(1, Math.log1p(Math.max(0, volume)) / Math.log1p(topVolume))

/** Just outside the top three is worth the most work; far down and at the top there is less to gain. */
function getPositionShare(position: number): number {
  if (position <= 3) return 0.3 + 0.1 * (Math.max(1, position) - 1)
  return position <= 20 ? 1 : Math.max(0.3, 1 - (position - 20) / 80)
}
