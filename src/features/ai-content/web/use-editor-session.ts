import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Heading } from '#features/reports/contract.ts'
import { AppError } from '#kit/errors.ts'
import { notify } from '#ui/toast.tsx'
import { api, apiUrl } from '#web/api.ts'
import { sessionRecovery } from '#web/session-recovery.ts'
import { useSessionRenewals } from '#web/use-session-renewals.ts'
import { aiContentContract, type Citation, type Document, type ScoredDocument } from '../contract.ts'
import { createAutosave, type Saved, type SaveState } from './autosave.ts'
import { markdownFor } from './editor-markdown.ts'
import { headingNodes, showText } from './generation-region.ts'
import { getOutline, toPlan } from './outline-model.ts'
import { type Draft, readUnsaved, removeUnsaved, storeUnsaved, type UnsavedText } from './unsaved-draft.ts'
import { useDebouncedMarkdown } from './use-debounced-markdown.ts'
import { normalMarkdown, toMarkdown, useTextEditor } from './use-text-editor.ts'

export type EditorSession = ReturnType<typeof useEditorSession>

const pollMs = 2500

/** State of an open document: the text in the editor, autosave, and changes from other tabs. */
export function useEditorSession(loaded: ScoredDocument, editable: boolean, placeholder: string) {
  const [item, setItem] = useState<Document>({ ...loaded, score: loaded.score?.total ?? null })
  const [citations, setCitations] = useState<Citation[]>(loaded.citations)
  const [title, setTitle] = useState(loaded.title)
  const [plan, setPlan] = useState<Heading[]>(loaded.outline)
  const [headings, setHeadings] = useState<Heading[]>([])
  const [save, setSave] = useState<SaveState>({ kind: 'saved' })
  const [unsaved, setUnsaved] = useState<UnsavedText | null>(null)
  const [writingHeading, setWritingHeading] = useState<string | null>(null)
  /** While this tab's stream writes, changes to the text aren't the user's. */
  const stream = useRef({ on: false, edited: false })
  const { ref: place, editor } = useTextEditor({
    markdown: loaded.content_md,
    editable,
    placeholder,
    images: {
      workspaceId: loaded.workspace_id,
      onAdded: (image) =>
        notify.done(`${image.name} was added to the text and to your images.`, {
          detail: image.alt ? undefined : 'Select the image to add alt text.',
        }),
      onRefused: (sentence) => notify.failed(sentence),
    },
  })
  const latest = useRef({ title, plan, markdown: loaded.content_md, status: item.status })
  latest.current.title = title
  latest.current.plan = plan
  latest.current.status = item.status

  const autosave = useMemo(() => {
    if (!editor) return null
    return createAutosave({
      saved: normal({ ...loaded, outline: loaded.outline }),
      send: async (draft, version) => {
        if (!navigator.onLine) throw new AppError('unavailable', 'You’re offline.', { reason: 'offline' })
        const { item } = await api(aiContentContract.update, { _id: loaded._id, version, ...sendable(draft) })
        setItem(item)
        return { ...draft, version: item.version }
      },
      backUp: (text) => storeUnsaved(localStorage, loaded._id, text),
      forget: () => removeUnsaved(localStorage, loaded._id),
      onState: setSave,
    })
    function normal({ title, content_md, outline, version }: Saved): Saved {
      return { title, content_md: normalMarkdown(editor!, content_md), outline, version }
    }
  }, [editor, loaded])

  const draftNow = useCallback((): Draft => {
    const { title, plan, markdown } = latest.current
    return { title, content_md: markdown, outline: plan }
  }, [])

  const markdown = useDebouncedMarkdown(editor, loaded.content_md, (text) => {
    latest.current.markdown = text
    if (editable && (!stream.current.on || stream.current.edited)) autosave?.change(draftNow())
  })

  // Updates the outline as headings are typed.
  useEffect(() => {
    if (!editor) return
    const read = () => {
      const next = headingNodes(editor.state.doc).map(({ node }) => ({
        type: `h${node.attrs.level}` as Heading['type'],
        text: node.textContent.trim().slice(0, 300),
      }))
      setHeadings((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next))
    }
    const note = ({ transaction }: { transaction: { docChanged: boolean; getMeta: (key: string) => unknown } }) => {
      if (transaction.docChanged && transaction.getMeta('addToHistory') !== false) stream.current.edited = true
    }
    read()
    editor.on('update', read)
    editor.on('transaction', note)
    return () => {
      editor.off('update', read)
      editor.off('transaction', note)
    }
  }, [editor])

  const entries = useMemo(() => getOutline(plan, headings, writingHeading), [plan, headings, writingHeading])

  // Title and plan are saved like the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read from `latest`
  useEffect(() => {
    if (editable && editor && !stream.current.on) autosave?.change(draftNow())
  }, [title, plan])

  // Restores text this browser backed up when the page closed before it was saved.
  useEffect(() => {
    if (!editor || !autosave || !editable) return
    const stored = readUnsaved(localStorage, loaded._id)
    if (stored && (stored.content_md !== autosave.saved.content_md || stored.title !== autosave.saved.title))
      setUnsaved(stored)
    else if (stored) removeUnsaved(localStorage, loaded._id)
  }, [editor, autosave, editable, loaded._id])

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

  /** Shows a new server state. `keepText`: the editor's text is based on it and stays. */
  const adopt = useCallback(
    (next: Document, keepText = false) => {
      if (!editor || !autosave || editor.isDestroyed) return
      setItem(next)
      setCitations(next.citations)
      const content_md = normalMarkdown(editor, next.content_md)
      const saved: Saved = { title: next.title, content_md, outline: next.outline, version: next.version }
      if (!keepText) {
        showText(editor, markdownFor(editor.schema).parse(next.content_md))
        setTitle(next.title)
        latest.current.title = next.title
      }
      setPlan(next.outline)
      latest.current.plan = next.outline
      latest.current.markdown = toMarkdown(editor)
      autosave.adopt(saved, keepText ? draftNow() : saved)
    },
    [editor, autosave, draftNow],
  )

  const fetchItem = useCallback(async (): Promise<Document> => {
    const { item } = await api(aiContentContract.single, { _id: loaded._id })
    return { ...item, score: item.score?.total ?? null }
  }, [loaded._id])

  // Follows changes by other tabs and the server. The stream ends with the session and reopens with the next one.
  const renewals = useSessionRenewals()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renewals` reopens it
  useEffect(() => {
    if (!editor || !autosave) return
    let over = false
    let timer: ReturnType<typeof setTimeout> | null = null
    const refresh = async () => {
      if (timer) clearTimeout(timer)
      if (over || stream.current.on) return
      try {
        const now = await fetchItem()
        if (over || stream.current.on) return
        const hasChanged = now.version > autosave.saved.version || now.status === 'writing'
        // Very recent typing counts as unsaved too, although autosave doesn't know it yet.
        const typed = autosave.dirty || toMarkdown(editor) !== autosave.saved.content_md
        if (hasChanged && !typed) adopt(now)
        else setItem((old) => ({ ...old, status: now.status, error: now.error }))
        // Text generated elsewhere grows without a new version, so it's polled.
        if (now.status === 'writing') timer = setTimeout(refresh, pollMs)
      } catch {
        // The request failed. The event stream reconnects by itself and sends the state again.
      }
    }
    const source = new EventSource(apiUrl(`/ai/events/${loaded._id}`), { withCredentials: true })
    source.addEventListener('changed', (event) => {
      const { version, status } = JSON.parse((event as MessageEvent<string>).data) as {
        version: number
        status: string
      }
      const known = version <= autosave.saved.version && status === latest.current.status
      if (!stream.current.on && !known) void refresh()
    })
    return () => {
      over = true
      if (timer) clearTimeout(timer)
      source.close()
    }
  }, [editor, autosave, adopt, fetchItem, loaded._id, renewals])

  return {
    place,
    editor,
    editable,
    item,
    citations,
    title,
    entries,
    markdown,
    save,
    unsaved,
    autosave,
    adopt,
    fetchItem,
    stream,
    setTitle,
    setWritingHeading,
    setSave,
    addCitation: (citation: Citation) =>
      setCitations((old) => [...old.filter(({ n }) => n !== citation.n), citation].sort((a, b) => a.n - b.n)),
    /** Sets the whole outline: written and planned headings. */
    setPlan(next: readonly Heading[]) {
      latest.current.plan = toPlan(next)
      setPlan(latest.current.plan)
    },
    /** Saves now. Resolves to false if saving failed. */
    async saveNow(): Promise<boolean> {
      if (!editor || !autosave) return false
      latest.current.markdown = toMarkdown(editor)
      autosave.change(draftNow())
      // Text typed during a save is saved in the next round.
      for (let rounds = 0; rounds < 3 && autosave.dirty; rounds++) await autosave.flush()
      return !autosave.dirty
    },
    /** Replaces the text, such as with an earlier version. It's saved like typed text. */
    replaceText(next: { title: string; content_md: string }) {
      if (!editor) return
      const { parse } = markdownFor(editor.schema)
      editor.view.dispatch(
        editor.state.tr.replaceWith(0, editor.state.doc.content.size, parse(next.content_md).content),
      )
      setTitle(next.title)
    },
    /** Applies a merged text, changing only what differs, so that the cursor stays. */
    mergeText(next: { title: string; content_md: string }) {
      if (!editor) return
      showText(editor, markdownFor(editor.schema).parse(next.content_md))
      setTitle(next.title)
      latest.current.title = next.title
    },
    dropUnsaved() {
      removeUnsaved(localStorage, loaded._id)
      setUnsaved(null)
    },
    hideUnsaved: () => setUnsaved(null),
  }
}

/** An empty title isn't saved; the previous one stays. */
function sendable({ title, content_md, outline }: Draft) {
  return { ...(title.trim() ? { title: title.trim() } : {}), content_md, outline: outline.slice(0, 200) }
}
