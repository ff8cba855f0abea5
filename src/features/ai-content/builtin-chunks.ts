/** What can be lifted out of pages: sentences that stand alone, with those that only follow them. */

import type { Passage } from './generation-context.ts'
import { countPlainWords } from './markdown-text.ts'
import { liftable } from './quotable-sentences.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

export type Lifted = { text: string; words: number; terms: ReadonlySet<string> }

/** One to four consecutive sentences of one paragraph. `text` is the sentences joined, so that it can be weighed like a passage. */
export type Chunk = Passage & {
  sentences: Lifted[]
  words: number
  /** The passage it was taken from. */
  from: Passage
  /** An item of a list, or a line as short: it says a detail, not what the matter is. */
  listed: boolean
  /** Its place among all chunks: pages in order, sentences in order. */
  at: number
}

const maxSentences = 4

/** All chunks of the passages, in their order. @param language BCP 47 */
export function toChunks(passages: Passage[], language: string): Chunk[] {
  const terms = getTerms(language)
  const chunks: Chunk[] = []
  for (const from of passages) {
    for (const line of from.text.split('\n')) {
      let open: Lifted[] = []
      const close = () => {
        if (open.length > 0) {
          chunks.push({
            n: from.n,
            heading: from.heading,
            text: open.map(({ text }) => text).join(' '),
            sentences: open,
            words: open.reduce((sum, { words }) => sum + words, 0),
            from,
            listed: from.text.includes('\n'),
            at: chunks.length,
          })
        }
        open = []
      }
      for (const text of splitSentences(line)) {
        const kind = liftable(text, language)
        if (kind === 'never' || (kind === 'follows' && open.length === 0)) {
          close()
          continue
        }
        if (kind === 'alone' && open.length >= maxSentences) close()
        open.push({ text, words: countPlainWords(text), terms: new Set(terms(text)) })
      }
      close()
    }
  }
  return chunks
}

/** Whether two sentences say nearly the same: most of their terms are shared. */
export function nearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const smaller = Math.min(a.size, b.size)
  if (smaller < 3) return false
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const term of small) if (large.has(term)) shared++
  return shared / smaller >= 0.8 || shared / (a.size + b.size - shared) >= 0.6
}

/** Remembers what was said and lets through only what is new. */
export function createUsedSentences() {
  const used: ReadonlySet<string>[] = []
  return {
    /** The beginning of a chunk that says nothing a second time; null when its first sentence does. */
    getUnused({ sentences }: Pick<Chunk, 'sentences'>): Lifted[] | null {
      const unused: Lifted[] = []
      for (const sentence of sentences) {
        if (used.some((other) => nearlySame(other, sentence.terms))) break
        if (unused.some((other) => nearlySame(other.terms, sentence.terms))) break
        unused.push(sentence)
      }
      return unused.length > 0 ? unused : null
    },
    add(sentences: Lifted[]) {
      for (const { terms } of sentences) used.push(terms)
    },
  }
}

/** The sentences with the marker of their page after each. */
export function cite(sentences: Pick<Lifted, 'text'>[], n: number): string {
  return sentences.map(({ text }) => `${text}[^${n}]`).join(' ')
}
