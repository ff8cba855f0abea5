import type { Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { spaceBetween } from '../join-continuation.ts'
import type { Missing } from './score-panel.tsx'

export type Range = { from: number; to: number }

/** Returns the position of words in the editor's document, or null if they're no longer there. */
export function findWords(editor: Editor, words: string): { from: number; to: number } | null {
  const wanted = words.replace(/\s+/g, ' ').trim()
  if (wanted === '') return null
  let found: { from: number; to: number } | null = null
  editor.state.doc.descendants((node, at) => {
    if (found || !node.isTextblock) return !found
    // Citations and images take one position and have no characters.
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

/** Selects the words and scrolls to them. */
export function goToWords(editor: Editor | null, words: string) {
  if (!editor) return
  const position = findWords(editor, words)
  if (!position) return
  editor.chain().setTextSelection(position).focus(null, { scrollIntoView: false }).run()
  const { node } = editor.view.domAtPos(position.from)
  const element = node instanceof HTMLElement ? node : node.parentElement
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** Returns all whole-word matches of the term, ignoring case. */
export function findTerm(doc: Node, term: string): Range[] {
  const words = term
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
  if (words === '') return []
  // Languages without spaces have no word boundaries.
  const whole = noSpaces.test(term) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`
  const pattern = new RegExp(whole, 'giu')
  const ranges: Range[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    // Citations and images take one position and have no characters.
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const { index, 0: found } of text.matchAll(pattern))
      ranges.push({ from: at + 1 + index, to: at + 1 + index + found.length })
    return false
  })
  return ranges
}

/**
 * Returns where to insert a suggested sentence: at the end of the current paragraph, or of the last paragraph in the
 * cursor's section. Null if the section has no paragraph.
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

/** Inserts a sentence at `position`, with white space before it where needed. Nothing else changes. */
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

/** Inserts a missing question or heading as a heading after the current block. */
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

/** Inserts an empty table after the current block, because at the cursor it would replace the selection. */
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
