import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'

/** Returns the terms of texts: word stems without function words. */
export type ReadTerms = (texts: readonly string[]) => Set<string>

export function createTermReader(language: string): ReadTerms {
  const read = createWordReader(language)
  return (texts) => {
    const words = texts.flatMap((text) => read(text))
    const content = words.filter(({ isFunctionWord }) => !isFunctionWord)
    return new Set((content.length > 0 ? content : words).map(({ stem }) => stem))
  }
}

export function sharedTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const term of a.size < b.size ? a : b) if ((a.size < b.size ? b : a).has(term)) shared++
  return shared
}
