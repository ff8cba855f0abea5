import { useId, useMemo, useState } from 'react'
import { countWords } from '#features/ai-content/rules/markdown-text.ts'
import { DiffRuns } from '#features/ai-content/web/document/diff-text.tsx'
import { diffWords } from '#features/ai-content/web/document/word-diff.ts'
import { importedImages } from '#features/images/web/in-text/imported-images.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { toErrorBody } from '#web/calls/error-texts.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type Publication, publishingContract, type RemoteChange } from '../../contract.ts'
import { publishingErrorTexts } from '../error-texts.ts'
import { formatDateTime } from '../publish/describe-post.ts'
import type { SitePost } from '../publish/publish-on-site.tsx'
import { getFirstPicks, getMergeParts, type MergeChange, mergeParts, type Side } from './merge-changes.ts'

export type RemoteMergeProps = {
  change: RemoteChange
  /** What was about to be sent. */
  post: SitePost
  host: string
  onClose: () => void
  onDone: (publication: Publication) => void
  /** Someone edited it once more meanwhile. */
  onChangedAgain: (change: RemoteChange) => void
}

const names: Record<MergeChange['by'], (host: string) => string> = {
  theirs: (host) => `Only on ${host}`,
  mine: () => 'Only in your draft',
  both: () => 'Changed in both',
}

/** A post that was edited on its site and here: what to keep of both. */
export function RemoteMerge({ change, post, host, onClose, onDone, onChangedAgain }: RemoteMergeProps) {
  const { base, theirs, ours, remote_hash, modified_at, modified_by } = change
  const parts = useMemo(() => getMergeParts(base, theirs, ours), [base, theirs, ours])
  const [picks, setPicks] = useState(() => getFirstPicks(parts))
  const { busy, error, run } = useCall()
  const merged = mergeParts(parts, picks)
  const left = picks.filter((pick) => !pick).length
  const same = parts.reduce((count, part) => count + (part.kind === 'same' ? part.blocks.length : 0), 0)
  const send = (resolution: 'ours' | 'merged' | 'theirs', content_md?: string) =>
    void run(async () => {
      try {
        const { publication } = await api(
          publishingContract.publish,
          { ...post, resolution, remote_hash, ...(content_md === undefined ? {} : { content_md }) },
          { idempotencyKey: randomKey() },
        )
        notify.done(resolution === 'theirs' ? 'Text replaced' : 'Sent')
        onDone(publication)
        // The editor shows the document as it was. What came from the site may have images of its own.
        if (resolution !== 'ours') window.location.search = `?${importedImages}=1`
      } catch (error) {
        const { reason, details } = toErrorBody(error)
        if (reason !== 'remote_changed') throw error
        notify.info(`The post was edited again on ${host}. These are the new differences.`)
        onChangedAgain(details as RemoteChange)
      }
    })
  let index = -1
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(open) => !open && onClose()}
      title={`The post changed on ${host}`}
      description={`${modified_by ?? 'Someone'} edited it${modified_at ? ` on ${formatDateTime(modified_at)}` : ''}, after you published it. Nothing has been sent. Choose what to keep.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => send('ours')}>
            Overwrite post
          </Button>
          <Button
            variant="solid"
            busy={busy}
            disabled={merged === null}
            onClick={() => merged !== null && (merged === theirs ? send('theirs') : send('merged', merged))}
          >
            {left > 0 ? `${plural(left, 'choice')} left` : 'Merge and send'}
          </Button>
        </>
      }
    >
      <CallError error={error} texts={publishingErrorTexts} className="mb-4" />
      {picks.length === 0 ? (
        <p>Only the title, the summary or the formatting was changed there. The texts are the same.</p>
      ) : (
        <>
          <div aria-hidden className="hidden grid-cols-[9rem_1fr_1fr] gap-4 pb-2 text-xs sm:grid">
            <span />
            <span>
              <b className="font-[600]">On {host} now</b> · {plural(countWords(theirs), 'word')}
            </span>
            <span>
              <b className="font-[600]">Your draft</b> · {plural(countWords(ours), 'word')}
            </span>
          </div>
          <ol>
            {parts.map((part, key) => {
              if (part.kind === 'same') return null
              index++
              const at = index
              return (
                <Change
                  key={key}
                  change={part}
                  host={host}
                  pick={picks[at]}
                  onPick={(pick) => setPicks(picks.map((old, each) => (each === at ? pick : old)))}
                />
              )
            })}
          </ol>
        </>
      )}
      <p className="pt-3 text-ink-2 text-xs">
        {plural(same, 'passage')} {same === 1 ? 'is' : 'are'} the same. The result is saved as a new version of your
        document.
      </p>
    </Dialog>
  )
}

type ChangeProps = { change: MergeChange; host: string; pick: Side | undefined; onPick: (pick: Side) => void }

function Change({ change, host, pick, onPick }: ChangeProps) {
  const name = useId()
  const { by, base, heading } = change
  const before = base.join('\n\n')
  return (
    <li className="border-line border-t py-3">
      <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_1fr_1fr]">
        <legend className="float-left mb-2 text-s sm:mb-0">
          <span className="block font-[600]">{names[by](host)}</span>
          <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">{heading}</span>
          {!pick && <span className="block font-[600] text-warn text-xs">Choose one</span>}
        </legend>
        {(['theirs', 'mine'] as const).map((side) => (
          <label
            key={side}
            className={cx(
              'flex items-start gap-2.5 rounded-m border p-3',
              pick === side ? 'border-accent bg-accent-wash' : 'border-line-2',
            )}
          >
            <input
              type="radio"
              name={name}
              className="mt-1.5 accent-accent"
              checked={pick === side}
              onChange={() => onPick(side)}
              aria-label={side === 'theirs' ? `Keep the text on ${host}` : 'Keep your draft'}
            />
            <span className="diff-text min-w-0 flex-1 whitespace-pre-wrap font-serif text-m leading-relaxed [overflow-wrap:anywhere]">
              {change[side].length === 0 ? (
                <span className="font-sans text-ink-3 text-s">Removed</span>
              ) : (
                <DiffRuns runs={diffWords(before, change[side].join('\n\n'))} />
              )}
            </span>
          </label>
        ))}
      </fieldset>
    </li>
  )
}
