import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TextImagesOptions } from '#features/images/web/in-text/text-images.ts'
import type { Heading } from '#features/reports/contract.ts'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { aiContentContract, type Citation, type Document, type ScoredDocument } from '../../contract.ts'
import { getOutline, toPlan } from '../document/outline-model.ts'
import { showText } from '../generation/generation-region.ts'
import type { LiveEditing } from '../live/live-editing.ts'
import { useLiveEditing } from '../live/use-live-editing.ts'
import { markdownFor } from './editor-markdown.ts'
import type { Saved, SaveState } from './saving/autosave.ts'
import { useAutosave, useSavingOnExit, useUnsavedText } from './saving/use-autosave.ts'
import { useDebouncedMarkdown } from './saving/use-debounced-markdown.ts'
import { useDocumentChanges } from './use-document-events.ts'
import { useDraft } from './use-draft.ts'
import { normalMarkdown, toMarkdown, useTextEditor } from './use-text-editor.ts'
import { useTextHeadings } from './use-text-headings.ts'
import { createWholeText } from './whole-text.ts'

export type EditorSession = ReturnType<typeof useEditorSession>

/** State of an open document: the text in the editor, autosave, changes from other tabs, and writing with others. */
export function useEditorSession(loaded: ScoredDocument, editable: boolean, placeholder: string) {
  const [item, setItem] = useState<Document>({ ...loaded, score: loaded.score?.total ?? null })
  const [citations, setCitations] = useState<Citation[]>(loaded.citations)
  const [save, setSave] = useState<SaveState>({ kind: 'saved' })
  const [writingHeading, setWritingHeading] = useState<string | null>(null)
  const known = useRef<number[]>([])
  known.current = citations.map(({ n }) => n)
  const { ref: editorRef, editor } = useTextEditor({
    markdown: loaded.content_md,
    editable,
    placeholder,
    images: toTextImages(loaded.workspace_id),
    getTakenNumbers: () => known.current,
  })
  const stream = useWritingStream(editor)
  const live = useRef<LiveEditing | null>(null)
  const draft = useDraft(loaded, live)
  const { title, plan, draftNow, setMarkdown, adoptTitle, adoptPlan } = draft
  const status = useRef(item.status)
  status.current = item.status

  const getEpoch = () => live.current?.epoch ?? null
  const autosave = useAutosave({ editor, loaded, onItem: setItem, onState: setSave, getEpoch })

  const markdown = useDebouncedMarkdown(editor, loaded.content_md, (text) => {
    setMarkdown(text)
    if (editable && (!stream.current.on || stream.current.edited)) autosave?.change(draftNow())
  })

  const headings = useTextHeadings(editor)
  const entries = useMemo(() => getOutline(plan, headings, writingHeading), [plan, headings, writingHeading])

  // Title and plan are saved like the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read from the draft
  useEffect(() => {
    if (editable && editor && !stream.current.on) autosave?.change(draftNow())
    live.current?.setAbout({ title, outline: plan })
  }, [title, plan])

  const { unsaved, dropUnsaved, hideUnsaved } = useUnsavedText(autosave, loaded._id, editable)
  useSavingOnExit(autosave)

  /** Shows a new server state. `keepText`: the editor's text is based on it and stays. */
  const adopt = useCallback(
    (next: Document, preserveText = false) => {
      if (!editor || !autosave || editor.isDestroyed) return
      setItem(next)
      setCitations(next.citations)
      const content_md = normalMarkdown(editor, next.content_md)
      const saved: Saved = { title: next.title, content_md, outline: next.outline, version: next.version }
      if (!preserveText) {
        showText(editor, markdownFor(editor.schema).parse(next.content_md))
        adoptTitle(next.title)
      }
      adoptPlan(next.outline)
      setMarkdown(toMarkdown(editor))
      autosave.adopt(saved, preserveText ? draftNow() : saved)
    },
    [editor, autosave, draftNow, setMarkdown, adoptTitle, adoptPlan],
  )

  const fetchItem = useCallback(async (): Promise<Document> => {
    const { item } = await api(aiContentContract.single, { _id: loaded._id })
    return { ...item, score: item.score?.total ?? null }
  }, [loaded._id])

  const onChanged = useDocumentChanges({
    ...{ id: loaded._id, editor, autosave, editable },
    fetchItem,
    adopt,
    onStatus: ({ status, error, failure }) => setItem((old) => ({ ...old, status, error, failure })),
    // A shared text isn't replaced by a saved one.
    isBusy: () => stream.current.on || live.current?.isOn === true,
    getStatus: () => status.current,
  })
  const people = useLiveEditing({
    ...{ id: loaded._id, editor, autosave, editable, live, draftNow, fetchItem, adopt, onChanged },
    canJoin: () => !stream.current.on && status.current !== 'writing',
    onItem(now) {
      setItem(now)
      setCitations(now.citations)
    },
    onAbout({ title, outline }) {
      adoptTitle(title)
      adoptPlan(outline)
    },
  })

  return {
    editorRef,
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
    people,
    adopt,
    fetchItem,
    stream,
    /** Leaves the live session before a text is generated, which ends it. */
    leaveLive: () => live.current?.leave(),
    setTitle: draft.setTitle,
    setWritingHeading,
    setSave,
    addCitation: (citation: Citation) =>
      setCitations((old) => [...old.filter(({ n }) => n !== citation.n), citation].sort((a, b) => a.n - b.n)),
    /** Sets the whole outline: written and planned headings. */
    setPlan: (next: readonly Heading[]) => adoptPlan(toPlan(next)),
    ...createWholeText(editor, autosave, draft),
    dropUnsaved,
    hideUnsaved,
  }
}

/** While this tab's stream writes, changes to the text aren't the user's. */
function useWritingStream(editor: Editor | null) {
  const stream = useRef({ on: false, edited: false })
  // A stream's own changes don't go into the history.
  useEffect(() => {
    if (!editor) return
    const note = ({ transaction }: { transaction: { docChanged: boolean; getMeta: (key: string) => unknown } }) => {
      if (transaction.docChanged && transaction.getMeta('addToHistory') !== false) stream.current.edited = true
    }
    editor.on('transaction', note)
    return () => {
      editor.off('transaction', note)
    }
  }, [editor])
  return stream
}

const toTextImages = (workspaceId: string): Partial<TextImagesOptions> => ({
  workspaceId,
  onAdded: (image) =>
    notify.done(`${image.name} was added to the text and to your images.`, {
      detail: image.alt ? undefined : 'Select the image to add alt text.',
    }),
  onRefused: (sentence) => notify.failed(sentence),
  onCopied: (count) => notify.done(`${plural(count, 'image')} copied to your images.`),
})
