import { languageRules } from '#features/keywords/rules/clustering/language-rules.ts'
import { splitWords, withoutAccents } from '#features/keywords/rules/clustering/tokenize.ts'
import { foldLetters } from '../keywords/fold-letters.ts'

/**
 * Returns a function from a keyword to what its close variants have in common: its words without endings, function words and order.
 * Synonyms stay apart, unlike in topics: Google Ads gives them volumes of their own.
 */
export function createVariantReader(language: string): (keyword: string) => string {
  const { stem, functionWords } = languageRules(language)
  const skipped = new Set(functionWords)
  const known = new Map<string, string>()
  const getStem = (word: string) => {
    const found = known.get(word) ?? withoutAccents(foldLetters(stem(word) || word))
    known.set(word, found)
    return found
  }
  return (keyword) => {
    const words = splitWords(keyword, language)
    const telling = words.filter((word) => !skipped.has(word))
    return [...new Set((telling.length > 0 ? telling : words).map(getStem))].sort().join(' ') || keyword
  }
}

/** Keywords of one topic, or of topics with one parent, that have the same volume in the same months. */
export type SameVolume = {
  parent_id: string | null
  volume: number
  keywords: readonly { text: string; topic_id: string }[]
}

/** Searches that the sum of a topic, or of a parent, has more than once, by its id. Those without any are left out. */
export function getRepeatedSearches(
  groups: readonly SameVolume[],
  toVariant: (keyword: string) => string,
): Map<string, number> {
  const repeated = new Map<string, number>()
  const add = (id: string | null, searches: number) => {
    if (id !== null && searches > 0) repeated.set(id, (repeated.get(id) ?? 0) + searches)
  }
  for (const { parent_id, volume, keywords } of groups)
    for (const variants of Map.groupBy(keywords, ({ text }) => toVariant(text)).values()) {
      add(parent_id, volume * (variants.length - 1))
      for (const [id, list] of Map.groupBy(variants, ({ topic_id }) => topic_id)) add(id, volume * (list.length - 1))
    }
  return repeated
}
