import type { LanguageGap } from '../../contract.ts'

/**
 * What the word lists cover, by language. Codes only, so that a screen doesn't load the lists; a test compares them with the
 * lists.
 */
const covered = new Set('ar de en es fr hi id it ja ko nl pl pt ru sv tr vi zh'.split(' '))

/** Empty for a language with word lists; "pt-BR" is Portuguese. */
export function getLanguageGaps(language: string): LanguageGap[] {
  const base = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return covered.has(base) ? [] : ['question_words', 'intent_words', 'template_phrases']
}
