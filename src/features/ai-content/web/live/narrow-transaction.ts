import type { Node } from '@tiptap/pm/model'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { changeTo } from '../generation/generation-region.ts'

/**
 * A change of others comes as a replacement of the whole text. This makes it one of what differs, so that marked passages, scroll
 * position and earlier history stay where they are.
 */
export function narrowTransaction(state: EditorState, tr: Transaction): Transaction {
  if (!tr.docChanged) return tr
  const next = state.tr
  changeBlocks(next, tr.doc)
  if (!next.doc.eq(tr.doc)) return tr
  next.setMeta('addToHistory', false)
  const sync: unknown = tr.getMeta(ySyncPluginKey)
  if (sync !== undefined) next.setMeta(ySyncPluginKey, sync)
  if (tr.selectionSet) next.setSelection(Selection.fromJSON(next.doc, tr.selection.toJSON()))
  if (tr.scrolledIntoView) next.scrollIntoView()
  return next
}

function changeBlocks(tr: Transaction, next: Node) {
  const { doc } = tr
  if (doc.childCount !== next.childCount) {
    changeTo(tr, { from: 0, to: doc.content.size }, [...next.children])
    return
  }
  // From the end, so that positions before stay.
  let at = doc.content.size
  for (let index = doc.childCount - 1; index >= 0; index--) {
    const block = doc.child(index)
    at -= block.nodeSize
    if (!block.eq(next.child(index))) changeTo(tr, { from: at, to: at + block.nodeSize }, [next.child(index)])
  }
}

/** The view with narrower changes, for the plugin that binds it to a Yjs doc. */
export const withNarrowChanges = (view: EditorView): EditorView =>
  new Proxy(view, {
    get(target, key) {
      if (key === 'dispatch') return (tr: Transaction) => target.dispatch(narrowTransaction(target.state, tr))
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
