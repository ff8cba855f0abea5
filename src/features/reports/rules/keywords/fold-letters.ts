/**
 * The rule by which two spellings are the same letters, for each language: which capital belongs to which small letter, and
 * which forms of a letter differ only in how they were typed.
 */

/** Letters that only languages with a dotless ı have. */
const dotless = /[ıİğĞ]/
/** Languages in which "I" is the capital of "ı". */
const turkic = /^(?:tr|az|crh|gag)(?:[-_]|$)/i

export const isTurkic = (language: string | null): boolean => language !== null && turkic.test(language)

/**
 * Lower-cases a text. "I" becomes "ı" in Turkish and Azerbaijani: where the language is given, or where the text itself has
 * their letters.
 */
export function lowerCase(text: string, language: string | null): string {
  return isTurkic(language) || dotless.test(text) ? text.toLocaleLowerCase('tr') : text.toLowerCase()
}

/**
 * Letters that `foldLetters` may change, as a character class for JavaScript and PostgreSQL. Keys stored before there was this
 * rule can have them; others are the same.
 */
export const foldedLetters =
  '[\u00df\u0131\u0219\u021b\u0300\u0301\u0307\u0342\u0390\u03ac-\u03b0\u03c2\u03ca-\u03ce\u0600-\u06ff\u1f00-\u1fff]'

const special = /[^\p{ASCII}]/u
const arabicMarks = /[\u064B-\u0652\u0670\u0640]/g
/** Letters that Arabic doesn't have. */
const persian = /[پچژگکی]/
const greek = /[\u0370-\u03FF\u1F00-\u1FFF]/
const greekMarks = /(?<=\p{Script=Greek})[\u0300-\u036F]+/gu
const accents = /[\u0300\u0301\u0342]/g

/**
 * Folds forms of one letter in a lower-case text: i with a dot above it, ß and ss, Greek final sigma and the accents that Greek
 * capitals don't have, Romanian letters typed with a cedilla, and Persian letters typed on an Arabic keyboard, vowel marks and
 * digits of their own.
 */
export function foldLetters(text: string): string {
  if (!special.test(text)) return text
  let folded = text
  // Arabic marks first, which may be between another letter and its mark.
  if (/[\u0600-\u06FF]/.test(folded))
    folded = (persian.test(folded) ? folded.replaceAll('ى', 'ي') : folded)
      .replace(arabicMarks, '')
      .replaceAll('ی', 'ي')
      .replaceAll('ک', 'ك')
      .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
  folded = folded
    .replace(/i\u0307/g, 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ș', 'ş')
    .replaceAll('ț', 'ţ')
  if (greek.test(folded))
    folded = folded
      .replaceAll('ς', 'σ')
      .normalize('NFD')
      .replace(greekMarks, (marks) => marks.replace(accents, ''))
      .normalize('NFC')
  return folded
}

/** Returns a language whose capitals differ from other languages', if the keywords of a file are in it; else null. */
export function getSpellingLanguage(texts: readonly string[]): 'tr' | null {
  const written = texts.filter(Boolean)
  if (!written.some((text) => dotless.test(text))) return null
  const turkish = written.filter((text) => /[çğıöşüİÇĞÖŞÜ]/.test(text) && !/[ăâîțțœßñ]/.test(text)).length
  return turkish >= written.length / 4 ? 'tr' : null
}
