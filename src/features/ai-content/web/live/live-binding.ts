import type { Editor } from '@tiptap/core'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { Plugin, Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import {
  defaultDeleteFilter,
  defaultProtectedNodes,
  yCursorPlugin,
  yCursorPluginKey,
  ySyncPlugin,
  ySyncPluginKey,
  yUndoPlugin,
  yUndoPluginKey,
} from '@tiptap/y-tiptap'
import { Doc, UndoManager } from 'yjs'
import type { LiveCaret, LivePerson, LiveSession } from '../../contract-live.ts'
import type { SharedUndo, UndoStorage } from '../editor/shared-undo.ts'
import { showText } from '../generation/generation-region.ts'
import { createCaretAwareness } from './caret-awareness.ts'
import { type About, getText, isReadable, readAbout, readText, watchAbout, writeAbout } from './live-document.ts'
import { createLiveProvider } from './live-provider.ts'
import type { LiveEvent, LiveTransport } from './live-transport.ts'
import { withNarrowChanges } from './narrow-transaction.ts'
import './carets.css'

export { makeSeed } from './live-document.ts'

export type LiveBinding = NonNullable<ReturnType<typeof bindLiveSession>>

type BindingSettings = {
  editor: Editor
  client: string
  session: LiveSession
  transport: Pick<LiveTransport, 'update' | 'presence'>
  /** Merges the session's text with what was typed since the saved one. Null: not now. */
  mergeTyped: (shared: Node) => { text: Node | null; about: (shared: About) => About } | null
  onAbout: (about: About) => void
  onEnded: (end: { hasUnsent: boolean; reason: 'ended' | 'refused' }) => void
  /** What is waiting to be stored changed, or the text did. */
  onChange: () => void
}

/**
 * Binds a running editor to a live session: its text becomes the session's, and its changes everyone's. Everything else of the editor
 * stays. Null if the session's text can't be shown or merged now.
 */
export function bindLiveSession(settings: BindingSettings) {
  const { editor, client, session, transport, mergeTyped, onAbout, onEnded, onChange } = settings
  const doc = new Doc()
  let trouble: { code: string } | null = null
  const provider = createLiveProvider({
    doc,
    session,
    send: transport.update,
    onEnded(end) {
      unbind()
      onEnded(end)
    },
    onUnsent: () => {
      trouble = null
      onChange()
    },
    onTrouble(error) {
      trouble = error ?? { code: 'unavailable' }
      onChange()
    },
  })
  const shared = isReadable(doc) ? readText(doc, editor.schema) : null
  const typed = shared && mergeTyped(shared.doc)
  if (!shared || !typed) {
    provider.stop()
    return null
  }

  showText(editor, shared.doc)
  const about = readAbout(doc)
  const ownAbout = typed.about(about)
  const awareness = createCaretAwareness({
    client,
    send: (caret: LiveCaret) => void transport.presence(caret).catch(() => undefined),
  })
  const undoManager = createUndoManager(doc)
  const { undoRedo } = editor.storage as unknown as { undoRedo: UndoStorage }
  const plugins = [
    createSyncPlugin(doc, shared.mapping),
    createUndoPlugin(undoManager),
    yCursorPlugin(awareness as never, { cursorBuilder: showCaret, selectionBuilder: showSelection }) as Plugin,
  ]
  editor.registerPlugin(plugins[0]!, (_plugin, others) => [...plugins, ...others])
  undoRedo.shared = createSharedUndo(editor, undoManager)
  const stopWatching = watchAbout(doc, (origin) => origin === provider, onAbout)
  doc.on('update', onChange)
  if (typed.text) showText(editor, typed.text)
  writeAbout(doc, ownAbout, provider)
  onAbout(ownAbout)

  let isBound = true
  function unbind() {
    if (!isBound) return
    isBound = false
    undoRedo.shared = null
    stopWatching()
    awareness.close()
    doc.off('update', onChange)
    editor.unregisterPlugin([yCursorPluginKey, yUndoPluginKey, ySyncPluginKey])
    undoManager.destroy()
    doc.destroy()
  }

  return {
    epoch: provider.epoch,
    get seq() {
      return provider.seq
    },
    get hasUnsent() {
      return provider.hasUnsent
    },
    /** Why changes can't be stored now. */
    get trouble() {
      return provider.hasUnsent ? trouble : null
    },
    hasChangesAfter: provider.hasChangesAfter,
    receive(event: LiveEvent) {
      provider.receive(event)
      if (event.event === 'carets') awareness.setCarets(event.data.items)
    },
    setPeople: (people: LivePerson[]) => awareness.setPeople(people),
    setAbout: (about: About) => writeAbout(doc, about, provider),
    flush: () => provider.flush(),
    /** Leaves the session. The text stays in the editor. */
    leave() {
      provider.stop()
      unbind()
    },
  }
}

function createSyncPlugin(doc: Doc, mapping: ReturnType<typeof readText>['mapping']): Plugin {
  const plugin = ySyncPlugin(getText(doc), { mapping }) as Plugin
  const { view } = plugin.spec
  plugin.spec.view = (editorView: EditorView) => view!.call(plugin, withNarrowChanges(editorView))
  return plugin
}

const createUndoManager = (doc: Doc) =>
  new UndoManager(getText(doc), {
    trackedOrigins: new Set([ySyncPluginKey]),
    deleteFilter: (item) => defaultDeleteFilter(item, defaultProtectedNodes),
    captureTransaction: ({ meta }) => meta.get('addToHistory') !== false,
  })

/** The views of all plugins are made again when one is added, such as the one that finds text. The history outlives that. */
function createUndoPlugin(undoManager: UndoManager): Plugin {
  const plugin = yUndoPlugin({ undoManager } as never) as Plugin
  const { view } = plugin.spec
  let isBegun = false
  plugin.spec.view = (editorView: EditorView) => {
    if (!isBegun) view!.call(plugin, editorView)
    isBegun = true
    return {}
  }
  return plugin
}

/** Undoes one's own changes: those in the session, then those before it. */
export function createSharedUndo(editor: Pick<Editor, 'state' | 'view'>, undoManager: UndoManager): SharedUndo {
  /** Changes before the session that were undone since the last change. */
  let earlier = 0
  undoManager.on('stack-item-added', ({ origin }: { origin: unknown }) => {
    if (origin !== undoManager) earlier = 0
  })
  // It's mapped through what others wrote, and Yjs doesn't record it as a change to undo.
  const dispatch = (tr: Transaction) => editor.view.dispatch(tr.setMeta('addToHistory', false))
  return {
    canUndo: () => undoManager.undoStack.length > 0 || undoDepth(editor.state) > 0,
    canRedo: () => undoManager.redoStack.length > 0 || (earlier > 0 && redoDepth(editor.state) > 0),
    undo() {
      if (undoManager.undoStack.length > 0) return undoManager.undo() !== null
      const isUndone = undo(editor.state, dispatch)
      if (isUndone) earlier++
      return isUndone
    },
    redo() {
      if (earlier > 0) {
        earlier--
        return redo(editor.state, dispatch)
      }
      return undoManager.redoStack.length > 0 && undoManager.redo() !== null
    },
  }
}

type ShownUser = { name: string; colorIndex: number }

/** The list of people says who is there. A screen reader would read names in the middle of words. */
function showCaret({ name, colorIndex }: ShownUser): HTMLElement {
  const caret = document.createElement('span')
  caret.className = `live-caret live-color-${colorIndex}`
  caret.setAttribute('aria-hidden', 'true')
  const label = document.createElement('span')
  label.className = 'live-caret-name'
  label.textContent = name
  // A word joiner keeps the line from breaking at the caret.
  caret.append('\u2060', label, '\u2060')
  return caret
}

const showSelection = ({ colorIndex }: ShownUser) => ({ class: `live-selection live-color-${colorIndex}` })
