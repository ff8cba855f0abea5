import { Ellipsis, ListTree, PanelRight } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PublishDocument } from '#features/cms/web/publish-document.tsx'
import { TextImageCard } from '#features/images/web/text-image-card.tsx'
import { insertImage } from '#features/images/web/text-images.ts'
import { toOutlineOwner } from '#features/reports/web/outline-storage.ts'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format.ts'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { notify } from '#ui/toast.tsx'
import { useHotkeys } from '#ui/use-hotkeys.ts'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { DateTime } from '#web/date-time.tsx'
import { useCall } from '#web/use-call.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { citationsIn } from '../citation-marks.ts'
import { aiContentContract, type ScoredDocument } from '../contract.ts'
import { countWords } from '../markdown-text.ts'
import { templates } from '../templates.ts'
import { CitationCard } from './citation-card.tsx'
import { ClaimsList } from './claims-list.tsx'
import { builtinLine, engineName } from './content-labels.ts'
import { EditorLayout, TitleField } from './editor-layout.tsx'
import { TextToolbar } from './editor-toolbar.tsx'
import { aiContentErrorTexts } from './error-texts.ts'
import { ExportMenu } from './export-menu.tsx'
import { addHeading, addTable, goToWords } from './find-in-text.ts'
import { GenerateDialog, type GenerateRequest } from './generate-dialog.tsx'
import { headingNodes } from './generation-region.ts'
import { conflictsIn, mergeTexts, resolveMerge } from './merge-text.ts'
import { movedBranch, type OutlineEntry } from './outline-model.ts'
import { OutlinePanel } from './outline-panel.tsx'
import { ProposalCard } from './proposal-card.tsx'
import { SaveStatus } from './save-status.tsx'
import { ScorePanel, type SuggestionActions } from './score-panel.tsx'
import { SideDrawer } from './side-drawer.tsx'
import { SourcesList } from './sources-list.tsx'
import { TemplateChecks } from './template-checks.tsx'
import { markTerm } from './term-mark.ts'
import { type EditorSession, useEditorSession } from './use-editor-session.ts'
import { type Generation, type GenerationTask, useGeneration } from './use-generation.ts'
import { usePassageEdit } from './use-passage-edit.ts'
import { useClaims, useScore } from './use-score.ts'
import { normalMarkdown } from './use-text-editor.ts'
import { Variations } from './variations-dialog.tsx'
import { WritingError } from './writing-error.tsx'

const ImagePicker = lazy(() =>
  import('#features/images/web/image-picker.tsx').then((file) => ({ default: file.ImagePicker })),
)
const VersionsDrawer = lazy(() => import('./versions-drawer.tsx').then((file) => ({ default: file.VersionsDrawer })))
const MergeDialog = lazy(() => import('./merge-dialog.tsx').then((file) => ({ default: file.MergeDialog })))

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
  const { user } = useSignedIn()
  const session = useEditorSession(
    loaded,
    editable,
    editable ? `Start writing, or let the writer draft it.` : 'This document is empty.',
  )
  const { editor, entries, item, markdown, title } = session
  const generation = useGeneration(session)
  const passage = usePassageEdit(session)
  const frame = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'outline' | 'side' | 'versions' | 'picture' | 'delete' | null>(null)
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

  const outline = (
    <OutlinePanel
      entries={entries}
      editable={editable}
      busy={locked}
      onGo={(entry) => {
        setOpen(null)
        goToHeading(session, entry)
      }}
      onWrite={(index) => setRequest({ kind: 'section', index, entry: entries[index]! })}
      onMove={(index, by) => moveSection(session, index, by)}
      onMoveTo={(from, to) => moveSectionTo(session, from, to)}
      onPlan={session.setPlan}
      owner={toOutlineOwner(user.id, item.workspace_id, item.report_id)}
    />
  )
  const live = useScore(item._id, markdown)
  const checked = useClaims(item.report_id, markdown, generation.busy)
  const side = (
    <>
      <ScorePanel
        live={live}
        onFind={(term) => {
          if (term !== null) setOpen(null)
          return markTerm(editor, term)
        }}
        actions={editable && !locked && editor ? suggestionActions() : null}
      />
      {!generation.busy && <TemplateChecks item={item} markdown={markdown} />}
      <ClaimsList
        {...checked}
        onGo={(claim) => {
          setOpen(null)
          goToWords(editor, claim.text)
        }}
      />
      <SourcesList
        citations={citationsIn(markdown, session.citations)}
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
          <>
            <Status
              session={session}
              generation={generation}
              isWrittenElsewhere={isWrittenElsewhere}
              words={countWords(markdown)}
            />
            <div className="flex items-center gap-2 max-sm:w-full max-sm:justify-end">
              <Button
                className="min-[1280px]:hidden max-sm:mr-auto max-sm:w-8.5 max-sm:px-0!"
                icon={<ListTree size={15} aria-hidden />}
                onClick={() => setOpen('outline')}
              >
                <span className="max-sm:sr-only">Outline</span>
              </Button>
              <Button
                className="min-[1100px]:hidden max-sm:w-8.5 max-sm:px-0!"
                icon={<PanelRight size={15} aria-hidden />}
                onClick={() => setOpen('side')}
              >
                <span className="max-sm:sr-only">Sources</span>
              </Button>
              {editable && (empty || canContinue) && !locked && (
                <Button
                  variant="solid"
                  className={empty ? undefined : 'max-sm:hidden'}
                  onClick={startWriting}
                  aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
                >
                  {empty ? 'Write draft' : 'Continue writing'}
                </Button>
              )}
              <ExportMenu id={item._id} title={title} editor={editor} onBefore={session.saveNow} />
              {editable && !empty && !locked && (
                <PublishDocument id={item._id} title={title} onBefore={session.saveNow} />
              )}
              <Menu
                items={moreItems()}
                trigger={<Button aria-label="More" className="w-8.5 px-0!" icon={<Ellipsis size={16} aria-hidden />} />}
              />
            </div>
          </>
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
              readOnly={!editable}
              onChange={session.setTitle}
              onEnter={() => editor?.commands.focus('start')}
            />
            <div ref={session.place} className="document-text" />
            {editor && editable && <TextImageCard editor={editor} frame={frame} />}
            {editor && <CitationCard editor={editor} frame={frame} citations={session.citations} />}
            {editor && editable && !passage.proposal && (
              <TextToolbar
                editor={editor}
                frame={frame}
                language={item.language}
                busy={locked}
                onAsk={(request) => void passage.ask(request)}
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
      {open === 'outline' && (
        <SideDrawer title="Outline" side="left" onClose={() => setOpen(null)}>
          <div className="[&_h2]:sr-only">{outline}</div>
        </SideDrawer>
      )}
      {open === 'side' && (
        <SideDrawer title="Score and sources" onClose={() => setOpen(null)}>
          <div className="grid gap-7">{side}</div>
        </SideDrawer>
      )}
      <Suspense>
        {open === 'versions' && (
          <VersionsDrawer
            id={item._id}
            versions={item.versions}
            markdown={markdown}
            editable={editable && !locked}
            onRestore={(version) => {
              setOpen(null)
              session.replaceText(version)
              void session.saveNow()
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'picture' && (
          <ImagePicker
            workspaceId={item.workspace_id}
            onPick={({ src, alt }) => {
              setOpen(null)
              editor
                ?.chain()
                .focus()
                .command(({ tr }) => Boolean(insertImage(tr, tr.selection.to, { src, alt })))
                .run()
            }}
            onClose={() => setOpen(null)}
          />
        )}
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
      {open === 'delete' && <DeleteDialog id={item._id} title={title} onClose={() => setOpen(null)} />}
    </>
  )

  function suggestionActions(): SuggestionActions {
    return {
      onSentence: (term) => {
        setOpen(null)
        void passage.ask({ action: 'sentence', term })
      },
      onHeading: (missing) => {
        setOpen(null)
        addHeading(editor, missing)
      },
    }
  }

  function moreItems(): MenuItem[] {
    const items: MenuItem[] = [
      { label: 'Version history', hint: plural(item.versions.length, 'version'), onSelect: () => setOpen('versions') },
    ]
    if (editable && !locked && !empty)
      items.push(
        'line',
        { label: 'Continue writing', onSelect: () => setRequest({ kind: 'continue' }) },
        { label: 'Rewrite from scratch', onSelect: () => setRequest({ kind: 'whole' }) },
        {
          label: 'Add a table',
          onSelect: () => addTable(editor),
        },
      )
    if (editable && !locked) items.push({ label: 'Insert image', onSelect: () => setOpen('picture') })
    if (item.report_id) items.push('line', { label: 'Open report', href: `/app/reports/${item.report_id}` })
    if (editable) items.push('line', { label: 'Delete', danger: true, onSelect: () => setOpen('delete') })
    return items
  }
}

type StatusProps = { session: EditorSession; generation: Generation; isWrittenElsewhere: boolean; words: number }

/** Shows writing progress or the save status. */
function Status({ session, generation, isWrittenElsewhere, words }: StatusProps) {
  const { provenance } = session.item
  if (generation.busy)
    return (
      <p className="ml-auto flex min-w-0 items-center gap-2 text-ink-2 max-sm:ml-0 max-sm:w-full">
        <span
          className="size-1.5 shrink-0 animate-[ui-breathe_1.6s_ease-in-out_infinite] rounded-full bg-accent"
          aria-hidden
        />
        <span className="-mr-1 min-w-0 truncate" role="status">
          {generation.phase === 'starting'
            ? `Waiting for ${generation.model ?? 'the first words'}…`
            : generation.phase === 'ending'
              ? 'Saving…'
              : generation.section
                ? `Writing “${generation.section}”`
                : 'Writing the introduction'}
        </span>
        {generation.phase === 'writing' && <span className="shrink-0">· {plural(generation.words, 'word')}</span>}
        {generation.phase !== 'ending' && (
          <button type="button" onClick={generation.stop} className="link shrink-0 rounded-s px-1 hover:text-ink">
            Stop
          </button>
        )}
      </p>
    )
  return (
    <p className="ml-auto flex min-w-0 items-center gap-1.5 text-ink-3 max-sm:ml-0 max-sm:w-full">
      <span className="whitespace-nowrap">{plural(words, 'word')}</span>
      {provenance && (
        <>
          <span className="max-xl:hidden" aria-hidden>
            ·
          </span>
          <span className="truncate max-xl:hidden" title={`Prompt version ${provenance.prompt_version}`}>
            {provenance.provider === 'builtin' ? 'Built-in writer' : provenance.model}
          </span>
        </>
      )}
      {(isWrittenElsewhere || session.editable) && <span aria-hidden>·</span>}
      {isWrittenElsewhere ? (
        <span role="status">Being written in another tab or by someone else</span>
      ) : (
        session.editable && <SaveStatus save={session.save} onRetry={() => void session.saveNow()} />
      )}
    </p>
  )
}

type SessionErrorProps = { session: EditorSession; generation: Generation; onWrite: (task: GenerationTask) => void }

/** The latest error of writing or saving, below the bar so that it's visible from anywhere in the text. */
function SessionError({ session, generation, onWrite }: SessionErrorProps) {
  const { error, failed, wrote } = generation
  if (error) {
    const canContinueDraft = wrote && failed?.kind === 'whole'
    return (
      <WritingError
        error={error}
        outcome={getOutcome(error, wrote)}
        action={
          <span className="flex gap-2">
            {failed && error.retryable !== false && (
              <Button size="s" onClick={() => onWrite(canContinueDraft ? { kind: 'continue' } : failed)}>
                {canContinueDraft ? 'Continue draft' : 'Try again'}
              </Button>
            )}
            <Button size="s" variant="quiet" onClick={generation.dismiss}>
              Close
            </Button>
          </span>
        }
      />
    )
  }
  if (session.save.kind === 'refused')
    return (
      <WritingError
        error={session.save.error}
        outcome={
          session.save.isBackedUp
            ? 'Your changes are kept in this browser.'
            : 'Copy your text before you leave this page.'
        }
      />
    )
  return null
}

/** Returns what happened to the draft and the credit, if the error's own sentence doesn't say so. */
function getOutcome({ reason = '' }: ErrorBody, wrote: boolean): string | undefined {
  if (wrote)
    return ['connection_lost', 'document_too_long'].includes(reason) ? undefined : 'Your partial draft was saved.'
  return reason.startsWith('model_') ? 'No credit was used.' : undefined
}

type NotesProps = {
  session: EditorSession
  generation: Generation
  isWrittenElsewhere: boolean
  editable: boolean
  onWrite: (task: GenerationTask) => void
}

/** Errors and choices shown above the text. */
function Notes({ session, generation, isWrittenElsewhere, editable, onWrite }: NotesProps) {
  const { item, unsaved } = session
  const { user } = useSignedIn()
  const notes: ReactNode[] = []
  if (
    !generation.error &&
    !generation.busy &&
    !isWrittenElsewhere &&
    (item.status === 'partial' || item.status === 'failed') &&
    item.error
  )
    notes.push(
      <ErrorNote
        key="ended"
        tone="warn"
        todo={item.status === 'partial' ? 'Your partial draft is below.' : 'No credit was used.'}
        details={
          user.staff && (
            <Disclosure className="text-ink-3 text-xs" summary="Details">
              <p className="max-w-180">{item.error}</p>
            </Disclosure>
          )
        }
        action={
          editable && (
            <Button size="s" onClick={() => onWrite({ kind: item.status === 'partial' ? 'continue' : 'whole' })}>
              {item.status === 'partial' ? 'Continue draft' : 'Try again'}
            </Button>
          )
        }
      >
        {item.status === 'partial'
          ? 'Writing stopped before the draft was complete.'
          : 'The last draft couldn’t be written.'}
      </ErrorNote>,
    )
  if (unsaved && session.save.kind !== 'conflict')
    notes.push(
      <ErrorNote
        key="unsaved"
        tone="warn"
        action={
          <span className="flex gap-2">
            <Button size="s" onClick={() => restoreUnsaved(session)}>
              Restore text
            </Button>
            <Button size="s" variant="quiet" onClick={session.dropUnsaved}>
              Discard text
            </Button>
          </span>
        }
      >
        This browser has unsaved changes from <DateTime at={unsaved.at} brief />.
      </ErrorNote>,
    )
  return notes.length > 0 ? <div className="mb-6 grid gap-2.5">{notes}</div> : null
}

/** Restores the unsaved text of an earlier visit. If the document was saved since, the two are merged. */
function restoreUnsaved(session: EditorSession) {
  const { unsaved, autosave } = session
  if (!unsaved || !autosave) return
  if (unsaved.base.version === autosave.saved.version) {
    session.hideUnsaved()
    session.replaceText(unsaved)
    return
  }
  session.hideUnsaved()
  const { saved } = autosave
  session.setSave({ kind: 'conflict', theirs: saved, mine: unsaved, base: unsaved.base })
}

/** Resolves a conflict with another save: merges automatically, or asks if both sides changed the same passage. */
function ConflictResolver({ session }: { session: EditorSession }) {
  const { save, editor, autosave } = session
  const [later, setLater] = useState(false)
  const conflict = save.kind === 'conflict' ? save : null
  const version = conflict?.theirs.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conflict is another question
  useEffect(() => setLater(false), [version])
  const sides =
    conflict && editor
      ? {
          base: normalMarkdown(editor, conflict.base.content_md),
          theirs: normalMarkdown(editor, conflict.theirs.content_md),
          mine: normalMarkdown(editor, conflict.mine.content_md),
        }
      : null
  const parts = sides ? mergeTexts(sides.base, sides.theirs, sides.mine) : []
  const clear = sides !== null && conflictsIn(parts) === 0
  const applyMerge = (markdown: string) => {
    if (!conflict || !sides || !autosave) return
    const title = conflict.mine.title !== conflict.base.title ? conflict.mine.title : conflict.theirs.title
    const { version, outline } = conflict.theirs
    autosave.adopt(
      { title: conflict.theirs.title, content_md: sides.theirs, outline, version },
      { title, content_md: markdown, outline: conflict.mine.outline },
    )
    session.mergeText({ title, content_md: markdown })
    void session.saveNow()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a conflict
  useEffect(() => {
    if (!clear) return
    applyMerge(resolveMerge(parts, [])!)
    notify.info('Merged with changes saved elsewhere.')
  }, [clear, version])
  if (!sides || clear) return null
  if (later)
    return (
      <div
        role="status"
        className="fixed inset-x-4 bottom-4 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-3 rounded-l border border-line-2 bg-panel px-4 py-2 shadow-float"
      >
        Saving is paused until you choose between two versions.
        <Button size="s" variant="solid" onClick={() => setLater(false)}>
          Compare versions
        </Button>
      </div>
    )
  return (
    <MergeDialog
      title="This document was changed in two places"
      reason="Someone else, or another tab, saved it while you were editing."
      theirsName="Saved version"
      {...sides}
      onClose={() => setLater(true)}
      onMerged={applyMerge}
    />
  )
}

/** Starts writing a new document once and removes `?write=1` from the URL, so that a reload doesn't write again. */
function useWriteNow(session: EditorSession, generation: Generation, wanted: boolean) {
  const navigate = useNavigate()
  const begun = useRef(false)
  const ready = session.editor !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor is there
  useEffect(() => {
    if (!wanted || !ready || begun.current) return
    begun.current = true
    void navigate('.', { replace: true, preventScrollReset: true })
    if (session.markdown.trim() === '' && session.item.status !== 'writing') void generation.write({ kind: 'whole' })
  }, [wanted, ready])
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

function DeleteDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const navigate = useNavigate()
  const call = useCall()
  return (
    <Dialog
      open
      width="s"
      onOpenChange={(next) => !next && onClose()}
      title={`Delete “${title || 'Untitled'}”?`}
      description="This deletes the document and its version history. This can’t be undone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={call.busy}
            onClick={() =>
              void call.run(async () => {
                await api(aiContentContract.delete, { _id: id })
                await navigate('/app/content')
              })
            }
          >
            Delete
          </Button>
        </>
      }
    >
      <CallError error={call.error} texts={aiContentErrorTexts} />
    </Dialog>
  )
}

function goToHeading({ editor }: EditorSession, entry: OutlineEntry) {
  if (!editor || entry.at === null) return
  const found = headingNodes(editor.state.doc)[entry.at]
  const element = found && editor.view.nodeDOM(found.at)
  if (!found || !(element instanceof HTMLElement)) return
  editor
    .chain()
    .setTextSelection(found.at + 1 + found.node.content.size)
    .focus(null, { scrollIntoView: false })
    .run()
  element.scrollIntoView({ block: 'start', behavior: 'smooth' })
}

function goToCitation({ editor }: EditorSession, n: number) {
  let position = -1
  editor?.state.doc.descendants((node, at) => {
    if (position < 0 && node.type.name === 'citation' && node.attrs.n === n) position = at
    return position < 0
  })
  if (!editor || position < 0) return
  editor.chain().setNodeSelection(position).focus(null, { scrollIntoView: false }).run()
  const element = editor.view.nodeDOM(position)
  if (element instanceof HTMLElement) element.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** Moves a section with its text, or a planned heading in the plan. */
function moveSection(session: EditorSession, index: number, by: -1 | 1) {
  const moved = movedBranch(session.entries, index, by)
  if (moved) reorderSections(session, moved.entries)
}

function moveSectionTo(session: EditorSession, from: number, to: number) {
  let entries = session.entries
  let at = from
  while (at !== to) {
    const moved = movedBranch(entries, at, to > at ? 1 : -1)
    if (!moved || (to > from ? moved.at > to : moved.at < to && moved.at !== 0)) {
      if (moved && Math.abs(moved.at - to) < Math.abs(at - to)) entries = moved.entries
      break
    }
    entries = moved.entries
    at = moved.at
  }
  if (entries !== session.entries) reorderSections(session, entries)
}

/** Reorders the text's sections to match the outline, as one undo step. */
function reorderSections(session: EditorSession, entries: OutlineEntry[]) {
  const { editor } = session
  if (!editor) return
  const order = entries.flatMap(({ at }) => (at === null ? [] : [at]))
  if (order.some((at, position) => position > 0 && at < order[position - 1]!)) {
    const { doc } = editor.state
    const found = headingNodes(doc)
    const ends = found.map((_, at) => found[at + 1]?.at ?? doc.content.size)
    const opening = doc.slice(0, found[0]?.at ?? 0).content
    const content = order.reduce((text, at) => text.append(doc.slice(found[at]!.at, ends[at]!).content), opening)
    editor.view.dispatch(editor.state.tr.replaceWith(0, doc.content.size, content))
  }
  session.setPlan(entries)
}

function applyVariation(session: EditorSession, text: string) {
  session.replaceText({ title: session.title, content_md: text })
  session.editor?.commands.focus('start')
}
