/**
 * Reads one line whose quotes aren't escaped, such as `"pipe 3/4"","90"`, where a parser by the book takes the next column for
 * a part of the first. A reading counts only if it gives the number of cells that the other lines have.
 */

type Close = (line: string, quote: number, delimiter: string) => boolean

/** A quote ends its cell before a delimiter, or only before a delimiter and the next cell's quote. */
const closings: Close[] = [
  (line, quote, delimiter) => quote + 1 === line.length || line[quote + 1] === delimiter,
  (line, quote, delimiter) =>
    quote + 1 === line.length ||
    (line[quote + 1] === delimiter && (line[quote + 2] === '"' || quote + 2 === line.length)),
]

/** Longer lines aren't read a second time. */
const maxLineLength = 20_000

/** @returns null when no reading has `width` cells, or several different ones do */
export function readLooseLine(line: string, delimiter: string, width: number): string[] | null {
  if (line.length > maxLineLength) return null
  const trimmed = line.replace(/[ \r]+$/, '')
  const readings = closings.map((closes) => splitLoosely(trimmed, delimiter, closes))
  readings.push(splitPlain(trimmed, delimiter))
  const fitting = readings.filter((cells) => cells?.length === width)
  const [first] = fitting
  if (!first || fitting.some((cells) => cells!.join('\0') !== first.join('\0'))) return null
  return first
}

function splitLoosely(line: string, delimiter: string, closes: Close): string[] | null {
  const cells: string[] = []
  let at = 0
  for (;;) {
    let start = at
    while (line[start] === ' ' && delimiter !== ' ') start++
    if (line[start] !== '"') {
      const next = line.indexOf(delimiter, at)
      cells.push(next < 0 ? line.slice(at) : line.slice(at, next))
      if (next < 0) return cells
      at = next + 1
      continue
    }
    let value = ''
    let end = -1
    for (let quote = start + 1; quote < line.length; quote++) {
      if (line[quote] !== '"') value += line[quote]
      else if (closes(line, quote, delimiter) && !(line[quote + 1] === '"')) {
        end = quote
        break
      } else {
        value += '"'
        // An escaped quote, unless the second one ends the cell.
        if (line[quote + 1] === '"' && !closes(line, quote + 1, delimiter)) quote++
      }
    }
    if (end < 0) return null
    cells.push(value)
    if (end + 1 >= line.length) return cells
    at = end + 2
  }
}

/** Takes quotes as letters, as in `"best" lamp,90`. Not for a cell whose quote is never closed. */
function splitPlain(line: string, delimiter: string): string[] | null {
  const cells = line.split(delimiter)
  const isOpen = (cell: string) => (cell.match(/"/g)?.length ?? 0) % 2 === 1
  return cells.some((cell) => /^\s*"/.test(cell) && isOpen(cell)) ? null : cells
}
