import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useRef } from 'react'
import { apiUrl } from '#web/calls/api.ts'
import { useSessionRenewals } from '#web/session/use-session-renewals.ts'
import type { Document } from '../../contract.ts'
import type { Autosave } from './saving/autosave.ts'
import { toMarkdown } from './use-text-editor.ts'

const pollMs = 2500

type DocumentEventsOptions = {
  id: string
  /** Then live editing follows the document. */
  editable: boolean
  editor: Editor | null
  autosave: Autosave | null
  fetchItem: () => Promise<Document>
  /** Shows a new server state in the editor. */
  adopt: (item: Document) => void
  /** Takes the status of a server state whose text isn't shown. */
  onStatus: (item: Document) => void
  /** While this tab's stream writes, or others write in the text too, nothing is fetched. */
  isBusy: () => boolean
  getStatus: () => string
}

type Changed = { version: number; status: string }

/** Follows changes by other tabs and the server. Returns what takes an event of one: it's shown, unless there is unsaved text. */
export function useDocumentChanges(options: DocumentEventsOptions) {
  const { id, editor, autosave, editable } = options
  const latest = useRef(options)
  latest.current = options
  const running = useRef<{ over: boolean; timer: ReturnType<typeof setTimeout> | null } | null>(null)

  const refresh = useCallback(async () => {
    const { editor, autosave, fetchItem, adopt, onStatus, isBusy } = latest.current
    const run = running.current
    if (!editor || !autosave || !run) return
    if (run.timer) clearTimeout(run.timer)
    if (run.over || isBusy()) return
    try {
      const now = await fetchItem()
      if (run.over || isBusy()) return
      const hasChanged = now.version > autosave.saved.version || now.status === 'writing'
      // Very recent typing counts as unsaved too, although autosave doesn't know it yet.
      const typed = autosave.dirty || toMarkdown(editor) !== autosave.saved.content_md
      if (hasChanged && !typed) adopt(now)
      else onStatus(now)
      // Text generated elsewhere grows without a new version, so it's polled.
      if (now.status === 'writing') run.timer = setTimeout(() => void refresh(), pollMs)
    } catch {
      // The request failed. The event stream reconnects and sends the state again.
    }
  }, [])

  useEffect(() => {
    if (!editor || !autosave) return
    const run = { over: false, timer: null as ReturnType<typeof setTimeout> | null }
    running.current = run
    return () => {
      run.over = true
      if (run.timer) clearTimeout(run.timer)
    }
  }, [editor, autosave])

  const onChanged = useCallback(
    ({ version, status }: Changed) => {
      const { autosave, isBusy, getStatus } = latest.current
      if (!autosave) return
      const known = version <= autosave.saved.version && status === getStatus()
      if (!isBusy() && !known) void refresh()
    },
    [refresh],
  )
  useDocumentEvents(id, editor !== null && autosave !== null && !editable, onChanged)
  return onChanged
}

/** The stream for those who only read. It ends with the session and reopens with the next one. */
function useDocumentEvents(id: string, isReady: boolean, onChanged: (changed: Changed) => void) {
  const renewals = useSessionRenewals()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renewals` reopens it
  useEffect(() => {
    if (!isReady) return
    const source = new EventSource(apiUrl(`/ai/events/${id}`), { withCredentials: true })
    source.addEventListener('changed', (event) =>
      onChanged(JSON.parse((event as MessageEvent<string>).data) as Changed),
    )
    return () => source.close()
  }, [isReady, id, renewals, onChanged])
}
