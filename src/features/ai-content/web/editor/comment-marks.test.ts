import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createCommentMarks,
  findComment,
  getCommentAt,
  getMark,
  getSelectedPassage,
  type MarkedComment,
  setActiveComment,
  setComments,
} from './comment-marks.ts'
import { textExtensions } from './editor-extensions.ts'
import { markdownFor } from './editor-markdown.ts'
import { findTerm } from './find/find-in-text.ts'

const schema = getSchema(textExtensions)
const { parse } = markdownFor(schema)

function stateWith(markdown: string, comments: MarkedComment[]) {
  const plugins = [createCommentMarks({ descriptionId: 'marked', onChoose: () => {} })]
  const state = EditorState.create({ doc: parse(markdown), plugins })
  return state.apply(setComments(state.tr, comments))
}

const comment = (id: string, quote: string, prefix = '', suffix = ''): MarkedComment => ({ id, quote, prefix, suffix })

/** The marked text, blocks divided by a line. */
function getMarked(state: EditorState, id: string) {
  const range = getMark(state, id)
  return range && state.doc.textBetween(range.from, range.to, '\n')
}

/** What a screen gets of the marks. */
const getShown = (state: EditorState) =>
  state.plugins[0]!.getState(state)
    .marks.find()
    .map((mark: { type: { attrs: Record<string, string> } }) => mark.type.attrs)

test('passages are marked over formats, citations and blocks, and comments without one aren’t', () => {
  const state = stateWith('## Brew\n\nSteep **it for** 16[^1] hours.\n\n- Then serve.\n', [
    comment('a', 'it for 16 hours.'),
    comment('b', 'hours. Then serve.'),
    comment('c', 'boil it'),
  ])
  expect(getMarked(state, 'a')).toBe('it for 16 hours.')
  expect(getMarked(state, 'b')).toBe('hours.\nThen serve.')
  expect(getMark(state, 'c')).toBeNull()
  expect(getCommentAt(state, getMark(state, 'b')!.from + 1)).toBe('a')
  expect(getCommentAt(state, 1)).toBeNull()
  expect(getShown(state)).toEqual(
    ['b', 'a'].map((id) => ({
      ...{ nodeName: 'mark', class: 'comment-mark', 'data-comment': id, 'aria-describedby': 'marked' },
    })),
  )
})

test('a mark follows edits, also those inside it, and ends when its passage is deleted', () => {
  let state = stateWith('First.\n\nSteep it well.\n', [comment('a', 'Steep it well.')])
  state = state.apply(state.tr.insertText('New words. ', 1))
  expect(getMarked(state, 'a')).toBe('Steep it well.')
  const inside = getMark(state, 'a')!.from + 5
  state = state.apply(state.tr.insertText(' all of', inside))
  expect(getMarked(state, 'a')).toBe('Steep all of it well.')
  // The passage isn't there any more when the comments are read again.
  expect(getMark(state.apply(setComments(state.tr, [comment('a', 'Steep it well.')])), 'a')).toBeNull()
  const { from, to } = getMark(state, 'a')!
  state = state.apply(state.tr.delete(from - 1, to + 1))
  expect(getMark(state, 'a')).toBeNull()
})

test('a passage that is cut is marked again where it’s pasted, once the text rests', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const view = { state: stateWith('Steep it well.\n\nLast.\n', [comment('a', 'Steep it')]), isDestroyed: false }
  const dispatch = (tr: Transaction) => {
    const before = view.state
    view.state = before.apply(tr)
    search.update!({ ...view, dispatch } as never, before)
  }
  const search = view.state.plugins[0]!.spec.view!({ ...view, dispatch } as never)
  const { from, to } = getMark(view.state, 'a')!
  dispatch(view.state.tr.delete(from, to))
  expect(getMark(view.state, 'a')).toBeNull()
  dispatch(view.state.tr.insertText('Steep it. ', findTerm(view.state.doc, 'Last')[0]!.from))
  expect(getMark(view.state, 'a')).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(getMarked(view.state, 'a')).toBe('Steep it')
  // Nothing is left to search.
  dispatch(view.state.tr.insertText('x', 1))
  expect(vi.getTimerCount()).toBe(0)
  search.destroy!()
})

test('a comment without a mark is found by its passage', () => {
  const state = stateWith('First.\n\nSteep it well.\n', [])
  const { from, to } = findComment(state, comment('a', 'Steep it'))!
  expect(state.doc.textBetween(from, to)).toBe('Steep it')
  expect(findComment(state, comment('a', 'Boil it'))).toBeNull()
})

test('the mark stays at its occurrence when the words around it are changed', () => {
  const anchor = comment('a', 'stir it well', 'Later,', 'Then serve.')
  let state = stateWith('First, stir it well.\n\nLater, stir it well. Then serve.\n', [anchor])
  const before = getMark(state, 'a')!
  expect(state.doc.resolve(before.from).index(0)).toBe(1)
  const [later] = findTerm(state.doc, 'Later')
  state = state.apply(state.tr.insertText('First', later!.from, later!.to))
  const [end] = findTerm(state.doc, 'Then serve')
  state = state.apply(state.tr.delete(end!.from, end!.to))
  expect(getMark(state.apply(setComments(state.tr, [anchor])), 'a')).toEqual(before)
})

test('the emphasized mark differs, and keeps its place', () => {
  const comments = [comment('a', 'Steep'), comment('b', 'Serve')]
  let state = stateWith('Steep it. Serve it.\n', comments)
  const places = comments.map(({ id }) => getMark(state, id))
  const getClasses = () => getShown(state).map((attrs: { class: string }) => attrs.class.split(' ').length)
  state = state.apply(setActiveComment(state.tr, 'b'))
  expect(getClasses().sort()).toEqual([1, 2])
  state = state.apply(setComments(state.tr, comments))
  expect(getClasses().sort()).toEqual([1, 2])
  state = state.apply(setActiveComment(state.tr, 'a'))
  state = state.apply(setActiveComment(state.tr, null))
  expect(getClasses()).toEqual([1, 1])
  expect(comments.map(({ id }) => getMark(state, id))).toEqual(places)
})

/** Inserts or deletes text somewhere, but not in the range. Returns where the range is then. */
function editOutside(state: EditorState, range: { from: number; to: number }, at: number, length: number) {
  const { size } = state.doc.content
  const { tr } = state
  // Before or after the passage, by turns.
  const isBefore = at % 2 === 0
  const position = isBefore ? 1 + (at % range.from) : range.to + (at % Math.max(1, size - range.to))
  const end = Math.min(position + length, isBefore ? range.from : size)
  const isText = (where: number) => tr.doc.resolve(where).parent.isTextblock
  if (length % 3 === 0 && isText(position)) tr.insertText('more words '.slice(0, length), position)
  else if (length % 3 === 1 && position < end) tr.delete(position, end)
  else if (isText(position) && position !== range.from && position !== range.to) tr.split(position)
  return tr as Transaction
}

test('a mark survives random edits around it, and is found again in what they left', () => {
  const edits = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 30 })), { maxLength: 40 })
  const text = `## One\n\nSome words before it. Steep it for 16 hours. Some words after it.\n\n- A list\n- of two\n\nThe end of it.\n`
  fc.assert(
    fc.property(edits, (list) => {
      const anchor = comment('a', 'Steep it for 16 hours', 'Some words before it.', 'Some words after it.')
      let state = stateWith(text, [anchor])
      const node = () => getMarked(state, 'a')
      for (const [at, length] of list) {
        const range = getMark(state, 'a')!
        state = state.apply(editOutside(state, range, at, length))
        ;(state.doc as Node).check()
        expect(node()).toBe('Steep it for 16 hours')
      }
      const mapped = getMark(state, 'a')
      state = state.apply(setComments(state.tr, [anchor]))
      expect(getMark(state, 'a')).toEqual(mapped)
    }),
  )
})

test('whatever is edited, a mark is in the text and never empty', () => {
  const edits = fc.array(fc.tuple(fc.nat(200), fc.nat(20), fc.constantFrom('', 'x', 'new words ')), { maxLength: 30 })
  fc.assert(
    fc.property(edits, (list) => {
      let state = stateWith('Steep it for 16 hours. Serve it.\n\nSteep it again.\n', [
        comment('a', 'for 16 hours. Serve'),
        comment('b', 'it.\n\nSteep'),
      ])
      for (const [at, length, words] of list) {
        const from = Math.min(at, state.doc.content.size)
        const to = Math.min(from + length, state.doc.content.size)
        const { tr } = state
        tr.deleteRange(from, to)
        if (tr.doc.resolve(from).parent.isTextblock) tr.insertText(words, from)
        state = state.apply(tr)
        for (const id of ['a', 'b']) {
          const range = getMark(state, id)
          if (!range) continue
          expect(range.from).toBeLessThan(range.to)
          expect(range.to).toBeLessThanOrEqual(state.doc.content.size)
        }
      }
    }),
  )
})

test('a new comment knows the passage and the words around it', () => {
  const state = EditorState.create({ doc: parse('First, stir it well.\n\nThen **serve** it.\n') })
  const [{ from }, { to }] = [findTerm(state.doc, 'well')[0]!, findTerm(state.doc, 'serve')[0]!]
  const { tr } = state
  const selected = state.apply(tr.setSelection(TextSelection.create(tr.doc, from, to)))
  expect(getSelectedPassage(selected)).toEqual({
    quote: 'well. Then serve',
    prefix: 'First, stir it',
    suffix: 'it.',
  })
  expect(getSelectedPassage(state).quote).toBe('')
})
