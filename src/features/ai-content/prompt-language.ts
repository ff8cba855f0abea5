/** What a prompt needs to know of a language: its name, and how many tokens its words take. */

const englishTokens = 1.5
const latinTokens = 2.3
const otherTokens = 4
/** Headings, markers and the labels of a form. */
const spareTokens = 250

/** Room for so many words; other languages and scripts take more tokens a word. */
export function tokensFor(words: number, language: string): number {
  const base = language.toLowerCase().split(/[-_]/, 1)[0]!
  const each =
    base === 'en'
      ? englishTokens
      : /^(?:zh|ja|yue)$/.test(base)
        ? latinTokens
        : usesLatin(language)
          ? latinTokens
          : otherTokens
  return Math.ceil(words * each) + spareTokens
}

function usesLatin(language: string): boolean {
  try {
    return new Intl.Locale(language).maximize().script === 'Latn'
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** "pt-BR" → "Brazilian Portuguese"; null for a tag nobody named. */
export function languageName(tag: string): string | null {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
