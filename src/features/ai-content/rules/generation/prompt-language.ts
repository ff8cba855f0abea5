/** Names of languages and tokens per word, for prompts. */

const englishTokens = 1.5
const latinTokens = 2.3
const otherTokens = 4
/** Tokens for headings, markers and form labels. */
const spareTokens = 250

/** Returns the token limit for a number of words. Other languages and scripts need more tokens per word. */
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

/** "pt-BR" → "Brazilian Portuguese". Null for unknown tags. */
export function languageName(tag: string): string | null {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
