import type { Editor } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { spaceBetween } from '../../../rules/generation/cleaning/join-continuation.ts'
import type { Missing } from '../../document/score-panel.tsx'

export type Range = { from: number; to: number }

/** Returns the position of words in the editor's document, or null if they're no longer there. */
export function findWords(editor: Editor, words: string): { from: number; to: number } | null {
  const searched = words.replace(/\s+/g, ' ').trim()
  if (searched === '') return null
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
    const start = text.indexOf(searched)
    if (start >= 0) found = { from: ranges[start]!, to: ranges[start + searched.length - 1]! + 1 }
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
export const findTerm = (doc: Node, term: string): Range[] =>
  findAll(doc, term.trim(), { matchCase: false, wholeWord: true })

export type MatchOptions = { matchCase: boolean; wholeWord: boolean }

/** Returns all matches inside one block each. Citations and images are never part of one. */
export function findAll(doc: Node, term: string, { matchCase, wholeWord }: MatchOptions): Range[] {
  if (term.trim() === '' || term.includes(atom)) return []
  const words = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
  // Languages without spaces have no word boundaries.
  const whole = !wholeWord || noSpaces.test(term) ? words : `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`
  const pattern = new RegExp(whole, matchCase ? 'gu' : 'giu')
  const ranges: Range[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    // Citations and images take one position and have no characters.
    const text = node.textBetween(0, node.content.size, undefined, atom)
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
export function addHeading(editor: Editor | null, { part, text, level = 2 }: Missing & { level?: number }) {
  if (!editor) return
  const { $to } = editor.state.selection
  const after = $to.depth > 0 ? $to.after(1) : editor.state.doc.content.size
  const heading = text.charAt(0).toUpperCase() + text.slice(1)
  const line = part === 'questions' && !/[?？؟]$/.test(heading) ? `${heading}?` : heading
  editor
    .chain()
    .insertContentAt(after, [
      { type: 'heading', attrs: { level }, content: [{ type: 'text', text: line }] },
      { type: 'paragraph' },
    ])
    .focus(after + line.length + 3)
    .run()
}

/** Links the selected words, or inserts the title as a link at the cursor. */
export function addLink(editor: Editor | null, { title, url }: { title: string; url: string }) {
  if (!editor) return
  const { selection, doc } = editor.state
  const { from, to, $from, $to } = selection
  if (!selection.empty && $from.sameParent($to)) {
    editor.chain().focus().setLink({ href: url }).run()
    return
  }
  const gap = spaceBetween(doc.textBetween($from.start(), from, undefined, atom), title)
  editor
    .chain()
    .focus()
    .insertContentAt(to, [
      ...(gap === '' ? [] : [{ type: 'text', text: gap }]),
      { type: 'text', text: title, marks: [{ type: 'link', attrs: { href: url } }] },
    ])
    .unsetMark('link')
    .run()
}

/** Where words can become a link: outside of headings, code and other links. Null if they're nowhere else. */
export function findLinkRange(doc: Node, words: string): Range | null {
  const link = doc.type.schema.marks.link
  const code = doc.type.schema.marks.code
  return (
    findTerm(doc, words).find(({ from, to }) => {
      const { parent } = doc.resolve(from)
      if (parent.type.name === 'heading' || parent.type.spec.code) return false
      return ![link, code].some((mark) => mark && doc.rangeHasMark(from, to, mark))
    }) ?? null
  )
}

/** Links words where they stand in a sentence, and scrolls there. False if they aren't there any more. */
export function linkWords(editor: Editor, words: string, url: string): boolean {
  const range = findLinkRange(editor.state.doc, words)
  if (!range) return false
  const { link } = editor.schema.marks
  if (!link) return false
  editor.view.dispatch(editor.state.tr.addMark(range.from, range.to, link.create({ href: url })))
  editor.chain().setTextSelection(range.to).focus(null, { scrollIntoView: true }).run()
  return true
}

/** Stands for citations, images and line breaks, which take one position. */
const atom = '\ufffc'

const noSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
