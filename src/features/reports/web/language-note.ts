import type { LanguageGap } from '../contract.ts'

/** Says what a report can't tell in its language, which is given by name; null when nothing is missing. */
export function getLanguageNote(language: string, gaps: LanguageGap[]): string | null {
  if (gaps.length === 0) return null
  const missing = [
    gaps.includes('question_words') && `Questions, comparisons and prepositions aren’t recognized in ${language}.`,
    gaps.includes('intent_words') && 'Intent is based on site names, URLs and results only.',
  ]
  return missing.filter(Boolean).join(' ') || null
}
