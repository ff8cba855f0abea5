import { foldLetters } from '#features/reports/rules/keywords/fold-letters.ts'
import { languageRules } from './language-rules.ts'
import type { WeightedRows } from './term-vectors.ts'
import { splitWords, withoutAccents } from './tokenize.ts'

/**
 * Vectors for lists of short questions, which have few words and many phrasings per topic: word stems, stop words ("how do I"
 * is meaningful here), word pairs, and parts of words for spelling variants and compounds.
 */
const termWeights = { stem: 1, functionWord: 0.35, modifier: 0.35, pair: 0.6, part: 0.3 }
const partLength = 4
// Dampens rarity, since a plain logarithm would let rare spellings outweigh the words that name a topic.
const rarity = (rows: number, frequency: number) => Math.sqrt(Math.log(1 + rows / frequency))

/** Reads keywords as weighted rows of length 1, one per keyword; drops terms that occur in only one keyword. */
export function readPhraseRows(
  keywords: readonly string[],
  language: string,
  modifiers: ReadonlySet<string>,
  onProgress: (fraction: number) => void,
): WeightedRows {
  const read = phraseReader(language, modifiers)
  const ids = new Map<string, number>()
  const frequencies: number[] = []
  const phrases = keywords.map((keyword, at) => {
    if (at % 1024 === 0) onProgress(at / keywords.length)
    const phrase = read(keyword)
    return Array.from(phrase, ([term, weight]) => {
      const id = ids.get(term) ?? ids.size
      if (id === ids.size) ids.set(term, id)
      frequencies[id] = (frequencies[id] ?? 0) + 1
      return { id, weight }
    })
  })
  const offsets = new Int32Array(keywords.length + 1)
  const terms: number[] = []
  const weights: number[] = []
  phrases.forEach((phrase, row) => {
    const shared = phrase.filter(({ id }) => frequencies[id]! > 1)
    const weighted = shared.map(({ id, weight }) => weight * rarity(keywords.length, frequencies[id]!))
    const length = Math.hypot(...weighted) || 1
    shared.forEach(({ id }, at) => {
      terms.push(id)
      weights.push(weighted[at]! / length)
    })
    offsets[row + 1] = terms.length
  })
  return {
    rows: keywords.length,
    termCount: ids.size,
    offsets,
    terms: Int32Array.from(terms),
    weights: Float32Array.from(weights),
    frequency: Int32Array.from(frequencies, (count) => (count > 1 ? count : 0)),
    rowOfKeyword: Int32Array.from(keywords, (_, row) => row),
  }
}

/** Returns a function from a keyword to its terms and their weights before rarity. */
function phraseReader(language: string, modifiers: ReadonlySet<string>): (keyword: string) => Map<string, number> {
  const { stem, functionWords } = languageRules(language)
  const skipped = new Set(functionWords.flatMap((word) => [word, ...splitWords(word)]))
  return (keyword) => {
    const words = splitWords(keyword, language)
    const stems = words.map((word) => withoutAccents(foldLetters(skipped.has(word) ? word : stem(word) || word)))
    const terms = new Map<string, number>()
    stems.forEach((each, at) => {
      const isFunctionWord = skipped.has(words[at]!)
      terms.set(
        `word ${each}`,
        isFunctionWord ? termWeights.functionWord : modifiers.has(each) ? termWeights.modifier : termWeights.stem,
      )
      if (at > 0) terms.set(`pair ${stems[at - 1]} ${each}`, termWeights.pair)
      if (isFunctionWord || modifiers.has(each)) return
      const bounded = `_${each}_`
      for (let from = 0; from + partLength <= bounded.length; from++)
        terms.set(`part ${bounded.slice(from, from + partLength)}`, termWeights.part)
    })
    return terms
  }
}
