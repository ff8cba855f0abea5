import { useState } from 'react'
import type { Strength } from '#features/humanizer/contract.ts'
import { humanizerErrorTexts } from '#features/humanizer/web/error-texts.ts'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Progress } from '#ui/progress.tsx'
import { joinErrorTexts } from '#web/calls/error-texts.ts'
import { DiffRuns } from '../document/diff-text.tsx'
import { diffWords } from '../document/word-diff.ts'
import type { EditorSession } from '../editor/use-editor-session.ts'
import { aiContentErrorTexts } from '../error-texts.ts'
import type { ParagraphChange } from './paragraph-changes.ts'
import { strengthOptions } from './proposal-card.tsx'
import { type HumanizedFacts, useHumanizeBlocks } from './use-humanize-blocks.ts'
import { WritingError } from './writing-error.tsx'

const errorTexts = joinErrorTexts(humanizerErrorTexts, aiContentErrorTexts)

type HumanizeDialogProps = {
  session: EditorSession
  /** The selection. Null for the whole document. */
  range: { from: number; to: number } | null
  onClose: () => void
}

/** Humanizes a document or several of its paragraphs. Nothing changes until paragraphs are accepted. */
export function HumanizeDialog({ session, range, onClose }: HumanizeDialogProps) {
  const work = useHumanizeBlocks(session, range)
  const [strength, setStrength] = useState<Strength>('balanced')
  const { phase, changes, accepted, facts, error, groups, skipped } = work
  const isDone = phase === 'done' && changes.length > 0
  const apply = () => {
    const count = work.apply()
    onClose()
    session.editor?.commands.focus(null, { scrollIntoView: false })
    if (count > 0) notify.done(`${plural(count, 'paragraph')} humanized.`, { detail: 'Undo reverts all changes.' })
  }
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={range ? 'Humanize selection' : 'Humanize document'}
      description={
        phase === 'done'
          ? undefined
          : 'Rewrites sentences with signs of AI writing. Headings, tables, code, citations, names and figures stay. You accept or reject each paragraph.'
      }
      footer={
        <>
          <Button onClick={onClose}>{isDone ? 'Reject all' : phase === 'running' ? 'Stop' : 'Close'}</Button>
          {phase === 'asking' && (
            <Button variant="solid" disabled={groups.length === 0} onClick={() => void work.run(strength)}>
              {error ? 'Try again' : range ? 'Humanize selection' : 'Humanize document'}
            </Button>
          )}
          {isDone && (
            <Button variant="solid" disabled={accepted.size === 0} onClick={apply}>
              Accept {accepted.size} of {plural(changes.length, 'paragraph')}
            </Button>
          )}
        </>
      }
    >
      {phase === 'asking' && (
        <>
          <Segmented<Strength> label="Strength" value={strength} onChange={setStrength} options={strengthOptions} />
          <p className="mt-2 text-ink-3 text-xs">
            {groups.length === 0
              ? 'There’s no text to humanize.'
              : `Uses ${plural(groups.length, 'humanizer credit')}.`}
            {skipped > 0 && ` ${plural(skipped, 'paragraph is', 'paragraphs are')} too long and stay as they are.`}
          </p>
        </>
      )}
      {phase === 'running' && (
        <div role="status">
          <p className="mb-2 text-ink-2">Humanizing…</p>
          <Progress value={work.progress} label="Humanizing" />
        </div>
      )}
      {error && (
        <WritingError
          error={error}
          texts={errorTexts}
          tool="humanizer"
          outcome={changes.length > 0 ? 'The paragraphs below are done.' : undefined}
          className="my-3"
        />
      )}
      {phase === 'done' && facts && <Facts facts={facts} changes={changes.length} />}
      {isDone && (
        <>
          <div className="my-3 flex gap-2">
            <Button size="s" disabled={accepted.size === changes.length} onClick={() => work.acceptAll(true)}>
              Select all
            </Button>
            <Button size="s" disabled={accepted.size === 0} onClick={() => work.acceptAll(false)}>
              Clear selection
            </Button>
          </div>
          <ol>
            {changes.map((change, at) => (
              <Change
                key={change.index}
                change={change}
                label={`Accept change ${at + 1} of ${changes.length}`}
                isAccepted={accepted.has(change.index)}
                onAccept={(isAccepted) => work.accept(change.index, isAccepted)}
              />
            ))}
          </ol>
        </>
      )}
    </Dialog>
  )
}

/** What the fact check found in the rewritten text. */
function Facts({
  facts: { unchanged, lost, before, after, notices },
  changes,
}: {
  facts: HumanizedFacts
  changes: number
}) {
  return (
    <div role="status" className="grid gap-1 text-s">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      <p>
        {changes === 0 ? 'No paragraph needs a change. ' : ''}
        Style score: {Math.round(before)} before, {Math.round(after)} with all changes (of 100; higher is more like AI
        texts).
      </p>
      <p className={lost.length > 0 ? 'font-[600]' : 'text-ink-2'}>
        {lost.length > 0
          ? `Missing facts: ${lost.join(', ')}.`
          : `Fact check: all ${plural(unchanged, 'fact')} kept (numbers, dates, names, quotations, links, code, citations).`}
      </p>
    </div>
  )
}

type ChangeProps = {
  change: ParagraphChange
  label: string
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
}

const Change = ({ change: { before, after, reasons }, label, isAccepted, onAccept }: ChangeProps) => (
  <li className="border-line border-t py-3">
    <Checkbox checked={isAccepted} onChange={(event) => onAccept(event.target.checked)}>
      {label}
    </Checkbox>
    <div
      className={`diff-text mt-2 font-serif text-m leading-relaxed whitespace-pre-wrap ${isAccepted ? '' : 'opacity-60'}`}
    >
      <DiffRuns runs={diffWords(before, after)} />
    </div>
    {reasons.length > 0 && <p className="mt-1.5 text-ink-3 text-xs">{reasons.join(' · ')}</p>}
  </li>
)
