import { foldLetters } from '#features/reports/rules/keywords/fold-letters.ts'
import { languageRules } from './language-rules.ts'
import { splitWords, withoutAccents } from './tokenize.ts'

/** A word of a keyword: compared by its stem, shown as written. */
export type Word = { stem: string; written: string; isFunctionWord: boolean }

/** Returns a function from a keyword to its words in order. */
export function createWordReader(language: string): (keyword: string) => Word[] {
  const { stem, functionWords } = languageRules(language)
  const skipped = new Set(functionWords.flatMap((word) => [word, ...splitWords(word)]))
  const known = new Map<string, Word>()
  return (keyword) =>
    splitWords(keyword, language).map((written) => {
      let word = known.get(written)
      if (!word) {
        const isFunctionWord = skipped.has(written)
        word = {
          written,
          stem: withoutAccents(foldLetters(isFunctionWord ? written : stem(written) || written)),
          isFunctionWord,
        }
        known.set(written, word)
      }
      return word
    })
}
