import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { findAll, type MatchOptions, type Range } from './find-in-text.ts'

export type Query = MatchOptions & { text: string }

/** `current`: index of the selected match. -1 without matches. */
export type FindState = { query: Query; ranges: Range[]; current: number }

const key = new PluginKey<FindState>('find')
type Change = { query: Query; near: number } | { current: number }

const emptyQuery: Query = { text: '', matchCase: false, wholeWord: false }

const search = (doc: Node, query: Query, near: number): FindState => {
  const ranges = findAll(doc, query.text, query)
  const next = ranges.findIndex(({ to }) => to > near)
  return { query, ranges, current: ranges.length === 0 ? -1 : Math.max(0, next) }
}

/** Highlights the matches of a query, also while the text changes. */
export const createFindPlugin = () =>
  new Plugin<FindState>({
    key,
    state: {
      init: () => ({ query: emptyQuery, ranges: [], current: -1 }),
      apply(tr, state) {
        const change = tr.getMeta(key) as Change | undefined
        if (change && 'query' in change) return search(tr.doc, change.query, change.near)
        if (change) return { ...state, current: change.current }
        if (!tr.docChanged) return state
        return search(tr.doc, state.query, tr.mapping.map(state.ranges[state.current]?.from ?? 0, 1))
      },
    },
    props: {
      decorations(state) {
        const { ranges, current } = key.getState(state)!
        return DecorationSet.create(
          state.doc,
          ranges.map(({ from, to }, at) =>
            Decoration.inline(from, to, { class: at === current ? 'find-match find-match-current' : 'find-match' }),
          ),
        )
      },
    },
  })

export const removeFindPlugin = (editor: Editor) => !editor.isDestroyed && editor.unregisterPlugin(key)

export const getFindState = (state: EditorState): FindState | undefined => key.getState(state)

/** Searches from the cursor on. */
export function setQuery(tr: Transaction, query: Query): Transaction {
  return tr.setMeta(key, { query, near: tr.selection.from } satisfies Change).setMeta('addToHistory', false)
}

/** Goes to the next match, or the previous one, and around at the ends. */
export function moveCurrent(state: EditorState, by: 1 | -1): Transaction | null {
  const { ranges, current } = key.getState(state)!
  if (ranges.length === 0) return null
  const next = (current + by + ranges.length) % ranges.length
  return state.tr.setMeta(key, { current: next } satisfies Change).setMeta('addToHistory', false)
}

/**
 * Replaces matches, as one undo step. The words keep their format, and matches never have a citation in them, so none is
 * lost.
 */
export function replaceMatches(state: EditorState, ranges: readonly Range[], text: string): Transaction {
  const tr = closeHistory(state.tr)
  for (const { from, to } of [...ranges].sort((a, b) => b.from - a.from)) {
    if (text === '') tr.delete(from, to)
    else tr.insertText(text, from, to)
  }
  const { query } = key.getState(state)!
  return tr.setMeta(key, { query, near: tr.mapping.map(ranges[0]?.to ?? 0) } satisfies Change)
}
