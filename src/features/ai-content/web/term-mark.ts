import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { placesOfTerm, type Range } from './find-in-text.ts'

type State = { term: string; places: Range[] } | null

const key = new PluginKey<State>('term')
const stateFor = (doc: Node, term: string): State => ({ term, places: placesOfTerm(doc, term) })

/** Highlights a term wherever the text has it. The text itself is never changed. */
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
          const places = key.getState(state)?.places ?? []
          return DecorationSet.create(
            state.doc,
            places.map(({ from, to }) => Decoration.inline(from, to, { class: 'term-mark' })),
          )
        },
      },
    }),
  ],
})

/** Highlights the term and brings its first place into view; null ends it. Answers how often the text has it. */
export function markTerm(editor: Editor | null, term: string | null): number {
  if (!editor || editor.isDestroyed) return 0
  editor.view.dispatch(editor.state.tr.setMeta(key, { term }).setMeta('addToHistory', false))
  const places = key.getState(editor.state)?.places ?? []
  if (places[0]) {
    const { node } = editor.view.domAtPos(places[0].from)
    const element = node instanceof HTMLElement ? node : node.parentElement
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }
  return places.length
}
