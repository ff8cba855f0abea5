/** Lists how often a text uses each term, and where. */
import type { CompiledTarget } from './compile-target.ts'
import { type CountedText, getSentences, getUseLimit } from './counted-text.ts'
import { minHeadingWords } from './score-parts.ts'

/** `low` and `high`: uses on most ranking pages that have the term. Both null without pages. */
export type TermUse = {
  term: string
  count: number
  inHeadings: number
  low: number | null
  high: number | null
  /** `uncounted`: only in passages that don't count. */
  state: 'missing' | 'used' | 'overused' | 'uncounted'
}

/** Strongest term first. */
export function getTermUses(text: CountedText, { terms, findTerms, words }: CompiledTarget): TermUse[] {
  const uses = terms.map(() => ({ count: 0, counted: 0, inHeadings: 0 }))
  for (const section of text.sections) {
    for (const index of findTerms(section.heading ? [...section.heading.stems] : [])) {
      uses[index]!.inHeadings++
      uses[index]!.count++
      if (section.counted >= minHeadingWords) uses[index]!.counted++
    }
    for (const { stems, reason } of getSentences(section))
      for (const index of findTerms(stems)) {
        uses[index]!.count++
        if (reason === null || reason === 'filler') uses[index]!.counted++
      }
  }
  return terms.map(({ term, low, high, max }, at) => {
    const { count, counted, inHeadings } = uses[at]!
    const state =
      count === 0
        ? 'missing'
        : max !== null && count > getUseLimit(max, text.words, words)
          ? 'overused'
          : counted === 0
            ? 'uncounted'
            : 'used'
    return { term, count, inHeadings, low, high, state }
  })
}
