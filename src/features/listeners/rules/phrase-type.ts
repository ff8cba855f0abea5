import { createClassifier } from '#features/reports/rules/keywords/classify-keyword.ts'
import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'

/** Classifies phrases of a listener for display; runs don't need it. */
export function createPhraseType({ keyword, language }: { keyword: string; language: string }) {
  const classify = createClassifier(keyword, language)
  const seed = keywordKeyIn(keyword, language)
  return (text: string): string => (keywordKeyIn(text, language) === seed ? 'seed' : classify(text).type)
}
