import { Fragment, type Node, Slice } from '@tiptap/pm/model'

/**
 * Pasted tables as they are after saving: the first row is the head, columns have one alignment, and merged cells have their text in
 * their first place.
 */
export const withPlainTables = (slice: Slice): Slice =>
  new Slice(mapFragment(slice.content), slice.openStart, slice.openEnd)

const mapFragment = (content: Fragment): Fragment =>
  Fragment.from(
    content.content.map((node) => {
      if (node.type.name === 'table') return toPlainTable(node)
      return node.isTextblock || node.isLeaf ? node : node.copy(mapFragment(node.content))
    }),
  )

type Cell = { content: Fragment; align: string | null }

function toPlainTable(table: Node): Node {
  const { tableCell, tableHeader, tableRow, paragraph } = table.type.schema.nodes
  const rows: (Cell | undefined)[][] = Array.from({ length: table.childCount }, () => [])
  table.forEach((row, _, at) => {
    let column = 0
    row.forEach((cell) => {
      while (rows[at]![column]) column++
      const { colspan = 1, rowspan = 1, align = null } = cell.attrs
      for (let down = 0; down < rowspan && at + down < rows.length; down++)
        for (let right = 0; right < colspan; right++)
          rows[at + down]![column + right] = {
            content: down + right === 0 ? cell.content : Fragment.from(paragraph!.create()),
            align,
          }
      column += colspan
    })
  })
  const columns = Math.max(1, ...rows.map((cells) => cells.length))
  const aligns = Array.from({ length: columns }, (_, column) => getAlign(rows.map((cells) => cells[column])))
  return table.type.create(
    null,
    rows.map((cells, at) =>
      tableRow!.create(
        null,
        aligns.map((align, column) =>
          (at === 0 ? tableHeader! : tableCell!).create(
            { align },
            cells[column]?.content ?? Fragment.from(paragraph!.create()),
          ),
        ),
      ),
    ),
  )
}

/** The alignment of most cells below the head. */
function getAlign([head, ...body]: (Cell | undefined)[]): string | null {
  const filled = body.filter((cell) => cell !== undefined && cell.content.size > 2)
  const [align] = ['right', 'center'].filter(
    (one) => filled.filter((cell) => cell!.align === one).length * 2 > filled.length,
  )
  return align ?? (filled.length === 0 ? (head?.align ?? null) : null)
}
