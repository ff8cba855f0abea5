/** Spellings of one word that people type either way, folded for comparing with word lists. Never shown or stored. */

const arabic = /\p{Script=Arabic}/u
/** Vowel marks and the stretching line. */
const arabicMarks = /[\u064B-\u0652\u0670\u0640]/g

/** Arabic is typed with or without hamza on alef, and with ي for ى and ه for ة: "أين" is "اين", "مقارنة" is "مقارنه". */
export function foldSpelling(text: string): string {
  if (!arabic.test(text)) return text
  return text
    .replace(arabicMarks, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}
