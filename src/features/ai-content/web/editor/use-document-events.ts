import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'
import { apiUrl } from '#web/calls/api.ts'
import { useSessionRenewals } from '#web/session/use-session-renewals.ts'
import type { Document } from '../../contract.ts'
import type { Autosave } from './saving/autosave.ts'
import { toMarkdown } from './use-text-editor.ts'

const pollMs = 2500

type DocumentEventsOptions = {
  id: string
  editor: Editor | null
  autosave: Autosave | null
  fetchItem: () => Promise<Document>
  /** Shows a new server state in the editor. */
  adopt: (item: Document) => void
  /** Takes the status of a server state whose text isn't shown. */
  onStatus: (item: Document) => void
  /** While this tab's stream writes, nothing is fetched. */
  isStreaming: () => boolean
  getStatus: () => string
}

/** Follows changes by other tabs and the server. The stream ends with the session and reopens with the next one. */
export function useDocumentEvents(options: DocumentEventsOptions) {
  const { id, editor, autosave, fetchItem, adopt, onStatus, isStreaming, getStatus } = options
  const renewals = useSessionRenewals()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renewals` reopens it; the callbacks read refs
  useEffect(() => {
    if (!editor || !autosave) return
    let over = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = async () => {
      if (timer) clearTimeout(timer)
      if (over || isStreaming()) return
      try {
        const now = await fetchItem()
        if (over || isStreaming()) return
        const hasChanged = now.version > autosave.saved.version || now.status === 'writing'
        // Very recent typing counts as unsaved too, although autosave doesn't know it yet.
        const typed = autosave.dirty || toMarkdown(editor) !== autosave.saved.content_md
        if (hasChanged && !typed) adopt(now)
        else onStatus(now)
        // Text generated elsewhere grows without a new version, so it's polled.
        if (now.status === 'writing') timer = setTimeout(refresh, pollMs)
      } catch {
        // The request failed. The event stream reconnects by itself and sends the state again.
      }
    }
    const source = new EventSource(apiUrl(`/ai/events/${id}`), { withCredentials: true })
    source.addEventListener('changed', (event) => {
      const { version, status } = JSON.parse((event as MessageEvent<string>).data) as {
        version: number
        status: string
      }
      const known = version <= autosave.saved.version && status === getStatus()
      if (!isStreaming() && !known) void refresh()
    })
    return () => {
      over = true
      if (timer) clearTimeout(timer)
      source.close()
    }
  }, [editor, autosave, adopt, fetchItem, id, renewals])
}
