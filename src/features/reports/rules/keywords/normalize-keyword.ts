/**
 * Normalizes keywords, so that each has one key whichever source it came from.
 * Differences in typing don't count: case, white space, compatibility forms (full width, ligatures), typographic quotes and
 * dashes, marks around a question, and forms of one letter (`fold-letters.ts`). Differences in meaning do: accents, `c` / `c++` /
 * `c#`, `.net`, inner punctuation.
 */
import { foldLetters, lowerCase } from './fold-letters.ts'

export { foldedLetters, getSpellingLanguage, isTurkic } from './fold-letters.ts'

// Soft hyphen, zero-width space, byte order mark and direction marks are never typed on purpose. The joiners
// U+200C and U+200D stay: they change words in Persian and in Indic scripts.
const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const singleQuotes = /[\u2018\u2019\u201A\u201B\u2032\u2035\u02BC\u00B4`]/g
const doubleQuotes = /[\u201C\u201D\u201E\u201F\u2033\u2036\u00AB\u00BB]/g
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63]/g
const leadingMarks = /^[\s¿¡]+/
const trailingMark = /[\s?!.\u3002\u061F\u2026]/
const plainText = /^[!-~]+(?: [!-~]+)*$/
const plainKey = /^[a-z0-9]+(?: [a-z0-9]+)*$/

/** Returns the key that all spellings of a keyword share. Idempotent and independent of the machine's locale. */
export const keywordKey = (text: string): string => keywordKeyIn(text, null)

/** The same, where the language is known (BCP 47): in Turkish "I" is the capital of "ı". */
export const keywordKeyIn = (text: string, language: string | null): string =>
  toKey(text, (letters) => foldLetters(lowerCase(letters, language)))

/**
 * Returns all keys that a keyword may have in rows whose language isn't known, its own first. Rows of earlier versions have keys
 * without folded letters.
 */
export function possibleKeys(text: string, language: string | null): string[] {
  if (plainKey.test(text)) return [text]
  const keys = [language, null, 'tr'].map((each) => keywordKeyIn(text, each))
  return [...new Set([...keys, toKey(text, (letters) => letters.toLowerCase())])]
}

function toKey(text: string, toLetters: (text: string) => string): string {
  if (plainKey.test(text)) return text
  // Before NFKC, which turns a spacing acute accent into a space and a combining mark.
  const unquoted = text
    .replace(invisible, '')
    .replace(singleQuotes, "'")
    .replace(doubleQuotes, '"')
    .replace(dashes, '-')
  const folded = toLetters(unquoted.normalize('NFKC')).normalize('NFKC')
  const settled = folded.replace(singleQuotes, "'").replace(doubleQuotes, '"').replace(dashes, '-')
  const collapsed = settled.replace(/\s+/gu, ' ')
  const stripped = stripTrailingMarks(collapsed.replace(leadingMarks, ''))
  // A text of only punctuation ("?!") keeps it as its key.
  return stripped === '' ? collapsed.trim() : stripped
}

/** Scans from the end, because a pattern that ends in `+$` restarts at every mark, which is quadratic. */
function stripTrailingMarks(text: string): string {
  let end = text.length
  while (end > 0 && trailingMark.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Returns a keyword as written, with white space collapsed. */
export function displayText(text: string): string {
  if (plainText.test(text)) return text
  return text.replace(invisible, '').replace(/\s+/gu, ' ').trim()
}

/**
 * Chooses the displayed spelling of a key: the first one found, unless it's all capitals and the other isn't. Both must come
 * from `displayText`.
 */
export function preferredText(current: string, candidate: string): string {
  const existing = displayText(current)
  return shouts(existing) && !shouts(candidate) ? displayText(candidate) : existing
}

function shouts(text: string): boolean {
  return text.length > 4 && text === text.toUpperCase() && text !== text.toLowerCase()
}
