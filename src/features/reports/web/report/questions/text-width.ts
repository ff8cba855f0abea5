/**
 * Estimates the width of text in Inter without a browser, because the wheel is also laid out on the server. Widths are in em of
 * the regular weight, rounded up; unknown letters count as wide, ideographs as 1 em.
 */
const widths: Record<string, number> = {}
const table: [string, number][] = [
  ["ijl|!'.,:;", 0.29],
  [' ', 0.29],
  ['ftrI()[]-/', 0.4],
  ['szcvxky', 0.56],
  ['aeuno', 0.6],
  ['bdhpqg', 0.62],
  ['"*?', 0.52],
  ['0123456789', 0.64],
  ['LJFETSZ', 0.64],
  ['ABCDGHKNOPQRUVXY&', 0.76],
  ['mwMW%@', 0.92],
]
for (const [letters, width] of table) for (const letter of letters) widths[letter] = width

export function textWidth(text: string, size: number, bold = false) {
  let em = 0
  for (const letter of text) em += widths[letter] ?? (letter > '\u2e7f' ? 1 : 0.68)
  return em * size * (bold ? 1.06 : 1)
}

/** Truncates with "…" after the last whole word that fits, or inside a word when most of the text would be lost. */
export function fitText(text: string, size: number, room: number, bold = false) {
  if (textWidth(text, size, bold) <= room) return text
  let width = textWidth('…', size, bold)
  let line = ''
  for (const letter of text) {
    width += textWidth(letter, size, bold)
    if (width > room) break
    line += letter
  }
  const words = text[line.length] === ' ' ? line : line.slice(0, Math.max(0, line.lastIndexOf(' ')))
  return `${(words.length * 2 > line.length ? words : line).trimEnd()}…`
}

/** Wraps text to lines of up to `room` px; truncates the last one when it needs more than `maxLines` lines. */
export function wrapText(text: string, size: number, room: number, maxLines: number, bold = false) {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`, size, bold) <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const shownLines = lines.slice(0, maxLines)
  if (lines.length > maxLines) shownLines[maxLines - 1] = lines.slice(maxLines - 1).join(' ')
  return shownLines.map((line) => fitText(line, size, room, bold))
}
