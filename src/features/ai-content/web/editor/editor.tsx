import type { Editor as TextEditor } from '@tiptap/core'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { copyForeignImages } from '#features/images/web/in-text/copied-images.ts'
import { TextImageCard } from '#features/images/web/in-text/text-image-card.tsx'
import { getTextDirection } from '#kit/text-direction.ts'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import type { ScoredDocument, ScoreTarget } from '../../contract.ts'
import { citationsIn } from '../../rules/generation/citations/citation-marks.ts'
import { templates } from '../../rules/templates/templates.ts'
import { builtinLine, engineName } from '../content-labels.ts'
import { CitationCard } from '../document/citation-card.tsx'
import { ClaimsList } from '../document/claims-list.tsx'
import { EditorLayout, TitleField } from '../document/editor-layout.tsx'
import { ScorePanel, type SuggestionActions } from '../document/score-panel.tsx'
import { SourcesList } from '../document/sources-list.tsx'
import { TemplateChecks } from '../document/template-checks.tsx'
import { useClaims, useScore } from '../document/use-score.ts'
import { Variations } from '../document/variations-dialog.tsx'
import { selectsBlocks } from '../generation/block-range.ts'
import { GenerateDialog, type GenerateRequest } from '../generation/generate-dialog.tsx'
import { ProposalCard } from '../generation/proposal-card.tsx'
import { type Generation, type GenerationTask, useGeneration } from '../generation/use-generation.ts'
import { type PassageEdit, usePassageEdit } from '../generation/use-passage-edit.ts'
import { ConflictResolver, Notes, SessionError } from './editor-notes.tsx'
import { EditorOutline } from './editor-outline.tsx'
import { EditorOverlay } from './editor-overlay.tsx'
import { addHeading, addLink, goToWords, linkWords } from './find/find-in-text.ts'
import { applyVariation, goToCitation } from './section-moves.ts'
import { markTerm } from './term-mark.ts'
import { BlockToolbar } from './toolbars/block-toolbar.tsx'
import { EditorBar, type EditorPart } from './toolbars/editor-bar.tsx'
import { TextToolbar } from './toolbars/editor-toolbar.tsx'
import { type EditorSession, useEditorSession } from './use-editor-session.ts'
import { useEditorView } from './use-editor-view.ts'

const DocumentLinks = lazy(() => import('#features/content-plan/web/document-links/document-links.tsx'))
const FindBar = lazy(() => import('./find/find-bar.tsx'))

export type Engine = { provider: string; model: string } | null

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
  const template = templates[loaded.template]
  const session = useEditorSession(
    loaded,
    editable,
    editable ? `Start writing, or let the writer draft it.` : 'This document is empty.',
  )
  const { editor, entries, item, markdown, title } = session
  const direction = useMemo(
    () => getTextDirection(item.language, `${title}\n${markdown}`),
    [item.language, title, markdown],
  )
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
  const side = (
    <>
      <ScorePanel
        live={live}
        onFind={(term) => {
          if (term !== null) setOpen(null)
          return markTerm(editor, term)
        }}
        actions={
          editable && !locked && editor ? getSuggestionActions(editor, passage, live.target, () => setOpen(null)) : null
        }
      />
      {!generation.busy && <TemplateChecks item={item} markdown={markdown} />}
      <ClaimsList
        {...checked}
        onGo={(claim) => {
          setOpen(null)
          goToWords(editor, claim.text)
        }}
      />
      <Suspense>
        <DocumentLinks
          documentId={item._id}
          markdown={markdown}
          actions={editable && !locked && editor ? getLinkActions(editor, () => setOpen(null)) : null}
          onGo={(words) => {
            setOpen(null)
            goToWords(editor, words)
          }}
        />
      </Suspense>
      <SourcesList
        citations={citations}
        markdown={markdown}
        onGo={(n) => {
          setOpen(null)
          goToCitation(session, n)
        }}
      />
    </>
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
        side={side}
        text={
          <div ref={frame} className="relative">
            <TitleField
              title={title}
              direction={direction}
              readOnly={!editable}
              onChange={session.setTitle}
              onEnter={() => editor?.commands.focus('start')}
            />
            <div ref={session.editorRef} className="document-text" dir={direction} />
            {editor && editable && <TextImageCard editor={editor} frame={frame} />}
            {editor && editable && <BlockToolbar editor={editor} frame={frame} />}
            {editor && <CitationCard editor={editor} frame={frame} citations={citations} />}
            {editor && editable && !passage.proposal && (
              <TextToolbar
                editor={editor}
                frame={frame}
                language={item.language}
                busy={locked}
                onRequest={(request) => {
                  // Several paragraphs are accepted one by one.
                  if (request.action === 'humanize' && selectsBlocks(editor)) setOpen('humanize-selection')
                  else void passage.ask(request)
                }}
              />
            )}
            <ProposalCard passage={passage} />
            {editable && template.shape === 'single' && !empty && !locked && (
              <Variations id={item._id} busy={locked} onTake={(text) => applyVariation(session, text)} />
            )}
            {empty && !locked && editable && <EmptyHint engine={engine} sourced={item.report_id !== null} />}
          </div>
        }
      />
      <EditorOverlay
        part={open}
        session={session}
        isWritable={editable && !locked}
        outline={outline}
        side={side}
        onClose={() => setOpen(null)}
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

/** How planned links get into the text. */
const getLinkActions = (editor: TextEditor, close: () => void) => ({
  onSet: (words: string, url: string) => {
    close()
    return linkWords(editor, words, url)
  },
  onInsert: (title: string, url: string) => {
    close()
    editor.commands.setTextSelection(editor.state.selection.to)
    addLink(editor, { title, url })
  },
})

/** What the score panel's suggestions do in the text. */
function getSuggestionActions(
  editor: TextEditor,
  passage: PassageEdit,
  target: ScoreTarget | null,
  close: () => void,
): SuggestionActions {
  return {
    onSentence: (term) => {
      close()
      void passage.ask({ action: 'sentence', term })
    },
    onHeading: (missing) => {
      close()
      addHeading(editor, missing)
    },
    onLink: (title) => {
      close()
      const page = target?.own_pages?.pages.find((page) => page.title === title)
      if (page) addLink(editor, page)
    },
  }
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

function EmptyHint({ engine, sourced }: { engine: Engine; sourced: boolean }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 font-sans text-ink-3 text-s">
      <p>
        {engineName(engine)}
        {engine === null && `: ${builtinLine}`}
        {!sourced && ' No report is attached, so there are no sources to cite.'} Writing a draft uses 1 AI credit.
      </p>
    </div>
  )
}
