/** Whether a text has a term in every sentence, which few pages that people wrote have. */
import type { CompiledTarget } from './compile-target.ts'

/** Sentences from which density is judged. */
const minSentences = 15
/** Where the median page has a term in more of its sentences, the topic asks for it. */
const maxUsual = 0.9
const tooMany = 0.965
const maxLoss = 0.35

type Paragraphs = { blocks: { kind: string; sentences: { stems: string[] }[] }[] }[]

/** Share of sentences in paragraphs with a term, 0 to 1. Null if the text is too short to tell. */
export function readTermDensity(sections: Paragraphs, findTerms: CompiledTarget['findTerms']): number | null {
  const sentences = sections
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ kind, sentences }) => (kind === 'paragraph' ? sentences : []))
  if (sentences.length < minSentences) return null
  return sentences.filter(({ stems }) => findTerms(stems).length > 0).length / sentences.length
}

/** A factor of the score: less if hardly a sentence is without a term, though the ranking pages have such sentences. */
export function getTermSpread(sections: Paragraphs, { target, findTerms }: CompiledTarget): number {
  if (target.term_sentences === null || target.term_sentences > maxUsual) return 1
  const share = readTermDensity(sections, findTerms) ?? 0
  return 1 - (maxLoss * Math.max(0, share - tooMany)) / (1 - tooMany)
}
