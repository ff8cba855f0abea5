import { Check, Copy, RotateCcw, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { documentHref, engineName } from '#features/ai-content/web/content-labels.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Progress } from '#ui/progress.tsx'
import { api } from '#web/calls/api.ts'
import { CallError, StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { useCall } from '#web/calls/use-call.ts'
import { humanizerErrorTexts } from './error-texts.ts'
import { FactCheck } from './fact-check.tsx'
import { SentenceFlow } from './rewritten-text.tsx'
import type { HumanizerSession, Work } from './use-humanizer.ts'

/** The rewritten text: sentences to accept or reject, and actions for the whole text. */
export function ResultView({ session, work, editor }: { session: HumanizerSession; work: Work; editor: boolean }) {
  const { sentences, status, input } = work
  const running = status === 'running'
  const changed = sentences.filter(({ kept }) => !kept)
  const refused = changed.filter(({ index }) => session.choices.get(index) === 'refused').length
  const protectedCount = sentences.filter(({ kept, reasons }) => kept && reasons.length > 0).length
  const reached = sentences.reduce((sum, { original }) => sum + original.length, 0)
  useHotkeys({ 'mod+z': session.undo }, session.canUndo)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(session.text)
      notify.done('Text copied.')
    } catch {
      notify.failed('Your browser blocked copying.', { detail: 'Select the text and copy it manually.' })
    }
  }
  return (
    <div className="min-w-0">
      <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2 border-line border-b pb-3">
        <p className="mr-auto min-w-0" role="status">
          {running ? (
            work.total === null ? (
              'Reading the text…'
            ) : (
              `${sentences.length} of ${plural(work.total, 'sentence')} checked, ${changed.length} changed`
            )
          ) : (
            <>
              <b className="font-[550]">{plural(changed.length, 'sentence')} changed</b>
              <span className="text-ink-2">
                {' '}
                of {sentences.length}
                {refused > 0 && `, ${refused} rejected`}
                {protectedCount > 0 && `; ${protectedCount} kept to protect facts or meaning`}
              </span>
            </>
          )}
        </p>
        {running ? (
          <Button size="s" onClick={session.stop}>
            Stop
          </Button>
        ) : (
          <>
            {changed.length > 0 && (
              <>
                <Button size="s" icon={<Check size={14} aria-hidden />} onClick={() => session.chooseAll('accepted')}>
                  Accept all
                </Button>
                <Button size="s" icon={<X size={14} aria-hidden />} onClick={() => session.chooseAll('refused')}>
                  Reject all
                </Button>
                <Button
                  size="s"
                  variant="quiet"
                  disabled={!session.canUndo}
                  icon={<Undo2 size={14} aria-hidden />}
                  onClick={session.undo}
                >
                  Undo
                </Button>
              </>
            )}
            <Button size="s" variant="quiet" icon={<RotateCcw size={14} aria-hidden />} onClick={session.leave}>
              New text
            </Button>
          </>
        )}
        {running && (
          <Progress
            className="w-full"
            label="Sentences checked"
            value={work.total === null ? null : reached / Math.max(1, input.text.length)}
          />
        )}
      </div>
      {work.notice && (
        <ErrorNote tone="warn" className="mb-4">
          {work.notice}
        </ErrorNote>
      )}
      {work.error &&
        (work.error.code.startsWith('limit_') ? (
          <LimitNotice className="mb-4" message={getErrorText(work.error, humanizerErrorTexts)} tool="humanizer" />
        ) : (
          <ErrorNote
            className="mb-4"
            todo={work.isRefunded && 'Your credit was refunded.'}
            details={<StaffDetails error={work.error} />}
            action={
              editor && (
                <Button size="s" onClick={() => void session.start(input)}>
                  Try again
                </Button>
              )
            }
          >
            {getErrorText(work.error, humanizerErrorTexts)}
            {sentences.length > 0 && changed.length > 0 && ' The sentences below were finished before that.'}
          </ErrorNote>
        ))}
      {!running && !work.error && changed.length === 0 && sentences.length > 0 && (
        <ErrorNote
          tone="warn"
          className="mb-4"
          todo={input.strength !== 'strong' && 'Choose a higher strength to change more.'}
        >
          No sentence was changed. Your credit was refunded.
        </ErrorNote>
      )}
      <SentenceFlow session={session} rest={input.text.slice(reached)} />
      {!running && sentences.length > 0 && (
        <div className="mt-6 grid max-w-170 gap-3 border-line border-t pt-4">
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="solid" icon={<Copy size={15} aria-hidden />} onClick={() => void copy()}>
              Copy text
            </Button>
            {input.source && editor && <SaveBack session={session} work={work} source={input.source} />}
          </div>
          {work.facts && <FactCheck facts={work.facts} />}
          {work.engine && (
            <p className="text-ink-3 text-xs">
              {work.engine.provider === 'builtin'
                ? 'Rewritten by rules, without an AI model: cuts filler, rewords stock phrases and splits long sentences.'
                : `Rewritten by ${engineName(work.engine)}.`}{' '}
              Review it before you publish.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** Saves the result as the document's next version, unless the document changed in the meantime. */
function SaveBack({
  session,
  work,
  source,
}: {
  session: HumanizerSession
  work: Work
  source: { _id: string; title: string }
}) {
  const call = useCall()
  const [saved, setSaved] = useState<{ text: string; version: number } | null>(null)
  const name = source.title || 'Untitled'
  const save = () =>
    void call.run(async () => {
      const { item } = await api(aiContentContract.single, { _id: source._id })
      if (item.content_md !== (saved?.text ?? work.input.text))
        throw new AppError('conflict', 'The document has changed since it was opened in the humanizer.', {
          reason: 'document_changed',
        })
      const { text } = session
      const { item: after } = await api(aiContentContract.update, {
        _id: source._id,
        content_md: text,
        version: item.version,
      })
      setSaved({ text: after.content_md, version: after.version })
    })
  const upToDate = saved !== null && saved.text === session.text
  return (
    <>
      <Button busy={call.busy} disabled={session.text === (saved?.text ?? work.input.text)} onClick={save}>
        {upToDate ? 'Saved' : 'Save to document'}
      </Button>
      <p className="min-w-0 text-ink-2" role="status">
        {upToDate ? `Saved as version ${saved.version} of ` : 'From '}
        <Link href={documentHref(source._id)} className="link [overflow-wrap:anywhere]">
          {name}
        </Link>
      </p>
      <CallError error={call.error} texts={humanizerErrorTexts} className="w-full" />
    </>
  )
}
