/** Learned weights of features and patterns (bench/humanizer-train.ts), and how a text's evidence adds up. */

import { features, toZScore } from './style-features.ts'
import weights from './style-model.json' with { type: 'json' }
import type { ScoredSignalId } from './style-signal.ts'
import type { Measures } from './text-features.ts'
import { Patterns, patternValue, signalOfPattern } from './text-patterns.ts'
import type { Tokens } from './text-tokens.ts'

const lines = weights.patterns.split('\n').map((line) => line.split('\t'))
const patternNames = lines.map(([pattern]) => pattern!)
const patternWeights = Float64Array.from(lines, ([, weight]) => Number(weight) / 1000)
const patternSignals = patternNames.map(signalOfPattern)
const learned = features.map((feature) => {
  const [mean, deviation, weight] = weights.features[feature.id] as [number, number, number]
  return { mean, deviation, weight, signal: feature.signal, shape: 'shape' in feature }
})
const signals = Object.keys(weights.centres) as ScoredSignalId[]

/** Minimum weight of a pattern that is shown. Patterns of only marks and short words aren't shown. */
const tellingWeight = 0.08
const isTelling = patternNames.map(
  (pattern, index) => patternWeights[index]! >= tellingWeight && pattern.split(' ').some((form) => form.length >= 4),
)

/** Occurrences of each pattern in the current text; reset to zero after each text. */
const counts = new Uint32Array(patternNames.length)

let compiled: Patterns | undefined

/** One occurrence of a pattern; a positive `weight` is evidence of AI. */
export type Found = { pattern: number; from: number; to: number; weight: number }

export type Evidence = {
  /** Log odds before calibration, and each signal's part: the parts and the bias add up to `logit`. A part of 0 is neutral. */
  logit: number
  parts: Record<ScoredSignalId, number>
  /** Sum of pattern weights per sentence. */
  sums: Float64Array
  /** Patterns per sentence that are strong enough to show. */
  found: Found[][]
}

/** Sums the evidence of a text by signal; without `english`, only from features that work in any language. */
export function weighEvidence(tokens: Tokens, measures: Measures, english: boolean): Evidence {
  const parts = Object.fromEntries(signals.map((id) => [id, 0])) as Record<ScoredSignalId, number>
  learned.forEach(({ mean, deviation, weight, signal, shape }, index) => {
    const value = measures.values[index]!
    if (!Number.isNaN(value) && (english || shape)) parts[signal] += weight * toZScore(value, mean, deviation)
  })
  if (!english)
    return { logit: 0, parts, sums: new Float64Array(tokens.sentences.length), found: tokens.sentences.map(() => []) }
  compiled ??= new Patterns(patternNames)
  const met: number[] = []
  const sums = new Float64Array(tokens.sentences.length)
  const found: Found[][] = tokens.sentences.map(() => [])
  compiled.find(tokens, (sentence, pattern, from, to) => {
    if (counts[pattern]!++ === 0) met.push(pattern)
    const weight = patternWeights[pattern]!
    sums[sentence]! += weight
    if (isTelling[pattern]) found[sentence]!.push({ pattern, from, to, weight })
  })
  for (const pattern of met) {
    parts[patternSignals[pattern]!] += patternWeights[pattern]! * patternValue(counts[pattern]!, measures.words)
    counts[pattern] = 0
  }
  for (const id of signals) parts[id] -= weights.centres[id]
  const logit = Object.values(parts).reduce((sum, part) => sum + part, weights.bias)
  return { logit, parts, sums, found }
}

/** Calibrates a text's log odds to 0 to 100: the share of AI texts among texts with these odds, at equal base rates. */
export function toTextScore(logit: number): number {
  return 100 / (1 + Math.exp(-(weights.slope * logit + weights.offset)))
}

/** Calibrates a sentence's pattern sum to 0 to 100. */
export function toSentenceScore(sum: number, words: number): number {
  const logit = (weights.sentenceSlope * sum) / Math.sqrt(Math.max(words, 1)) + weights.sentenceOffset
  return 100 / (1 + Math.exp(-logit))
}

/** Returns the signal of a pattern. */
export const getFoundSignal = ({ pattern }: Found): ScoredSignalId => patternSignals[pattern]!
