import { Extension } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { getFootnoteLabels, replaceFootnoteMarks } from '#kit/markdown/footnote-sources.ts'
import { createMarkdownReader } from '#kit/markdown/markdown-parser.ts'
import { createTextParser } from '../editor-markdown.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { getFootnoteNumbers } from './pasted-footnotes.ts'

export type MarkdownPasteOptions = {
  /** Numbers of sources that the text has or had, which footnotes of pasted text don't get. */
  getTakenNumbers: () => readonly number[]
}

/** Plain text that is Markdown is pasted as what it means. Undo gives the plain text, and so does pasting without formatting. */
export const MarkdownPaste = Extension.create<MarkdownPasteOptions>({
  name: 'markdownPaste',
  addOptions: () => ({ getTakenNumbers: () => [] }),
  addProseMirrorPlugins() {
    const { options } = this
    let isPlain = false
    return [
      new Plugin({
        props: {
          clipboardTextParser(_text, _context, plain) {
            isPlain = plain
            // Without a slice, the editor reads the text itself.
            return null!
          },
          handlePaste(view, event) {
            const wasPlain = isPlain
            isPlain = false
            const text = event.clipboardData?.getData('text/plain') ?? ''
            const html = event.clipboardData?.getData('text/html') ?? ''
            if (wasPlain || !view.editable || hasFormats(html)) return false
            return pasteMarkdown(view, text, options.getTakenNumbers())
          },
        },
      }),
    ]
  },
})

const format = /<(?:h[1-6]|[uo]l|li|table|t[dh]|a|b|strong|em|i|s|img|blockquote|code|sup)[\s>/]|data-pm-slice/i

/** Whether HTML says more than its text: code editors copy every line as colored words. */
export const hasFormats = (html: string) => format.test(html.replace(/<!--[\s\S]*?-->/g, ''))

type View = { state: EditorState; dispatch: (transaction: Transaction) => void }

/** Returns false for text that isn't Markdown, or where the selection takes only plain text. */
export function pasteMarkdown(view: View, pasted: string, takenNumbers: readonly number[] = []): boolean {
  const text = pasted.replace(/\r\n?/g, '\n').replace(/\u200b/g, '')
  const { state } = view
  const { $from } = state.selection
  if ($from.parent.type.spec.code || !looksLikeMarkdown(text)) return false
  const { schema } = state
  const taken = [...takenNumbers, ...getFootnoteNumbers(state.doc)]
  const parsed = parserFor(schema)(withFreeNumbers(text, taken))
  // Markdown has no tables in cells.
  const isInCell = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(
    ({ type }) => type.spec.tableRole === 'cell' || type.spec.tableRole === 'header_cell',
  )
  if (isInCell && parsed.children.some(({ type }) => type.name === 'table')) return false

  const raw = closeHistory(state.tr).replaceSelection(toPlainSlice(schema, text))
  view.dispatch(raw.setMeta('paste', true).setMeta('preventAutolink', true))
  // Something in the editor keeps the place from being changed.
  if (view.state.doc.eq(state.doc)) return true
  const formatted = closeHistory(view.state.tr)
  for (let at = raw.steps.length - 1; at >= 0; at--) formatted.step(raw.steps[at]!.invert(raw.docs[at]!))
  formatted.setSelection(Selection.fromJSON(formatted.doc, state.selection.toJSON()))
  formatted.replaceSelection(Slice.maxOpen(parsed.content, false))
  view.dispatch(formatted.setMeta('paste', true).setMeta('uiEvent', 'paste').scrollIntoView())
  return true
}

const reader = createMarkdownReader()
// Between letters or figures a star is a star, as in "2*3*4", which formatted text beside it would make bold.
reader.inline.ruler.before('emphasis', 'star_in_word', (state, silent) => {
  const stars = /^\*+/.exec(state.src.slice(state.pos, state.pos + 8))?.[0]
  const isInWord = /[\p{Script=Latin}\p{N}]/u
  if (
    !stars ||
    !isInWord.test(state.src[state.pos - 1] ?? '') ||
    !isInWord.test(state.src[state.pos + stars.length] ?? '')
  )
    return false
  if (!silent) state.pending += stars
  state.pos += stars.length
  return true
})

const parsers = new WeakMap<Schema, (markdown: string) => Node>()

function parserFor(schema: Schema) {
  const known = parsers.get(schema) ?? createTextParser(schema, reader)
  parsers.set(schema, known)
  return known
}

/** Lines as paragraphs. */
function toPlainSlice(schema: Schema, text: string): Slice {
  const lines = text.split(/\n+/).map((line) => schema.nodes.paragraph!.create(null, line ? schema.text(line) : null))
  return Slice.maxOpen(Fragment.from(lines))
}

/** Footnotes that the text defines get numbers that are free here. Marks of others would name sources of this document, so they're text. */
function withFreeNumbers(text: string, taken: readonly number[]): string {
  let last = Math.max(0, ...taken)
  const numbers = new Map(getFootnoteLabels(text).map((label) => [label, ++last]))
  return replaceFootnoteMarks(text, (label) => {
    const n = numbers.get(label)
    return n === undefined ? `\\[^${label}\\]` : `[^${n}]`
  })
}
