/**
 * Three scales beside the style score, which is near 0 or 100 for most texts and hardly moves there. Each is a rank: how many texts of
 * a collection with as many human as AI texts have less of the same evidence.
 */
import { scaleRanks } from './style-scale-ranks.ts'
import type { ScoredSignalId } from './style-signal.ts'

export const scaleIds = ['wording', 'rhythm', 'structure'] as const
export type ScaleId = (typeof scaleIds)[number]

export type StyleScale = {
  id: ScaleId
  label: string
  /** 0 to 100, with one decimal; higher is more like AI texts. Null when the text is too short to tell. */
  score: number | null
}

export const scaleLabels: Record<ScaleId, string> = { wording: 'Wording', rhythm: 'Rhythm', structure: 'Structure' }

const signalsByScale: Record<ScaleId, ScoredSignalId[]> = {
  wording: ['vocabulary', 'predictability', 'specificity'],
  rhythm: ['rhythm'],
  structure: ['structure', 'punctuation'],
}

/**
 * @param isLong enough words for a verdict; shorter texts have no scales
 * @param hasRhythm enough sentences to compare their lengths
 */
export function getScales(
  parts: Record<ScoredSignalId, number>,
  { english, isLong, hasRhythm }: { english: boolean; isLong: boolean; hasRhythm: boolean },
): StyleScale[] {
  return scaleIds
    .filter((id) => english || id !== 'wording')
    .map((id) => {
      const evidence = signalsByScale[id].reduce((sum, signal) => sum + parts[signal], 0)
      const isMeasured = isLong && (id !== 'rhythm' || hasRhythm)
      const ranks = scaleRanks[english ? 'english' : 'other'][id]
      return { id, label: scaleLabels[id], score: isMeasured ? Math.round(toRank(evidence, ranks) * 10) / 10 : null }
    })
}

const step = 5

/** The rank of a value, from one quantile in every five percent. Outside them it nears 0 and 100 without reaching either. */
export function toRank(value: number, quantiles: number[]): number {
  const [first, last] = [1, quantiles.length - 2]
  const [low, high] = [quantiles[first]!, quantiles[last]!]
  if (value < low) return step * Math.exp((value - low) / (low - quantiles[0]!))
  if (value >= high) return 100 - step * Math.exp((high - value) / (quantiles.at(-1)! - high))
  let at = first
  while (value >= quantiles[at + 1]!) at++
  const [from, to] = [quantiles[at]!, quantiles[at + 1]!]
  return step * (at + (to > from ? (value - from) / (to - from) : 0))
}
