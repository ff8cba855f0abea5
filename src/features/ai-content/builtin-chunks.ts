/** Finds sentences that can be quoted on their own, with the follow-up sentences that depend on them. */

import type { Passage } from './generation-context.ts'
import { countPlainWords } from './markdown-text.ts'
import { liftable } from './quotable-sentences.ts'
import { splitSentences } from './text-sentences.ts'
import { getTerms } from './text-terms.ts'

export type Lifted = { text: string; words: number; terms: ReadonlySet<string> }

/**
 * One to four consecutive sentences of one paragraph. `text` joins them, so that a chunk can be scored like a passage.
 */
export type Chunk = Passage & {
  sentences: Lifted[]
  words: number
  /** The passage the chunk comes from. */
  from: Passage
  /** Whether it's a list item or an equally short line. These give details rather than an introduction. */
  listed: boolean
  /** Index among all chunks, by page and sentence. */
  at: number
}

const maxSentences = 4

/**
 * Splits passages into chunks, in order.
 * @param language BCP 47
 */
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

/** Whether two sentences share most of their terms. */
export function nearlySame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const smaller = Math.min(a.size, b.size)
  if (smaller < 3) return false
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const term of small) if (large.has(term)) shared++
  return shared / smaller >= 0.8 || shared / (a.size + b.size - shared) >= 0.6
}

/** Remembers used sentences and filters out near duplicates. */
export function createUsedSentences() {
  const used: ReadonlySet<string>[] = []
  return {
    /** Returns the chunk's sentences up to the first near duplicate, or null if that's the first sentence. */
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

/** Joins sentences with a citation of page `n` after each. */
export function cite(sentences: Pick<Lifted, 'text'>[], n: number): string {
  return sentences.map(({ text }) => `${text}[^${n}]`).join(' ')
}
