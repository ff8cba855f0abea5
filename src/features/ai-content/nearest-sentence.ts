/** Finds the sentence of a page that supports another sentence. */

import type { Passage } from './generation-context.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

const maxQuoteLength = 300

/**
 * Returns the sentence of `passages` with the most similar words. Shared numbers count most. Empty without passages.
 */
export function nearestSentence(sentence: string, passages: Passage[], language: string): string {
  const terms = getTerms(language)
  const wanted = new Set(terms(sentence))
  let best = ''
  let nearest = -1
  for (const { text } of passages) {
    for (const candidate of splitSentences(text)) {
      const own = new Set(terms(candidate))
      let shared = 0
      for (const term of own) if (wanted.has(term)) shared += /^\p{N}/u.test(term) ? 2 : 1
      const near = shared / Math.sqrt(Math.max(1, own.size))
      if (near > nearest) [best, nearest] = [candidate, near]
    }
  }
  return best.length > maxQuoteLength ? `${best.slice(0, maxQuoteLength - 1).trimEnd()}…` : best
}
