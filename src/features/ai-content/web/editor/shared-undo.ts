import type { AnyExtension, Extension } from '@tiptap/core'
import type { EditorState, Plugin, Transaction } from '@tiptap/pm/state'

/** Undo while several people write in the text: only one's own changes. */
export type SharedUndo = { undo(): boolean; redo(): boolean; canUndo(): boolean; canRedo(): boolean }

export type UndoStorage = { shared: SharedUndo | null }

type Command = (props: { tr: Transaction; state: EditorState; dispatch: unknown }) => boolean

/** Tiptap's undo, which leaves its commands to `storage.shared` while that is set, and keeps its earlier history for afterwards. */
export const toSharedUndo = (undoRedo: AnyExtension) =>
  (undoRedo as Extension).extend<object, UndoStorage>({
    addStorage: () => ({ shared: null }),
    addCommands() {
      const alone = this.parent?.() as unknown as Record<'undo' | 'redo', () => Command>
      const { storage } = this
      const command =
        (name: 'undo' | 'redo'): Command =>
        (props) => {
          const { shared } = storage
          if (!shared) return alone[name]()(props)
          props.tr.setMeta('preventDispatch', true)
          if (!props.dispatch) return name === 'undo' ? shared.canUndo() : shared.canRedo()
          return shared[name]()
        }
      return { undo: () => command('undo'), redo: () => command('redo') } as object
    },
    addProseMirrorPlugins() {
      const { storage } = this
      const plugins = this.parent?.() ?? []
      for (const plugin of plugins) blockRecording(plugin, () => storage.shared !== null)
      return plugins
    },
  })

/** While `isShared`, ProseMirror's history maps its earlier changes through new ones and records none. */
export function blockRecording(plugin: Plugin, isShared: () => boolean) {
  const { state } = plugin.spec
  if (!state) return
  const { apply } = state
  state.apply = function (tr, ...rest) {
    return apply.call(this, isShared() ? withoutHistory(tr) : tr, ...rest)
  }
}

const withoutHistory = (tr: Transaction): Transaction =>
  Object.create(tr, {
    getMeta: {
      value: (key: Parameters<Transaction['getMeta']>[0]) => (key === 'addToHistory' ? false : tr.getMeta(key)),
    },
  }) as Transaction
