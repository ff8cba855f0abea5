/** Splits pasted keywords, one per line: collapses white space and drops empty lines and duplicates (case-insensitive). */
export function keywordLines(text: string): string[] {
  const found = new Map<string, string>()
  for (const line of text.split(/\r?\n|\r/)) {
    const words = line.replace(/\s+/g, ' ').trim()
    const folded = words.toLowerCase()
    if (words !== '' && !found.has(folded)) found.set(folded, words)
  }
  return [...found.values()]
}
