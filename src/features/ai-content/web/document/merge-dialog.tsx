import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DiffRuns } from './diff-text.tsx'
import { conflictsIn, type MergePick, mergeTexts, resolveMerge } from './merge-text.ts'
import { diffWords } from './word-diff.ts'

export type MergeDialogProps = {
  title: string
  /** Why there are two texts. */
  reason: string
  theirsName: string
  base: string
  theirs: string
  mine: string
  onMerged: (markdown: string) => void
  onClose: () => void
}

/**
 * Merges two texts with a common base. Changes by one side are applied; where both changed a passage, the user chooses.
 */
export function MergeDialog({ title, reason, theirsName, base, theirs, mine, onMerged, onClose }: MergeDialogProps) {
  const parts = useMemo(() => mergeTexts(base, theirs, mine), [base, theirs, mine])
  const count = conflictsIn(parts)
  const [picks, setPicks] = useState<(MergePick | undefined)[]>(Array(count).fill(undefined))
  const merged = resolveMerge(parts, picks)
  const open = Array.from({ length: count }, (_, at) => picks[at]).filter((pick) => !pick).length
  let at = -1
  return (
    <Dialog
      open
      width="l"
      onOpenChange={(next) => !next && onClose()}
      title={title}
      description={`${reason} ${count === 0 ? 'All changes were merged automatically.' : `${plural(count, 'passage')} changed in both versions. Choose which to keep.`}`}
      footer={
        <>
          <Button onClick={() => setPicks(Array(count).fill('theirs'))} disabled={count === 0}>
            Use {theirsName.toLowerCase()}
          </Button>
          <Button onClick={() => setPicks(Array(count).fill('mine'))} disabled={count === 0}>
            Use my version
          </Button>
          <Button variant="solid" disabled={merged === null} onClick={() => merged !== null && onMerged(merged)}>
            {open > 0 ? `${plural(open, 'choice')} left` : 'Save merged version'}
          </Button>
        </>
      }
    >
      <ol className="grid gap-5">
        {parts.map((part, key) => {
          if (part.kind === 'same') return null
          at++
          const index = at
          const old = part.base.join('\n\n')
          return (
            <li key={key} className="border-line border-t pt-3">
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <span className="text-ink-3 text-xs">
                  Passage {index + 1} of {count}
                </span>
                <Segmented<MergePick | ''>
                  size="s"
                  label={`Passage ${index + 1}`}
                  value={picks[index] ?? ''}
                  onChange={(pick) => pick && setPicks(picks.map((old, at) => (at === index ? pick : old)))}
                  options={[
                    { value: 'theirs', label: theirsName },
                    { value: 'mine', label: 'Mine' },
                    { value: 'both', label: 'Both' },
                  ]}
                />
              </div>
              <div className="diff-text grid gap-4 font-serif text-m leading-relaxed whitespace-pre-wrap sm:grid-cols-2">
                <Side name={theirsName} before={old} after={part.theirs.join('\n\n')} dim={picks[index] === 'mine'} />
                <Side name="Mine" before={old} after={part.mine.join('\n\n')} dim={picks[index] === 'theirs'} />
              </div>
            </li>
          )
        })}
      </ol>
    </Dialog>
  )
}

const Side = ({ name, before, after, dim }: { name: string; before: string; after: string; dim: boolean }) => (
  <div className={dim ? 'opacity-50' : undefined}>
    <p className="mb-1 font-sans text-ink-3 text-xs">{name}</p>
    {after === '' ? <p className="text-ink-3">Removed</p> : <DiffRuns runs={diffWords(before, after)} />}
  </div>
)
