/**
 * The counted features of a text, each with its signal. Rates are per 100 words unless the name says otherwise. Sentence and
 * word length aren't counted, because plain style isn't evidence.
 */
import type { ScoredSignalId } from './style-signal.ts'

/** `event`: occurs at positions, which are stored. `shape`: works in any language. */
export const features = [
  { id: 'sentence-variation', shape: true, signal: 'rhythm' },
  { id: 'sentence-steps', shape: true, signal: 'rhythm' },
  { id: 'short-sentences', shape: true, signal: 'rhythm' },
  { id: 'long-sentences', shape: true, signal: 'rhythm' },
  { id: 'paragraph-variation', shape: true, signal: 'rhythm' },
  { id: 'stock', signal: 'vocabulary', event: 'stock phrase' },
  { id: 'hedges', signal: 'vocabulary', event: 'hedge' },
  { id: 'inflated', signal: 'vocabulary', event: 'inflated word' },
  { id: 'informal', signal: 'vocabulary' },
  { id: 'contractions', signal: 'vocabulary' },
  { id: 'adverbs', signal: 'vocabulary' },
  { id: 'abstract-nouns', signal: 'vocabulary' },
  { id: 'variety', signal: 'vocabulary' },
  { id: 'triads', signal: 'structure', event: 'list of three' },
  { id: 'tails', signal: 'structure', event: 'participle tail' },
  { id: 'contrasts', signal: 'structure', event: '“not only … but”' },
  { id: 'parallel-openings', shape: true, signal: 'structure', event: 'same opening as the sentence before' },
  { id: 'connectors', signal: 'structure', event: 'opens with a connector' },
  { id: 'summaries', signal: 'structure', event: 'sums up' },
  { id: 'pairs', signal: 'structure' },
  { id: 'dashes', shape: true, signal: 'punctuation', event: 'dash' },
  { id: 'colons', shape: true, signal: 'punctuation' },
  { id: 'semicolons', shape: true, signal: 'punctuation' },
  { id: 'quotes', shape: true, signal: 'punctuation' },
  { id: 'brackets', shape: true, signal: 'punctuation' },
  { id: 'questions', shape: true, signal: 'punctuation' },
  { id: 'exclamations', shape: true, signal: 'punctuation' },
  { id: 'ellipses', shape: true, signal: 'punctuation' },
  { id: 'commas', shape: true, signal: 'punctuation' },
  { id: 'numbers', signal: 'specificity' },
  { id: 'names', signal: 'specificity' },
  { id: 'first-person', signal: 'specificity' },
  { id: 'concrete', signal: 'specificity' },
  { id: 'surprise', signal: 'predictability' },
  { id: 'surprise-spread', signal: 'predictability' },
  { id: 'sentence-surprise-spread', signal: 'predictability' },
  { id: 'known-pairs', signal: 'predictability' },
  { id: 'unknown-words', signal: 'predictability' },
] as const satisfies { id: string; signal: ScoredSignalId; event?: string; shape?: true }[]

export type FeatureId = (typeof features)[number]['id']

/** Index of each feature in `Measures.values`. */
export const indexOf = Object.fromEntries(features.map(({ id }, index) => [id, index])) as Record<FeatureId, number>

/** Standard deviations from the mean, clamped so that no single feature decides. */
export function toZScore(value: number, mean: number, deviation: number): number {
  return Math.max(-2.5, Math.min(2.5, (value - mean) / deviation))
}
