import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { maxPrompts } from '../contract.ts'

/** Prompts with others added behind them: none twice by the rules that tell keywords apart, and no more than a watch can have. */
export function mergePrompts(existing: readonly string[], added: readonly string[], language: string): string[] {
  const known = new Set(existing.map((text) => keywordKeyIn(text, language)))
  const merged = [...existing]
  for (const text of added) {
    const key = keywordKeyIn(text, language)
    if (known.has(key) || merged.length >= maxPrompts) continue
    known.add(key)
    merged.push(text)
  }
  return merged
}
