import type { Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { spaceBetween } from '../join-continuation.ts'
import type { Missing } from './score-panel.tsx'

export type Range = { from: number; to: number }

/** Where words stand in the editor's document; null when they are there no more. */
export function findWords(editor: Editor, words: string): { from: number; to: number } | null {
  const wanted = words.replace(/\s+/g, ' ').trim()
  if (wanted === '') return null
  let found: { from: number; to: number } | null = null
  editor.state.doc.descendants((node, at) => {
    if (found || !node.isTextblock) return !found
    // Citations and pictures count one place and no letter.
    const ranges: number[] = []
    let text = ''
    node.descendants((child, offset) => {
      if (!child.isText) return
      for (let index = 0; index < child.text!.length; index++) {
        const letter = child.text![index]!
        if (/\s/.test(letter) && /\s$/.test(text)) continue
        text += /\s/.test(letter) ? ' ' : letter
        ranges.push(at + 1 + offset + index)
      }
    })
    const start = text.indexOf(wanted)
    if (start >= 0) found = { from: ranges[start]!, to: ranges[start + wanted.length - 1]! + 1 }
    return false
  })
  return found
}

/** Marks the words and brings them into view. */
export function goToWords(editor: Editor | null, words: string) {
  if (!editor) return
  const position = findWords(editor, words)
  if (!position) return
  editor.chain().setTextSelection(position).focus(null, { scrollIntoView: false }).run()
  const { node } = editor.view.domAtPos(position.from)
  const element = node instanceof HTMLElement ? node : node.parentElement
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** Every place where the document has the term, whole and in any case. */
export function findTerm(doc: Node, term: string): Range[] {
  const words = term
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  if (words === '') return []
  // Languages without spaces have no sign where a word ends.
  const whole = noSpaces.test(term) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`
  const pattern = new RegExp(whole, 'giu')
  const ranges: Range[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    // Citations and images count one place and no letter.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const { index, 0: found } of text.matchAll(pattern))
      ranges.push({ from: at + 1 + index, to: at + 1 + index + found.length })
    return false
  })
  return ranges
}

/**
 * Where a sentence about something is proposed: the end of the paragraph the cursor is in, else of the last paragraph of the
 * cursor's section. Null: the section has none.
 */
export function findSentencePosition({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): number | null {
  const { $to } = selection
  if ($to.parent.type.name === 'paragraph') return $to.end()
  let position: number | null = null
  const own = $to.index(0)
  let at = 0
  for (let index = 0; index < doc.childCount; index++) {
    const node = doc.child(index)
    if (node.type.name === 'heading') {
      if (index > own) break
      position = null
    }
    if (node.type.name === 'paragraph') position = at + 1 + node.content.size
    at += node.nodeSize
  }
  return position
}

/** Puts a text behind the paragraph's own at `place`, with the space that belongs between them. Touches nothing else. */
export function insertSentence(tr: Transaction, position: number, parsed: Node): Transaction {
  const $position = tr.doc.resolve(position)
  const only = parsed.childCount === 1 && parsed.firstChild!.isTextblock ? parsed.firstChild! : null
  if (!only) return tr.insert($position.after(1), parsed.content)
  const before = $position.parent.textBetween(0, $position.parentOffset, undefined, '\ufffc')
  const gap = spaceBetween(before, only.textContent)
  return tr.insert(
    position,
    gap === '' ? only.content : Fragment.from(tr.doc.type.schema.text(gap)).append(only.content),
  )
}

/** Puts a missing question or heading behind the block the cursor is in, as a heading of its own. */
export function addHeading(editor: Editor | null, { part, text }: Missing) {
  if (!editor) return
  const { $to } = editor.state.selection
  const after = $to.depth > 0 ? $to.after(1) : editor.state.doc.content.size
  const heading = text.charAt(0).toUpperCase() + text.slice(1)
  const line = part === 'questions' && !/[?？؟]$/.test(heading) ? `${heading}?` : heading
  editor
    .chain()
    .insertContentAt(after, [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: line }] },
      { type: 'paragraph' },
    ])
    .focus(after + line.length + 3)
    .run()
}

/** Puts an empty table behind the block the cursor is in: where it stood, it would take the place of what is selected. */
export function addTable(editor: Editor | null) {
  if (!editor) return
  const { $to } = editor.state.selection
  const after = $to.depth > 0 ? $to.after(1) : editor.state.doc.content.size
  editor
    .chain()
    .insertContentAt(after, { type: 'paragraph' })
    .setTextSelection(after + 1)
    .focus()
    .insertTable({ rows: 3, cols: 3, withHeaderRow: true })
    .run()
}

const noSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
