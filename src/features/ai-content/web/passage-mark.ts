import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export type Passage = { from: number; to: number }
type State = (Passage & { card: HTMLElement }) | null

const key = new PluginKey<State>('passage')

/** The passage that is being rewritten: marked in the text, with a place under it where the proposal stands. */
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
          // A place between letters stays behind what is typed in front of it.
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

/** Where the marked passage stands now, after whatever was typed since. */
export const passageNow = (editor: Editor): Passage | null => key.getState(editor.state) ?? null
