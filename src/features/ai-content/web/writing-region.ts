import type { Editor } from '@tiptap/core'
import { Extension } from '@tiptap/core'
import { type Node, Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { countWords } from '../markdown-text.ts'
import { settledLength } from './blocks.ts'
import { markdownFor } from './text-markdown.ts'

type Range = { from: number; to: number }

const key = new PluginKey<Range | null>('writing')

/** The part of the text that is being written: it cannot be typed into until it is settled, everything else can. */
export const WritingRegion = Extension.create({
  name: 'writingRegion',
  addProseMirrorPlugins: () => [
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
    }),
  ],
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

/** The last place of the range where a letter could stand. */
function endOfText(doc: Node, { from, to }: Range) {
  let end = to
  doc.nodesBetween(from, Math.max(from, to), (node, at) => {
    if (node.isTextblock) end = at + node.nodeSize - 1
  })
  return Math.min(end, doc.content.size)
}

/** Where a text that comes goes: in place of `from`–`to`, going on from the Markdown `opening`. */
export type Region = Range & { opening: string }

/** The whole text, written anew. */
export const wholeText = (editor: Editor): Region => ({ from: 0, to: editor.state.doc.content.size, opening: '' })

/** The end of the text: what comes may go on in its last paragraph. */
export function endOfDocument(editor: Editor): Region {
  const { doc } = editor.state
  const { serialize } = markdownFor(editor.schema)
  let last = doc.childCount - 1
  while (last >= 0 && doc.child(last).isTextblock && doc.child(last).content.size === 0) last--
  let from = 0
  for (let at = 0; at < last; at++) from += doc.child(at).nodeSize
  const opening = last < 0 ? '' : serialize(doc.type.create(null, doc.child(last)))
  return { from: last < 0 ? 0 : from, to: doc.content.size, opening }
}

/** The section of one of the text's headings, heading and all; null when it has fewer. */
export function sectionAt(editor: Editor, index: number): Region | null {
  const found = headingNodes(editor.state.doc)
  const heading = found[index]
  if (!heading) return null
  const next = found.slice(index + 1).find(({ node }) => node.attrs.level <= heading.node.attrs.level)
  return { from: heading.at, to: next?.at ?? editor.state.doc.content.size, opening: '' }
}

/** The headings at the top of the document, in order. */
export function headingNodes(doc: Node): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = []
  doc.forEach((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '') found.push({ node, at })
  })
  return found
}

/**
 * Lets Markdown flow into a place of the document. Settled blocks are put in once; the last one is read again with each
 * piece, and of it only what changed is replaced, so that cursor, selection and scroll stay where the person has them.
 * Nothing of it is a step to undo: earlier versions are.
 */
export function createTextFlow(editor: Editor, region: Region) {
  const { parse } = markdownFor(editor.schema)
  let raw = region.opening
  let settledWords = 0
  let begun = false
  const blocksIn = (markdown: string) => (markdown.trim() === '' ? [] : [...parse(markdown).children])

  const replace = (range: Range, nodes: Node[], settledNodes: number) => {
    const { state } = editor
    const { tr } = state
    const before = state.doc.slice(range.from, range.to).content
    const after = state.doc.type.create(null, nodes)
    const start = before.findDiffStart(after.content, 0)
    if (start !== null) {
      const end = before.findDiffEnd(after.content, before.size, after.content.size)!
      const overlap = start - Math.min(end.a, end.b)
      const [a, b] = overlap > 0 ? [end.a + overlap, end.b + overlap] : [end.a, end.b]
      const sameParent = before.size > 0 && state.doc.resolve(range.from + start).depth === after.resolve(start).depth
      if (sameParent) tr.replace(range.from + start, range.from + a, after.slice(start, b))
      else tr.replace(range.from, range.to, new Slice(after.content, 0, 0))
    }
    const settledSize = nodes.slice(0, settledNodes).reduce((sum, node) => sum + node.nodeSize, 0)
    const next = { from: range.from + settledSize, to: range.from + after.content.size }
    tr.setMeta(key, { range: next }).setMeta('addToHistory', false)
    editor.view.dispatch(tr)
  }

  return {
    /** Words of what came and is in the text. */
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
    /** It is over: all of it can be typed into again. */
    end() {
      if (editor.isDestroyed) return
      const { tr, doc, schema } = editor.state
      if (doc.childCount === 0) tr.insert(0, schema.nodes.paragraph!.create())
      editor.view.dispatch(tr.setMeta(key, { range: null }).setMeta('addToHistory', false))
    },
  }
}

/** Where the text that is coming ends on the screen; null while none comes. */
export function writingPlace(editor: Editor): { top: number; bottom: number } | null {
  const range = key.getState(editor.state)
  return range ? editor.view.coordsAtPos(endOfText(editor.state.doc, range)) : null
}

/** Puts another text in place of the present one, touching only what differs; the cursor stays with its words. */
export function showText(editor: Editor, next: Node) {
  const { state } = editor
  const start = state.doc.content.findDiffStart(next.content)
  if (start === null) return
  const end = state.doc.content.findDiffEnd(next.content)!
  const overlap = start - Math.min(end.a, end.b)
  const [a, b] = overlap > 0 ? [end.a + overlap, end.b + overlap] : [end.a, end.b]
  const tr = state.tr.setMeta(key, { range: null }).setMeta('addToHistory', false)
  const sameParent = state.doc.resolve(start).depth === next.resolve(start).depth
  if (sameParent) tr.replace(start, a, next.slice(start, b))
  if (!sameParent || !tr.doc.eq(next)) {
    const whole = state.tr.setMeta(key, { range: null }).setMeta('addToHistory', false)
    editor.view.dispatch(whole.replaceWith(0, state.doc.content.size, next.content))
    return
  }
  editor.view.dispatch(tr)
}
