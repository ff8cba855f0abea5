/** Finds the phrases of a word list in a keyword, longest first, each word used once. */
import { foldSpelling } from './fold-spelling.ts'

export type PhraseMatcher<T> = (key: string, words: string[]) => T[]

type Entry<T> = { words: string[]; atStart: boolean; atEnd: boolean; value: T }

/**
 * `phrases`: forms of `keywordKey`, with "^" in front when only the first word counts and "$" behind when only the last does.
 * `minInside`: characters of the shortest form also found inside a run of letters (Chinese has no spaces); null finds whole
 * words only.
 */
export function createPhraseMatcher<T>(phrases: Iterable<[form: string, value: T]>, minInside: number | null) {
  const byFirst = new Map<string, Entry<T>[]>()
  const inside: { form: string; value: T }[] = []
  for (const [given, value] of phrases) {
    const form = foldSpelling(given.replace(/^\^|\$$/g, ''))
    const words = form.split(' ')
    const entries = byFirst.get(words[0]!) ?? []
    entries.push({ words, atStart: given.startsWith('^'), atEnd: given.endsWith('$'), value })
    byFirst.set(words[0]!, entries)
    if (minInside !== null && form.length >= minInside) inside.push({ form, value })
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.words.length - a.words.length)
  inside.sort((a, b) => b.form.length - a.form.length)

  const findWords: PhraseMatcher<T> = (_key, words) => {
    const found: T[] = []
    for (let at = 0; at < words.length; ) {
      const hit = byFirst.get(words[at]!)?.find((entry) => matches(entry, words, at))
      if (hit) found.push(hit.value)
      at += hit ? hit.words.length : 1
    }
    return found
  }
  if (minInside === null) return findWords
  const findInside: PhraseMatcher<T> = (key, words) => {
    let rest = key
    const found: T[] = []
    for (const { form, value } of inside) {
      if (!rest.includes(form)) continue
      found.push(value)
      rest = rest.replaceAll(form, '\u0000')
    }
    return found.length > 0 ? found : findWords(key, words)
  }
  return findInside
}

function matches<T>({ words: phrase, atStart, atEnd }: Entry<T>, words: string[], at: number): boolean {
  if (atStart && at > 0) return false
  if (atEnd && at + phrase.length < words.length) return false
  return phrase.every((word, i) => words[at + i] === word)
}
