import type { Editor } from '@tiptap/core'
import { findSentencePosition, type Range } from '../editor/find/find-in-text.ts'
import { getTextRange } from './block-range.ts'

const aroundCharacters = 2000

/** The selection without spaces at its ends. */
export function getTrimmedSelection({ state: { doc, selection } }: Editor): Range {
  const { from, to } = getTextRange(doc, selection)
  const text = doc.textBetween(from, to, '\n', ' ')
  const lead = /^\s*/.exec(text)![0]
  const trail = /\s*$/.exec(text)![0]
  const oneBlock = doc.resolve(from).sameParent(doc.resolve(to))
  return oneBlock && text.trim() !== '' ? { from: from + lead.length, to: to - trail.length } : { from, to }
}

/** Where a new sentence goes. A section without a paragraph gets an empty one. */
export function getSentenceRange(editor: Editor): Range {
  if (findSentencePosition(editor.state) === null) addParagraph(editor)
  const position = findSentencePosition(editor.state) ?? editor.state.selection.to
  return { from: position, to: position }
}

function addParagraph({ state, schema, view }: Editor) {
  const { $to } = state.selection
  const after = $to.depth > 0 ? $to.after(1) : state.doc.content.size
  view.dispatch(state.tr.insert(after, schema.nodes.paragraph!.create()))
}

/** The text before and after a range, for the model. */
export function getTextAroundRange({ state: { doc } }: Editor, { from, to }: Range) {
  return {
    before: doc.textBetween(Math.max(0, from - 3000), from, '\n\n').slice(-aroundCharacters),
    after: doc.textBetween(to, Math.min(doc.content.size, to + 3000), '\n\n').slice(0, aroundCharacters),
  }
}
