import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'

/** Splits pasted keywords, one per line: collapses white space and drops empty lines and duplicates. */
export function keywordLines(text: string): string[] {
  const lines = text
    .split(/\r?\n|\r/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const language = getSpellingLanguage(lines)
  const found = new Map<string, string>()
  for (const line of lines) {
    const key = keywordKeyIn(line, language)
    if (!found.has(key)) found.set(key, line)
  }
  return [...found.values()]
}
