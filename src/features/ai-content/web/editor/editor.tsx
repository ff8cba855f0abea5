import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { copyForeignImages } from '#features/images/web/in-text/copied-images.ts'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import type { ScoredDocument } from '../../contract.ts'
import { citationsIn } from '../../rules/generation/citations/citation-marks.ts'
import { type Engine, engineName } from '../content-labels.ts'
import { EditorLayout, usePanelBeside } from '../document/editor-layout.tsx'
import { useClaims, useScore } from '../document/use-score.ts'
import { GenerateDialog, type GenerateRequest } from '../generation/generate-dialog.tsx'
import { type Generation, type GenerationTask, useGeneration } from '../generation/use-generation.ts'
import { usePassageEdit } from '../generation/use-passage-edit.ts'
import { ConflictResolver, Notes, SessionError } from './editor-notes.tsx'
import { EditorOutline } from './editor-outline.tsx'
import { EditorOverlay } from './editor-overlay.tsx'
import { EditorSide, type PanelTab } from './editor-side.tsx'
import { EditorText } from './editor-text.tsx'
import { EditorBar, type EditorPart } from './toolbars/editor-bar.tsx'
import { useCommentMarks } from './use-comment-marks.ts'
import { type EditorSession, useEditorSession } from './use-editor-session.ts'
import { useEditorView } from './use-editor-view.ts'

const FindBar = lazy(() => import('./find/find-bar.tsx'))

export type EditorProps = {
  loaded: ScoredDocument
  editable: boolean
  /** The current engine. Null for the built-in writer. */
  engine: Engine
  /** Starts writing immediately, because the document was just created for that. */
  writeNow: boolean
}

/** The document editor. Loaded lazily; until then the page shows the same layout without it. */
export default function Editor({ loaded, editable, engine, writeNow }: EditorProps) {
  const session = useEditorSession(
    loaded,
    editable,
    editable ? `Start writing, or let the writer draft it.` : 'This document is empty.',
  )
  const { editor, entries, item, markdown, title } = session
  const generation = useGeneration(session)
  const passage = usePassageEdit(session)
  const frame = useRef<HTMLDivElement>(null)
  const view = useEditorView(frame, editor !== null)
  const [open, setOpen] = useState<EditorPart | null>(null)
  const [request, setRequest] = useState<GenerateRequest | null>(null)
  const isWrittenElsewhere = item.status === 'writing' && !generation.busy
  const locked = generation.busy || isWrittenElsewhere
  const empty = markdown.trim() === ''
  const planned = entries.some((entry) => entry.state === 'planned')
  const canContinue = !empty && (planned || item.status === 'partial')

  const write = (task: GenerationTask) => {
    setRequest(null)
    void generation.write(task)
  }
  const startWriting = () => {
    if (!editable || locked || !editor) return
    if (empty) write({ kind: 'whole' })
    else setRequest(canContinue ? { kind: 'continue' } : { kind: 'whole' })
  }
  useWriteNow(session, generation, writeNow)
  useHotkeys({ 'mod+s': () => void session.saveNow(), 'mod+shift+enter': startWriting }, editable)

  const citations = useMemo(() => citationsIn(markdown, session.citations), [markdown, session.citations])
  const live = useScore(item._id, markdown)
  const outline = (
    <EditorOutline session={session} live={live} locked={locked} onRequest={setRequest} onLeave={() => setOpen(null)} />
  )
  const checked = useClaims(item.report_id, markdown, generation.busy)
  const closeDrawer = () => setOpen(null)
  const isBeside = usePanelBeside()
  const [tab, setTab] = useState<PanelTab>('score')
  const marks = useCommentMarks(editor, item._id, () => {
    setTab('comments')
    if (!isBeside) setOpen('side')
  })
  const side = (
    <EditorSide
      session={session}
      live={live}
      checked={checked}
      citations={citations}
      passage={passage}
      marks={marks}
      tab={tab}
      onTab={setTab}
      busy={generation.busy}
      isWritable={editable && !locked}
      onLeave={closeDrawer}
      onOpenBrief={() => setOpen('brief')}
    />
  )
  return (
    <>
      <EditorLayout
        title={title}
        bar={
          <EditorBar
            session={session}
            generation={generation}
            state={{ editable, locked, isWrittenElsewhere, empty, canContinue }}
            claims={checked.claims}
            onOpen={setOpen}
            onStartWriting={startWriting}
            onRequest={setRequest}
            view={view}
          />
        }
        tools={
          view.find &&
          editor && (
            <Suspense>
              <FindBar
                editor={editor}
                isWritable={editable && !locked}
                request={view.find}
                onClose={() => view.setFind(null)}
              />
            </Suspense>
          )
        }
        trouble={
          generation.error || session.save.kind === 'refused' ? (
            <SessionError session={session} generation={generation} onWrite={write} />
          ) : undefined
        }
        notes={
          <Notes
            session={session}
            generation={generation}
            isWrittenElsewhere={isWrittenElsewhere}
            editable={editable}
            onWrite={write}
          />
        }
        outline={outline}
        side={isBeside ? side : null}
        text={
          <EditorText
            frame={frame}
            session={session}
            passage={passage}
            citations={citations}
            markId={marks.descriptionId}
            engine={engine}
            state={{ editable, locked, empty }}
            onOpen={setOpen}
          />
        }
      />
      <EditorOverlay
        part={open}
        session={session}
        isWritable={editable && !locked}
        outline={outline}
        side={isBeside ? null : side}
        onClose={closeDrawer}
      />
      <Suspense>
        <ConflictResolver session={session} />
      </Suspense>
      {request && (
        <GenerateDialog
          request={request}
          engine={engineName(engine)}
          takesInstructions={engine !== null}
          onWrite={write}
          onClose={() => setRequest(null)}
        />
      )}
    </>
  )
}

/** Starts writing a new document once and removes `?write=1` from the URL, so that a reload doesn't write again. */
function useWriteNow(session: EditorSession, generation: Generation, requested: boolean) {
  const navigate = useNavigate()
  const begun = useRef(false)
  const ready = session.editor !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor is there
  useEffect(() => {
    if (!requested || !ready || begun.current) return
    begun.current = true
    void navigate('.', { replace: true, preventScrollReset: true })
    if (session.markdown.trim() !== '' || session.item.status === 'writing') return
    // A text that was given to be edited may have images of other sites.
    void generation.write({ kind: 'whole' }).then(() => {
      if (session.editor && !session.editor.isDestroyed) copyForeignImages(session.editor.view)
    })
  }, [requested, ready])
}
