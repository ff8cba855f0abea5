import type { Editor } from '@tiptap/core'
import { getSchema } from '@tiptap/core'
import { history } from '@tiptap/pm/history'
import { EditorState, type Plugin, type PluginKey, type PluginView, type Transaction } from '@tiptap/pm/state'
import { textExtensions } from '../editor/editor-extensions.ts'
import { markdownFor } from '../editor/editor-markdown.ts'
import { blockRecording, type UndoStorage } from '../editor/shared-undo.ts'

export const schema = getSchema(textExtensions)
export const { parse, serialize } = markdownFor(schema)

export type FakeEditor = ReturnType<typeof createFakeEditor>

/** The parts of an editor that live editing uses, without a browser: state, plugins, and the views of plugins. */
export function createFakeEditor(markdown: string) {
  const undoRedo: UndoStorage = { shared: null }
  const undo = history()
  blockRecording(undo, () => undoRedo.shared !== null)
  let state = EditorState.create({ doc: parse(markdown), plugins: [undo] })
  let views: PluginView[] = []
  const events = { addEventListener: () => {}, removeEventListener: () => {} }
  const view = {
    get state() {
      return state
    },
    dom: events,
    hasFocus: () => false,
    dispatch(tr: Transaction) {
      const before = state
      state = state.applyTransaction(tr).state
      for (const each of views) each.update?.(view as never, before)
    },
  }
  const setPlugins = (plugins: readonly Plugin[]) => {
    for (const each of views) each.destroy?.()
    state = state.reconfigure({ plugins })
    views = state.plugins.flatMap((plugin) => plugin.spec.view?.(view as never) ?? [])
  }
  return {
    schema,
    view,
    storage: { undoRedo },
    isDestroyed: false,
    get state() {
      return state
    },
    registerPlugin(
      plugin: Plugin,
      place: (plugin: Plugin, plugins: Plugin[]) => Plugin[] = (one, all) => [...all, one],
    ) {
      setPlugins(place(plugin, [...state.plugins]))
    },
    unregisterPlugin(keys: PluginKey[]) {
      const names = keys.map((key) => (key as unknown as { key: string }).key)
      setPlugins(state.plugins.filter((plugin) => !names.includes((plugin as unknown as { key: string }).key)))
    },
    markdown: () => serialize(state.doc),
    /** Inserts text into a paragraph, as typed. */
    type: (at: number, text: string) => view.dispatch(state.tr.insertText(text, at)),
    asEditor() {
      return this as unknown as Editor
    },
  }
}
