import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'

/** Words and phrases that decide which results a listener reports. */
export type Filters = { include: string[]; exclude: string[]; language: string }
export type Filter = ((text: string) => boolean) & { passesAll?: true }

/** Scripts without spaces between words: phrases match anywhere in the text. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/**
 * Passes what holds one of `include` (anything, when that is empty) and none of `exclude`. Words and phrases count whole
 * and whatever their case: "car" is not found in "carpet".
 */
export function createFilter({ include, exclude, language }: Filters): Filter {
  const splitWords = createSplitter(language)
  const finder = (phrase: string) => createFinder(splitWords(phrase))
  const included = include.map(finder)
  const excluded = exclude.map(finder)
  if (included.length === 0 && excluded.length === 0) return Object.assign(() => true, { passesAll: true as const })
  return (text) => {
    const words = splitWords(text)
    return (included.length === 0 || included.some((find) => find(words))) && !excluded.some((find) => find(words))
  }
}

function createFinder(words: string): (words: string) => boolean {
  if (unspaced.test(words)) return (text) => text.includes(words.trim())
  return (text) => text.includes(words)
}

/** Lowercase words between single spaces, with one space before and after. */
const createSplitter = (language: string) => (text: string) =>
  ` ${keywordKeyIn(text, language)
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim()} `
