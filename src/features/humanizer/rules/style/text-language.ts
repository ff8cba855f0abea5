import { getLanguage } from '#features/ai-content/rules/learn-brand-voice.ts'

const byScript: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/[іїєґ]/giu, 'uk'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
]

/** Characters read to detect a language. */
const readCharacters = 4000

/** Detects a text's language by script, then by function words; English otherwise. Returns a language tag. */
export function detectLanguage(whole: string): string {
  const text = whole.slice(0, readCharacters)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  if (latin < letters / 2)
    for (const [pattern, language] of byScript)
      if ((text.match(pattern)?.length ?? 0) >= letters * (language === 'ja' || language === 'uk' ? 0.02 : 0.3))
        return language
  return getLanguage(text) ?? 'en'
}
