import { Fragment, type Node, Slice } from '@tiptap/pm/model'

/** Numbers of a text's citations and footnotes. */
export function getFootnoteNumbers(content: Node | Fragment): number[] {
  const found: number[] = []
  content.descendants((node) => {
    if (node.type.name === 'citation' || node.type.name === 'footnote') found.push(Number(node.attrs.n))
  })
  return found
}

/** Footnotes of pasted text with numbers that are free in the document. A mark without its footnote is text: its number is another source's here. */
export function withFreeFootnotes(slice: Slice, doc: Node, takenNumbers: readonly number[]): Slice {
  const defined = new Set<number>()
  slice.content.descendants((node) => {
    if (node.type.name === 'footnote') defined.add(Number(node.attrs.n))
  })
  let last = Math.max(0, ...takenNumbers, ...getFootnoteNumbers(doc))
  const numbers = new Map([...defined].sort((a, b) => a - b).map((n) => [n, ++last]))
  const map = (content: Fragment): Fragment =>
    Fragment.from(
      content.content.map((node) => {
        const n = numbers.get(Number(node.attrs.n))
        if (node.type.name === 'citation')
          return n ? node.type.create({ n }, null, node.marks) : node.type.schema.text(`[${node.attrs.n}]`, node.marks)
        if (node.isLeaf) return node
        const inner = map(node.content)
        return node.type.name === 'footnote' ? node.type.create({ n }, inner) : node.copy(inner)
      }),
    )
  return new Slice(map(slice.content), slice.openStart, slice.openEnd)
}
