import { foldedLetters, isTurkic, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { KnownItems, SourceResult } from './diff-run.ts'

const folded = new RegExp(foldedLetters)

/**
 * Gives items the key under which the listener's history knows them. Earlier versions kept "straße" and "STRASSE" apart: without
 * this, every such phrase would be lost and new at once.
 */
export function alignKeys(known: KnownItems, results: readonly SourceResult[], language: string): SourceResult[] {
  const renamed = findRenamed(known, language)
  if (renamed.size === 0) return [...results]
  return results.map((result) => {
    const before = known.get(result.source)
    const items: SourceResult['items'] = new Map()
    for (const [key, text] of result.items) {
      const old = renamed.get(key)
      // Two spellings that were two phrases stay two.
      const here = old ? [key, ...old].filter((one) => before?.has(one)) : []
      for (const one of here.length > 0 ? here : [old?.[0] ?? key]) items.set(one, text)
    }
    return { ...result, items }
  })
}

/** By today's key: keys that known phrases had before. */
function findRenamed(known: KnownItems, language: string): Map<string, string[]> {
  const renamed = new Map<string, string[]>()
  const turkic = isTurkic(language)
  for (const items of known.values())
    for (const [key, { text }] of items) {
      if (!folded.test(key) && !(turkic && text.includes('I'))) continue
      const now = keywordKeyIn(text, language)
      if (now === key) continue
      const old = renamed.get(now) ?? []
      if (!old.includes(key)) renamed.set(now, [...old, key])
    }
  return renamed
}
