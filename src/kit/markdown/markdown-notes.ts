import Token from 'markdown-it/lib/token.mjs'

/** "a" for the first note, as sources have figures. */
export const toNoteLetter = (index: number): string =>
  (index >= 26 ? toNoteLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(97 + (index % 26))

/**
 * Moves the footnotes to the end, between `notes_open` and `notes_close`. Those of sources, which have a list of their own, are left out.
 * `notes`: their numbers, in the order in which the text refers to them.
 */
export function placeNotes(tokens: Token[], sources: ReadonlySet<number>): { tokens: Token[]; notes: number[] } {
  if (!tokens.some(({ type }) => type === 'footnote_open')) return { tokens, notes: [] }
  const text: Token[] = []
  const found = new Map<number, Token[]>()
  let depth = 0
  let inside: Token[] = []
  for (const token of tokens) {
    if (token.type === 'footnote_open' && depth++ === 0) inside = []
    if (depth === 0) text.push(token)
    else inside.push(token)
    if (token.type !== 'footnote_close' || --depth > 0) continue
    const n = inside[0]!.meta as number
    if (!sources.has(n) && !found.has(n)) found.set(n, inside)
  }
  const cited = text
    .flatMap(({ children }) => children ?? [])
    .flatMap(({ type, meta }) => (type === 'citation' && found.has(meta as number) ? [meta as number] : []))
  const notes = [...new Set([...cited, ...found.keys()])]
  if (notes.length === 0) return { tokens: text, notes }
  const open = new Token('notes_open', 'ol', 1)
  const close = new Token('notes_close', 'ol', -1)
  return { tokens: [...text, open, ...notes.flatMap((n) => found.get(n)!), close], notes }
}
