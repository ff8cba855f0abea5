import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { findTerm, type Range } from './find/find-in-text.ts'

type State = { term: string; ranges: Range[] } | null

const key = new PluginKey<State>('term')
const stateFor = (doc: Node, term: string): State => ({ term, ranges: findTerm(doc, term) })

/** Highlights all matches of a term. The text itself never changes. */
export const TermMark = Extension.create({
  name: 'termMark',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => null,
        apply(tr, state) {
          const set = tr.getMeta(key) as { term: string | null } | undefined
          if (set) return set.term === null ? null : stateFor(tr.doc, set.term)
          return state && tr.docChanged ? stateFor(tr.doc, state.term) : state
        },
      },
      props: {
        decorations(state) {
          const ranges = key.getState(state)?.ranges ?? []
          return DecorationSet.create(
            state.doc,
            ranges.map(({ from, to }) => Decoration.inline(from, to, { class: 'term-mark' })),
          )
        },
      },
    }),
  ],
})

/** Highlights the term and scrolls to its first match. Null ends the highlight. Returns the number of matches. */
export function markTerm(editor: Editor | null, term: string | null): number {
  if (!editor || editor.isDestroyed) return 0
  editor.view.dispatch(editor.state.tr.setMeta(key, { term }).setMeta('addToHistory', false))
  const ranges = key.getState(editor.state)?.ranges ?? []
  if (ranges[0]) {
    const { node } = editor.view.domAtPos(ranges[0].from)
    const element = node instanceof HTMLElement ? node : node.parentElement
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }
  return ranges.length
}
