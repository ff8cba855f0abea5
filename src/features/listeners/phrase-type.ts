import { createClassifier } from '#features/reports/classify-keyword.ts'
import { keywordKey } from '#features/reports/normalize-keyword.ts'

/** Says of each phrase heard about a keyword what it is: for who reads, for a run is done without it. */
export function createPhraseType({ keyword, language }: { keyword: string; language: string }) {
  const classify = createClassifier(keyword, language)
  const seed = keywordKey(keyword)
  return (text: string): string => (keywordKey(text) === seed ? 'seed' : classify(text).type)
}
