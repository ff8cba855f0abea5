import { type Editor, Extension } from '@tiptap/core'
import { type Node, Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { settledLength } from '../../rules/markdown-blocks.ts'
import { countWords } from '../../rules/markdown-text.ts'
import { markdownFor } from '../editor/editor-markdown.ts'

type Range = { from: number; to: number }

const key = new PluginKey<Range | null>('writing')

/** Marks the part of the text that is being written. It's read-only until it's finished; the rest can be edited. */
export const WritingRegion = Extension.create({
  name: 'writingRegion',
  addProseMirrorPlugins: () => [writingPlugin()],
})

/** The same plugin for an editor without extensions. */
export const writingPlugin = () =>
  new Plugin<Range | null>({
    key,
    state: {
      init: () => null,
      apply(tr, range) {
        const set = tr.getMeta(key) as { range: Range | null } | undefined
        if (set) return set.range
        if (!range || !tr.docChanged) return range
        return { from: tr.mapping.map(range.from, 1), to: tr.mapping.map(range.to, -1) }
      },
    },
    filterTransaction(tr, state) {
      const range = key.getState(state)
      if (!range || !tr.docChanged || tr.getMeta(key)) return true
      return !touches(tr, range)
    },
    props: {
      decorations(state) {
        const range = key.getState(state)
        if (!range) return null
        const marks: Decoration[] = []
        state.doc.forEach((node, at) => {
          if (at >= range.from && at + node.nodeSize <= range.to)
            marks.push(Decoration.node(at, at + node.nodeSize, { class: 'fresh' }))
        })
        marks.push(Decoration.widget(endOfText(state.doc, range), caret, { side: 1, key: 'caret' }))
        return DecorationSet.create(state.doc, marks)
      },
    },
  })

function caret() {
  const element = document.createElement('span')
  element.className = 'writing-caret'
  element.setAttribute('aria-hidden', 'true')
  return element
}

function touches(tr: Transaction, { from, to }: Range) {
  let inside = false
  for (const [at, map] of tr.mapping.maps.entries()) {
    const back = tr.mapping.slice(0, at).invert()
    map.forEach((start, end) => {
      if (back.map(end, -1) > from && back.map(start, 1) < to) inside = true
    })
  }
  return inside
}

/** Returns the last position in the range that can have text. */
function endOfText(doc: Node, { from, to }: Range) {
  let end = to
  doc.nodesBetween(from, Math.max(from, to), (node, at) => {
    if (node.isTextblock) end = at + node.nodeSize - 1
  })
  return Math.min(end, doc.content.size)
}

/** The parts of an editor that streaming needs. */
export type FlowEditor = Pick<Editor, 'state' | 'schema' | 'isDestroyed'> & { view: Pick<Editor['view'], 'dispatch'> }

/** Where streamed text goes: it replaces `from`–`to` and continues the Markdown in `opening`. */
export type Region = Range & { opening: string }

/** Replaces the whole text. */
export const wholeText = (editor: FlowEditor): Region => ({ from: 0, to: editor.state.doc.content.size, opening: '' })

/** Appends to the text, possibly in its last paragraph. */
export function endOfDocument(editor: FlowEditor): Region {
  const { doc } = editor.state
  const { serialize } = markdownFor(editor.schema)
  let last = doc.childCount - 1
  while (last >= 0 && doc.child(last).isTextblock && doc.child(last).content.size === 0) last--
  let from = 0
  for (let at = 0; at < last; at++) from += doc.child(at).nodeSize
  const opening = last < 0 ? '' : serialize(doc.type.create(null, doc.child(last)))
  return { from: last < 0 ? 0 : from, to: doc.content.size, opening }
}

/** Returns the section of one of the text's headings, including the heading. Null if there is no such heading. */
export function sectionAt(editor: FlowEditor, index: number): Region | null {
  const found = headingNodes(editor.state.doc)
  const heading = found[index]
  if (!heading) return null
  const next = found.slice(index + 1).find(({ node }) => node.attrs.level <= heading.node.attrs.level)
  return { from: heading.at, to: next?.at ?? editor.state.doc.content.size, opening: '' }
}

/** Returns the document's top-level headings, in order. */
export function headingNodes(doc: Node): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = []
  doc.forEach((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '') found.push({ node, at })
  })
  return found
}

/**
 * Streams Markdown into a region. Finished blocks are inserted once. The last block is parsed again with each piece and
 * only
 * its changes are applied, so that cursor, selection and scroll position stay. Streaming isn't in the undo history;
 * version
 * history has earlier texts.
 */
export function createTextFlow(editor: FlowEditor, region: Region) {
  const { parse } = markdownFor(editor.schema)
  let raw = region.opening
  let settledWords = 0
  let begun = false
  const blocksIn = (markdown: string) => (markdown.trim() === '' ? [] : [...parse(markdown).children])

  const replace = (range: Range, nodes: Node[], settledNodes: number) => {
    const { tr, doc } = editor.state
    changeTo(tr, range, nodes)
    const settledSize = nodes.slice(0, settledNodes).reduce((sum, node) => sum + node.nodeSize, 0)
    const next = { from: range.from + settledSize, to: range.to + (tr.doc.content.size - doc.content.size) }
    tr.setMeta(key, { range: next }).setMeta('addToHistory', false)
    editor.view.dispatch(tr)
  }

  return {
    /** Number of words inserted. */
    get words() {
      return settledWords + countWords(raw)
    },
    add(text: string) {
      if (editor.isDestroyed) return
      raw += text
      const range = begun ? key.getState(editor.state)! : { from: region.from, to: region.to }
      begun = true
      const length = settledLength(raw)
      const settled = blocksIn(raw.slice(0, length))
      settledWords += countWords(raw.slice(0, length))
      raw = raw.slice(length)
      replace(range, [...settled, ...blocksIn(raw)], settled.length)
    },
    /** Ends streaming and makes the region editable. */
    end() {
      if (editor.isDestroyed) return
      const { tr, doc, schema } = editor.state
      if (doc.childCount === 0) tr.insert(0, schema.nodes.paragraph!.create())
      editor.view.dispatch(tr.setMeta(key, { range: null }).setMeta('addToHistory', false))
    },
  }
}

/** Returns the screen position of the end of the streamed text. Null if nothing is streaming. */
export function getWritingPosition(editor: Editor): { top: number; bottom: number } | null {
  const range = key.getState(editor.state)
  return range ? editor.view.coordsAtPos(endOfText(editor.state.doc, range)) : null
}

/** Replaces the text, changing only what differs, so that the cursor stays with its words. */
export function showText(editor: FlowEditor, next: Node) {
  const { tr, doc } = editor.state
  if (doc.eq(next)) return
  changeTo(tr, { from: 0, to: doc.content.size }, [...next.children])
  editor.view.dispatch(tr.setMeta(key, { range: null }).setMeta('addToHistory', false))
}

/**
 * Changes a range of whole blocks with the smallest edit: the differing characters inside one paragraph, otherwise the
 * differing blocks.
 */
export function changeTo(tr: Transaction, { from, to }: Range, nodes: Node[]) {
  const { doc } = tr
  // A document needs at least one block.
  const attributes =
    nodes.length > 0 || from > 0 || to < doc.content.size ? nodes : [doc.type.schema.nodes.paragraph!.create()]
  const before = doc.type.create(null, doc.slice(from, to).content)
  const after = doc.type.create(null, attributes)
  const start = before.content.findDiffStart(after.content)
  if (start === null) return
  const end = before.content.findDiffEnd(after.content)!
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  const [a, b] = [end.a + overlap, end.b + overlap]
  const inOneTextblock = (node: Node, end: number) =>
    node.resolve(start).parent.isTextblock && node.resolve(start).sameParent(node.resolve(end))
  if (inOneTextblock(before, a) && inOneTextblock(after, b)) {
    const position = after.resolve(start)
    const letters = position.parent.content.cut(position.parentOffset, after.resolve(b).parentOffset)
    tr.replace(from + start, from + a, new Slice(letters, 0, 0))
    return
  }
  let first = 0
  while (first < before.childCount && first < after.childCount && before.child(first).eq(after.child(first))) first++
  let tail = 0
  while (
    tail < Math.min(before.childCount, after.childCount) - first &&
    before.child(before.childCount - 1 - tail).eq(after.child(after.childCount - 1 - tail))
  )
    tail++
  const getSize = (blocks: readonly Node[]) => blocks.reduce((sum, node) => sum + node.nodeSize, 0)
  const startAt = from + getSize(before.children.slice(0, first))
  const endAt = to - getSize(before.children.slice(before.childCount - tail))
  tr.replaceWith(startAt, endAt, after.children.slice(first, after.childCount - tail))
}
