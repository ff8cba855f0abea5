import { lazy, type ReactNode, useEffect, useRef, useState } from 'react'
import { ForeignImagesNote } from '#features/images/web/in-text/foreign-images-note.tsx'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { conflictsIn, mergeTexts, resolveMerge } from '../document/merge-text.ts'
import { SaveStatus } from '../document/save-status.tsx'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { Generation, GenerationTask } from '../generation/use-generation.ts'
import { WritingError } from '../generation/writing-error.tsx'
import type { EditorSession } from './use-editor-session.ts'
import { normalMarkdown, toMarkdown } from './use-text-editor.ts'
import { WordGoal } from './word-goal.tsx'

const MergeDialog = lazy(() => import('../document/merge-dialog.tsx').then((file) => ({ default: file.MergeDialog })))

type StatusProps = { session: EditorSession; generation: Generation; isWrittenElsewhere: boolean; words: number }

/**
 * The buttons that start and stop writing go away when they have done it. If the focus went with one, it moves to what comes next:
 * to Stop, and at the end to the text. Returns the ref of Stop.
 */
function useWritingFocus({ editor }: EditorSession, busy: boolean) {
  const stop = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(busy)
  useEffect(() => {
    if (wasBusy.current === busy) return
    wasBusy.current = busy
    // The text is editable again a moment later.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      if (busy) stop.current?.focus()
      // On a phone, the keyboard would cover the text.
      else if (!matchMedia('(pointer: coarse)').matches) editor?.commands.focus('start', { scrollIntoView: false })
    })
    return () => cancelAnimationFrame(frame)
  }, [busy, editor])
  return stop
}

/** Shows writing progress or the save status. */
export function Status({ session, generation, isWrittenElsewhere, words }: StatusProps) {
  const { provenance } = session.item
  const stop = useWritingFocus(session, generation.busy)
  if (generation.busy)
    return (
      <p className="ml-auto flex min-w-0 items-center gap-2 text-ink-2 max-sm:ml-0 max-sm:w-full">
        <span
          className="size-1.5 shrink-0 animate-[ui-breathe_1.6s_ease-in-out_infinite] rounded-full bg-accent"
          aria-hidden
        />
        <span className="-mr-1 min-w-0 truncate" role="status">
          {generation.thinking !== null && generation.phase !== 'ending'
            ? 'Thinking…'
            : generation.phase === 'starting'
              ? `Waiting for ${generation.model ?? 'the first words'}…`
              : generation.phase === 'ending'
                ? 'Saving…'
                : generation.section
                  ? `Writing “${generation.section}”`
                  : 'Writing the introduction'}
        </span>
        {generation.thinking !== null && generation.phase !== 'ending' && (
          <span className="shrink-0 tabular-nums">{generation.thinking} s</span>
        )}
        {generation.phase === 'writing' && <span className="shrink-0">· {plural(generation.words, 'word')}</span>}
        {generation.phase !== 'ending' && (
          <button
            ref={stop}
            type="button"
            onClick={generation.stop}
            className="link shrink-0 rounded-s px-1 hover:text-ink"
          >
            Stop
          </button>
        )}
      </p>
    )
  return (
    <p className="ml-auto flex min-w-0 items-center gap-1.5 text-ink-3 max-sm:ml-0 max-sm:w-full">
      <WordGoal words={words} goal={session.item.words_wanted} />
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
export function SessionError({ session, generation, onWrite }: SessionErrorProps) {
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
  return reason.startsWith('model_') || endedEarly.has(reason) ? 'No credit was used.' : undefined
}

const endedEarly = new Set(['writing_stopped', 'writing_interrupted', 'not_recorded'])

type NotesProps = {
  session: EditorSession
  generation: Generation
  isWrittenElsewhere: boolean
  editable: boolean
  onWrite: (task: GenerationTask) => void
}

/** Errors and choices shown above the text. */
export function Notes({ session, generation, isWrittenElsewhere, editable, onWrite }: NotesProps) {
  const { item, unsaved } = session
  const notes: ReactNode[] = []
  const ended = item.status === 'partial' || item.status === 'failed' ? getStoredError(item) : null
  if (ended && !generation.error && !generation.busy && !isWrittenElsewhere)
    notes.push(
      <ErrorNote
        key="ended"
        tone="warn"
        todo={getOutcome(ended, item.status === 'partial')}
        details={<StaffDetails error={ended} />}
        action={
          editable && (
            <Button size="s" onClick={() => onWrite({ kind: item.status === 'partial' ? 'continue' : 'whole' })}>
              {item.status === 'partial' ? 'Continue draft' : 'Try again'}
            </Button>
          )
        }
      >
        {getErrorText(ended, aiContentErrorTexts)}
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
  if (editable && session.editor) notes.push(<ForeignImagesNote key="images" editor={session.editor} />)
  return notes.length > 0 ? <div className="mb-6 grid gap-2.5 empty:hidden">{notes}</div> : null
}

/** Restores the unsaved text of an earlier visit. If the document was saved since, the two are merged. */
function restoreUnsaved(session: EditorSession) {
  const { unsaved, autosave, editor } = session
  if (!unsaved || !autosave) return
  const isShared = session.people.isJoined && editor !== null
  if (unsaved.base.version === autosave.saved.version && !isShared) {
    session.hideUnsaved()
    session.replaceText(unsaved)
    return
  }
  session.hideUnsaved()
  // What others wrote since the last save stays.
  const theirs = isShared ? { ...autosave.saved, content_md: toMarkdown(editor) } : autosave.saved
  session.setSave({ kind: 'conflict', theirs, mine: unsaved, base: unsaved.base })
}

/** Resolves a conflict with another save: merges automatically, or asks if both sides changed the same passage. */
export function ConflictResolver({ session }: { session: EditorSession }) {
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
