import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { type Node, Slice } from '@tiptap/pm/model'
import { type Selection, TextSelection } from '@tiptap/pm/state'
import { markdownFor } from '../editor/editor-markdown.ts'
import type { ParagraphChange } from './paragraph-changes.ts'

type Range = { from: number; to: number }
type Part = Pick<Editor, 'state' | 'schema'>

/** The range of a selection inside text. Selecting everything selects from the first character to the last. */
export function getTextRange(doc: Node, { from, to, $from, $to }: Selection | (Range & Partial<Selection>)): Range {
  const [start, end] = [$from ?? doc.resolve(from), $to ?? doc.resolve(to)]
  if (start.parent.isTextblock && end.parent.isTextblock) return { from, to }
  const between = TextSelection.between(start, end)
  return { from: between.from, to: between.to }
}

/** Whether the selection goes beyond one paragraph, list or table. */
export function selectsBlocks({ state: { doc, selection } }: Pick<Editor, 'state'>): boolean {
  const { from, to } = getTextRange(doc, selection)
  return doc.resolve(from).index(0) !== doc.resolve(to).index(0)
}

/** Returns the Markdown of a range: words of one paragraph, or blocks with their marks. */
export function getMarkdown({ state: { doc }, schema }: Part, range: Range): string {
  const { serialize } = markdownFor(schema)
  const { from, to } = getTextRange(doc, range)
  const [start, end] = [doc.resolve(from), doc.resolve(to)]
  if (!start.sameParent(end)) return serialize(doc.cut(from, to))
  const inline = start.parent.cut(start.parentOffset, end.parentOffset).content
  return serialize(doc.type.create(null, schema.nodes.paragraph!.create(null, inline)))
}

/** Replaces a range with Markdown, as one undo step. Whole blocks are replaced as such, so their types can change. */
export function replaceWithMarkdown({ state, schema }: Part, range: Range, markdown: string) {
  const parsed = markdownFor(schema).parse(markdown)
  const only = parsed.childCount === 1 && parsed.firstChild!.isTextblock ? parsed.firstChild! : null
  const { from, to } = getTextRange(state.doc, range)
  const [start, end] = [state.doc.resolve(from), state.doc.resolve(to)]
  const tr = closeHistory(state.tr)
  if (only && start.sameParent(end)) return tr.replaceWith(from, to, only.content)
  const isWhole = from <= firstPosition(state.doc, start.index(0)) && to >= lastPosition(state.doc, end.index(0))
  if (isWhole && start.depth > 0) return tr.replaceWith(start.before(1), end.after(1), parsed.content)
  return tr.replaceRange(from, to, Slice.maxOpen(parsed.content))
}

function firstPosition(doc: Node, index: number): number {
  let at = getStart(doc, index)
  for (let node: Node | null = doc.child(index); node && !node.isText && !node.isLeaf; node = node.firstChild) {
    at++
    if (node.isTextblock) break
  }
  return at
}

function lastPosition(doc: Node, index: number): number {
  let at = getStart(doc, index) + doc.child(index).nodeSize
  for (let node: Node | null = doc.child(index); node && !node.isText && !node.isLeaf; node = node.lastChild) {
    at--
    if (node.isTextblock) break
  }
  return at
}

function getStart(doc: Node, index: number): number {
  let at = 0
  for (let child = 0; child < index; child++) at += doc.child(child).nodeSize
  return at
}

/** The document's blocks as Markdown, and which of them a selection touches. */
export function getBlocks({ state: { doc }, schema }: Part, range: Range | null) {
  const { serialize } = markdownFor(schema)
  const [first, last] = range
    ? [doc.resolve(range.from).index(0), Math.min(doc.childCount - 1, doc.resolve(range.to).index(0))]
    : [0, doc.childCount - 1]
  const nodes = doc.children.slice(first, last + 1)
  return { first, nodes, blocks: nodes.map((node) => serialize(doc.type.create(null, node))) }
}

/**
 * Replaces the changed blocks, as one undo step. Blocks that were edited in the meantime stay; returns how many were
 * replaced.
 * @param nodes the blocks the changes were made for, of which `index` counts
 */
export function applyParagraphChanges(editor: Editor, nodes: readonly Node[], changes: ParagraphChange[]): number {
  const { state, schema, view } = editor
  const tr = closeHistory(state.tr)
  const positions = new Map<Node, number>()
  state.doc.forEach((node, at) => {
    positions.set(node, at)
  })
  let replaced = 0
  for (const { index, after } of [...changes].sort((a, b) => b.index - a.index)) {
    const node = nodes[index]
    const at = node && positions.get(node)
    if (node === undefined || at === undefined) continue
    tr.replaceWith(at, at + node.nodeSize, markdownFor(schema).parse(after).content)
    replaced++
  }
  if (replaced > 0) view.dispatch(tr)
  return replaced
}
