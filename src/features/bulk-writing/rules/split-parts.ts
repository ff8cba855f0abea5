/** Splits a text at its main headings, so that each part can be rewritten and stored alone. Joined, the parts are the text. */
export function splitParts(markdown: string, maxCharacters: number): string[] {
  const sections = markdown.split(/^(?=##? )/m)
  return sections.flatMap((section) => splitLong(section, maxCharacters)).filter((part) => part !== '')
}

/** Splits at empty lines, and only where there are none anywhere else. */
function splitLong(text: string, maxCharacters: number): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > maxCharacters) {
    const gap = rest.lastIndexOf('\n\n', maxCharacters - 2)
    const at = gap > 0 ? gap + 2 : maxCharacters
    parts.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return [...parts, rest]
}
