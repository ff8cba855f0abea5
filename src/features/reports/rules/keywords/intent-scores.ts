/** Scores intent classification against labeled queries; for the test and the benchmark. */

import queries from '../intent-queries.json' with { type: 'json' }
import { type Intent, intentNames } from './intent.ts'

export type LabeledQuery = { text: string; intent: Intent }
export type IntentScore = { labeled: number; precision: number; recall: number; f1: number }

/** `developed` are those the rules were written for; no rule was changed for `heldOut`. */
export function readLabeledQueries(): { developed: LabeledQuery[]; heldOut: LabeledQuery[] } {
  const read = (lists: Record<Intent, string[]>) =>
    intentNames.flatMap((intent) => lists[intent].map((text) => ({ text, intent })))
  return { developed: read(queries.developed), heldOut: read(queries.held_out) }
}

export function scoreIntents(labeled: LabeledQuery[], classify: (query: LabeledQuery) => Intent) {
  const guesses = labeled.map((query) => ({ label: query.intent, guess: classify(query) }))
  const score = (intent: Intent): IntentScore => {
    const count = labeled.filter((query) => query.intent === intent).length
    const guessed = guesses.filter(({ guess }) => guess === intent).length
    const right = guesses.filter(({ guess, label }) => guess === intent && label === intent).length
    return {
      labeled: count,
      precision: guessed ? right / guessed : 0,
      recall: count ? right / count : 0,
      f1: count + guessed ? (2 * right) / (count + guessed) : 0,
    }
  }
  return Object.fromEntries(intentNames.map((intent) => [intent, score(intent)])) as Record<Intent, IntentScore>
}

export const macroF1 = (scores: Record<Intent, IntentScore>) =>
  intentNames.reduce((sum, intent) => sum + scores[intent].f1, 0) / intentNames.length
