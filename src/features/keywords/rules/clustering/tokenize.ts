import { foldLetters, lowerCase } from '#features/reports/rules/keywords/fold-letters.ts'
import { languageRules } from './language-rules.ts'

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*[+#]*/gu
const apostropheS = /['’]s(?![\p{L}\p{N}])/gu
/** Scripts without spaces, which are split into overlapping character bigrams. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// Accents that searchers omit. In Indic scripts a mark is part of the letter, so only this range is removed.
const accents = /[\u0300-\u036f]/g

/** Normalizes to NFKC, lowercase and single spaces; keywords with equal results are the same search. */
export function normalizeKeyword(keyword: string, language: string | null = null): string {
  return lowerCase(keyword.normalize('NFKC'), language).trim().replace(/\s+/g, ' ')
}

export function withoutAccents(word: string): string {
  return /^[\u0020-\u007f]*$/.test(word) ? word : word.normalize('NFD').replace(accents, '').normalize('NFC')
}

function characterPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => characters[at] + character)
}

/** Splits a keyword into lowercase words; unspaced scripts into overlapping character bigrams. */
export function splitWords(keyword: string, language: string | null = null): string[] {
  const found = normalizeKeyword(keyword, language).replace(apostropheS, '').match(words) ?? []
  return unspaced.test(keyword) ? found.flatMap((word) => (unspaced.test(word) ? characterPairs(word) : [word])) : found
}

/**
 * Returns a function from a keyword to its unique terms in order: stems without stop words. A keyword of only stop words keeps
 * them; one without letters or digits is its own only term; an empty one has none.
 */
export function keywordTerms(language: string): (keyword: string) => string[] {
  const { stem, functionWords, sameIntent } = languageRules(language)
  const stemmed = (word: string) => withoutAccents(foldLetters(stem(word) || word))
  const skipped = new Set(functionWords.flatMap((word) => [word, ...(word.match(words) ?? [])]))
  const intents = new Map(sameIntent.flatMap((line) => line.map((word) => [stemmed(word), stemmed(line[0]!)] as const)))
  const known = new Map<string, string>()

  const getTerm = (word: string) => {
    let term = known.get(word)
    if (term === undefined) {
      const found = stemmed(word)
      term = intents.get(found) ?? found
      known.set(word, term)
    }
    return term
  }

  return (keyword) => {
    const all = splitWords(keyword, language)
    const telling = all.filter((word) => !skipped.has(word))
    const terms = (telling.length > 0 ? telling : all).map(getTerm)
    return terms.length > 0 ? [...new Set(terms)] : [normalizeKeyword(keyword, language)].filter(Boolean)
  }
}
