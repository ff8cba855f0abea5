type Row = { line: number; cells: string[] }

const divider = /^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$/

/** The rows of the first table of a Markdown text, its header first; null when it has none. Pure. */
export function readMarkdownTable(text: string): Row[] | null {
  const lines = text.split(/\r\n?|\n/)
  const at = lines.findIndex((line, index) => index > 0 && divider.test(line) && lines[index - 1]!.includes('|'))
  if (at < 0) return null
  const rows: Row[] = [{ line: at, cells: readCells(lines[at - 1]!) }]
  for (let index = at + 1; index < lines.length && lines[index]!.includes('|'); index++)
    rows.push({ line: index + 1, cells: readCells(lines[index]!) })
  return rows
}

/** The cells of a line, as they were before they were escaped. */
function readCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replace(/^<(https?:\/\/[^\s<>]+)>$/, '$1')
      .replace(/<br\s*\/?>/gi, '\n')
      .replace(/\\([\\`*_[\]~|])/g, '$1')
      .replace(/&lt;/g, '<')
      .replace(/&amp;/g, '&'),
  )
}
