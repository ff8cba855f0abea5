import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { indexPassages, type PassageAnchor } from '#features/review/rules/passage-index.ts'
import type { Range } from './find/find-in-text.ts'

export type MarkedComment = PassageAnchor & { id: string }

type State = {
  comments: readonly MarkedComment[]
  /** Id of the comment that is emphasized. */
  active: string | null
  /** Each with the id of its comment as `spec.id`. */
  marks: DecorationSet
  /** A passage isn't in the text, where an edit may bring it back. */
  isIncomplete: boolean
}

type Change = { comments: readonly MarkedComment[] } | { active: string | null }

type CommentMarksOptions = {
  /** Id of the element that says what a mark is. */
  descriptionId: string
  /** A mark was clicked, or its comment was asked for by key. Null: the text beside the emphasized mark was clicked. */
  onChoose(id: string | null, by: 'pointer' | 'key'): void
}

const key = new PluginKey<State>('commentMarks')
const searchDelayMs = 700

/** Marks the passages of comments. The marks follow edits. The text is searched when the comments change and, for a passage that isn't in it, when it rests. */
export function createCommentMarks({ descriptionId, onChoose }: CommentMarksOptions) {
  const toMark = ({ from, to }: Range, id: string, active: string | null) =>
    Decoration.inline(
      from,
      to,
      {
        nodeName: 'mark',
        class: id === active ? 'comment-mark comment-mark-active' : 'comment-mark',
        'data-comment': id,
        'aria-describedby': descriptionId,
      },
      { id },
    )

  const apply = (tr: Transaction, state: State): State => {
    const change = tr.getMeta(key) as Change | undefined
    let { marks, isIncomplete } = state
    if (tr.docChanged) {
      const onRemove = () => {
        isIncomplete = true
      }
      marks = marks.map(tr.mapping, tr.doc, { onRemove })
    }
    if (change && 'active' in change) {
      const { active } = change
      const changed = marks.find(undefined, undefined, ({ id }) => id === active || id === state.active)
      const next = changed.map(({ from, to, spec }) => toMark({ from, to }, spec.id, active))
      return { ...state, isIncomplete, active, marks: marks.remove(changed).add(tr.doc, next) }
    }
    if (change) {
      const { comments } = change
      const found = findPassages(tr.doc, comments, (id) => findMark(marks, id)?.from)
      const next = [...found].map(([id, range]) => toMark(range, id, state.active))
      return {
        ...state,
        comments,
        isIncomplete: next.length < comments.length,
        marks: DecorationSet.create(tr.doc, next),
      }
    }
    return tr.docChanged ? { ...state, marks, isIncomplete } : state
  }

  return new Plugin<State>({
    key,
    state: {
      init: () => ({ comments: [], active: null, marks: DecorationSet.empty, isIncomplete: false }),
      apply,
    },
    props: {
      decorations: (state) => key.getState(state)?.marks,
      handleClick(view, position, event) {
        if (event.button !== 0) return false
        const id = getCommentAt(view.state, position)
        if (id === null && key.getState(view.state)?.active == null) return false
        // Choosing redraws the mark, and the editor then writes its own selection back: that has to be the click's.
        if (!event.shiftKey)
          view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position))))
        onChoose(id, 'pointer')
        return false
      },
      handleKeyDown(view, event) {
        if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
        const id = getCommentAt(view.state, view.state.selection.head)
        if (id !== null) onChoose(id, 'key')
        return id !== null
      },
    },
    view: createSearch,
  })
}

export const removeCommentMarks = (editor: Editor) => !editor.isDestroyed && editor.unregisterPlugin(key)

/** Searches passages that aren't in the text once it rests, as they may have been pasted. */
function createSearch() {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    update(view: EditorView, previous: EditorState) {
      if (view.state.doc === previous.doc || !key.getState(view.state)?.isIncomplete) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        const comments = key.getState(view.state)?.comments
        if (comments && !view.isDestroyed) view.dispatch(setComments(view.state.tr, comments))
      }, searchDelayMs)
    },
    destroy: () => clearTimeout(timer),
  }
}

/** Where the passages are. `getPosition`: where one was, which decides between several. */
function findPassages(
  doc: Node,
  comments: readonly MarkedComment[],
  getPosition: (id: string) => number | undefined,
): Map<string, Range> {
  const found = new Map<string, Range>()
  if (comments.length === 0) return found
  const texts: string[] = []
  const positions: number[] = []
  const offsets: number[] = []
  let length = 0
  doc.descendants((node, position) => {
    if (!node.isText) return
    texts.push(node.text!)
    positions.push(position)
    offsets.push(length)
    length += node.text!.length
  })
  const toOffset = (position: number | undefined) => {
    const text = position === undefined ? -1 : positions.findLastIndex((start) => start <= position)
    return text < 0 ? undefined : offsets[text]! + position! - positions[text]!
  }
  const index = indexPassages(texts)
  for (const { id, ...anchor } of comments) {
    const range = index.find(anchor, toOffset(getPosition(id)))
    if (!range) continue
    const [first, last] = [index.locate(range.from), index.locate(range.to - 1)]
    found.set(id, { from: positions[first.text]! + first.offset, to: positions[last.text]! + last.offset + 1 })
  }
  return found
}

/** Of a passage over several blocks, an edit may leave several parts. */
function findMark(marks: DecorationSet, id: string): Range | null {
  const parts = marks.find(undefined, undefined, (spec) => spec.id === id)
  if (parts.length === 0) return null
  return { from: Math.min(...parts.map(({ from }) => from)), to: Math.max(...parts.map(({ to }) => to)) }
}

/** The comment on what is at a position: of several, the one on the shortest passage. */
export function getCommentAt(state: EditorState, position: number): string | null {
  const marks = key.getState(state)?.marks.find(position, position) ?? []
  const [shortest] = marks.toSorted((a, b) => a.to - a.from - (b.to - b.from))
  return shortest ? shortest.spec.id : null
}

/** Where the passage of a comment is. Null: it isn't in the text any more. */
export const getMark = (state: EditorState, id: string): Range | null =>
  findMark(key.getState(state)?.marks ?? DecorationSet.empty, id)

/** Marks the passages of these comments instead of those before. */
export const setComments = (tr: Transaction, comments: readonly MarkedComment[]): Transaction =>
  tr.setMeta(key, { comments } satisfies Change).setMeta('addToHistory', false)

/** Emphasizes the passage of a comment. Null ends that. */
export const setActiveComment = (tr: Transaction, active: string | null): Transaction =>
  tr.setMeta(key, { active } satisfies Change).setMeta('addToHistory', false)

/** Where the passage of a comment is, which has no mark if it's resolved. Null: it isn't in the text any more. */
export const findComment = (state: EditorState, comment: MarkedComment): Range | null =>
  getMark(state, comment.id) ?? findPassages(state.doc, [comment], () => undefined).get(comment.id) ?? null

/** Selects a comment's passage, emphasizes its mark and scrolls there. */
export function showComment(editor: Editor, comment: MarkedComment) {
  const range = findComment(editor.state, comment)
  if (!range) return
  editor.view.dispatch(setActiveComment(editor.state.tr, comment.id))
  editor.chain().setTextSelection(range).focus(null, { scrollIntoView: false }).run()
  const { node } = editor.view.domAtPos(range.from)
  const element = node instanceof HTMLElement ? node : node.parentElement
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

const maxContext = 100

/** The selected passage, with what is before and after it. Empty without a selection. */
export function getSelectedPassage({ doc, selection: { from, to, empty } }: EditorState): PassageAnchor {
  if (empty) return { quote: '', prefix: '', suffix: '' }
  const read = (start: number, end: number) => doc.textBetween(start, end, ' ').replace(/\s+/g, ' ').trim()
  return {
    quote: read(from, to),
    prefix: read(Math.max(0, from - 2 * maxContext), from).slice(-maxContext),
    suffix: read(to, Math.min(doc.content.size, to + 2 * maxContext)).slice(0, maxContext),
  }
}
