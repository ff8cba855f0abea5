import type { Node } from '@tiptap/pm/model'
import { toCodeSpan, toInlineMarkdown } from './inline-markdown.ts'

/** A table as rows of cells for Markdown, whose tables have one line per cell and no merged cells. */
export type TableText = { rows: string[][]; aligns: (string | null)[] }

export function getTableText(table: Node): TableText {
  const rows: string[][] = Array.from({ length: table.childCount }, () => [])
  const aligns: (string | null)[] = []
  table.forEach((row, _, at) => {
    let column = 0
    row.forEach((cell) => {
      while (rows[at]![column] !== undefined) column++
      const { colspan = 1, rowspan = 1, align = null } = cell.attrs
      const text = getLines(cell).join('<br>').replace(/\|/g, '\\|')
      // A merged cell's text is in its first place, and the others are empty, so that all columns keep their values.
      for (let down = 0; down < rowspan && at + down < rows.length; down++)
        for (let right = 0; right < colspan; right++) rows[at + down]![column + right] = down + right === 0 ? text : ''
      if (at === 0) for (let right = 0; right < colspan; right++) aligns[column + right] = align
      column += colspan
    })
  })
  const columns = Math.max(1, ...rows.map((cells) => cells.length))
  return {
    rows: rows.map((cells) => Array.from({ length: columns }, (_, at) => cells[at] ?? '')),
    aligns: Array.from({ length: columns }, (_, at) => aligns[at] ?? null),
  }
}

/** The lines of a cell: its paragraphs, and items of its lists with their signs as text. */
function getLines(cell: Node): string[] {
  const lines = cell.children.flatMap((block) => getBlockLines(block))
  while (lines.length > 0 && lines[0] === '') lines.shift()
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  return lines
}

function getBlockLines(block: Node): string[] {
  const { name } = block.type
  if (name === 'codeBlock')
    return block.textContent.split('\n').map((line) => (line.trim() === '' ? '' : toCodeSpan(line)))
  if (block.isTextblock) return [toInlineMarkdown(block, '<br>').trim()]
  if (name === 'bulletList' || name === 'orderedList')
    return block.children.flatMap((item, at) => {
      const { checked } = item.attrs
      const sign = name === 'orderedList' ? `${Number(block.attrs.start ?? 1) + at}. ` : '• '
      const [first = '', ...rest] = getLines(item)
      return [(checked === null ? sign : checked ? '☑ ' : '☐ ') + first, ...rest]
    })
  if (name === 'table') return getTableText(block).rows.map((cells) => cells.filter(Boolean).join(', '))
  return block.isLeaf ? [] : block.children.flatMap((child) => getBlockLines(child))
}
