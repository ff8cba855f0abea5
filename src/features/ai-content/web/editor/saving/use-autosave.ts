import type { Editor } from '@tiptap/core'
import { useEffect, useMemo, useState } from 'react'
import { AppError } from '#kit/errors.ts'
import { api } from '#web/calls/api.ts'
import { sessionRecovery } from '#web/session/session-recovery.ts'
import { aiContentContract, type Document, type ScoredDocument } from '../../../contract.ts'
import { normalMarkdown } from '../use-text-editor.ts'
import { type Autosave, createAutosave, type Saved, type SaveState } from './autosave.ts'
import { type Draft, readUnsaved, removeUnsaved, storeUnsaved, type UnsavedText } from './unsaved-draft.ts'

type AutosaveOptions = {
  editor: Editor | null
  loaded: ScoredDocument
  /** The document as the server saved it. */
  onItem: (item: Document) => void
  onState: (state: SaveState) => void
  /** The live session that the text comes from, if it's in one. */
  getEpoch: () => string | null
}

/** Autosave of an open document. Null until the editor is there. Its lifetime is that of `useSavingOnExit`. */
export function useAutosave({ editor, loaded, onItem, onState, getEpoch }: AutosaveOptions): Autosave | null {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks set state or read a ref
  return useMemo(() => {
    if (!editor) return null
    return createAutosave({
      saved: normal({ ...loaded, outline: loaded.outline }),
      send: async (draft, version) => {
        if (!navigator.onLine) throw new AppError('unavailable', 'You’re offline.', { reason: 'offline' })
        const epoch = getEpoch()
        const live = epoch ? { live: { epoch, seq: draft.seq ?? 0 } } : {}
        const { item } = await api(aiContentContract.update, { _id: loaded._id, version, ...sendable(draft), ...live })
        onItem(item)
        return { ...draft, version: item.version }
      },
      backUp: (text) => storeUnsaved(localStorage, loaded._id, text),
      forget: () => removeUnsaved(localStorage, loaded._id),
      onState,
    })
    function normal({ title, content_md, outline, version }: Saved): Saved {
      return { title, content_md: normalMarkdown(editor!, content_md), outline, version }
    }
  }, [editor, loaded])
}

/** An empty title isn't saved; the previous one stays. */
function sendable({ title, content_md, outline }: Draft) {
  return { ...(title.trim() ? { title: title.trim() } : {}), content_md, outline: outline.slice(0, 200) }
}

/** Text that this browser backed up when the page closed before it was saved. */
export function useUnsavedText(autosave: Autosave | null, id: string, editable: boolean) {
  const [unsaved, setUnsaved] = useState<UnsavedText | null>(null)
  useEffect(() => {
    if (!autosave || !editable) return
    const stored = readUnsaved(localStorage, id)
    if (stored && (stored.content_md !== autosave.saved.content_md || stored.title !== autosave.saved.title))
      setUnsaved(stored)
    else if (stored) removeUnsaved(localStorage, id)
  }, [autosave, editable, id])
  return {
    unsaved,
    dropUnsaved() {
      removeUnsaved(localStorage, id)
      setUnsaved(null)
    },
    hideUnsaved: () => setUnsaved(null),
  }
}

/** Saves when the connection or the session is back and when the screen is left, and warns before unsaved text is closed. */
export function useSavingOnExit(autosave: Autosave | null) {
  useEffect(() => {
    if (!autosave) return
    const retry = () => void autosave.flush()
    const stop = sessionRecovery.subscribe(() => {
      if (!sessionRecovery.getState().declined) retry()
    })
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (autosave.dirty && autosave.state.kind !== 'saved') event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => {
      stop()
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', onBeforeUnload)
      // Leaving the screen saves pending changes. They're backed up too, in case that fails.
      void autosave.flush()
      autosave.close()
    }
  }, [autosave])
}
