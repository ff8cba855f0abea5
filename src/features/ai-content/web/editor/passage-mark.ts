import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export type Passage = { from: number; to: number }
type State = (Passage & { card: HTMLElement }) | null

const key = new PluginKey<State>('passage')

/** Marks the passage being rewritten and reserves room for the proposal below it. */
export const PassageMark = Extension.create({
  name: 'passageMark',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => null,
        apply(tr, state) {
          const set = tr.getMeta(key) as { state: State } | undefined
          if (set) return set.state
          if (!state || !tr.docChanged) return state
          // An insertion point stays after text typed before it.
          const isPoint = state.from === state.to
          const [from, to] = [tr.mapping.map(state.from, isPoint ? -1 : 1), tr.mapping.map(state.to, -1)]
          return { ...state, from, to: Math.max(from, to) }
        },
      },
      props: {
        decorations(state) {
          const passage = key.getState(state)
          if (!passage) return null
          const position = state.doc.resolve(passage.to)
          const after = position.depth > 0 ? position.after(1) : passage.to
          return DecorationSet.create(state.doc, [
            ...(passage.from < passage.to ? [Decoration.inline(passage.from, passage.to, { class: 'passage' })] : []),
            Decoration.widget(after, passage.card, {
              side: -1,
              key: 'proposal',
              stopEvent: () => true,
              ignoreSelection: true,
            }),
          ])
        },
      },
    }),
  ],
})

export function markPassage(editor: Editor, passage: Passage, card: HTMLElement) {
  editor.view.dispatch(editor.state.tr.setMeta(key, { state: { ...passage, card } }).setMeta('addToHistory', false))
}

export function unmarkPassage(editor: Editor) {
  if (!editor.isDestroyed && key.getState(editor.state))
    editor.view.dispatch(editor.state.tr.setMeta(key, { state: null }).setMeta('addToHistory', false))
}

/** Returns the current position of the marked passage, after any edits since. */
export const passageNow = (editor: Editor): Passage | null => key.getState(editor.state) ?? null
