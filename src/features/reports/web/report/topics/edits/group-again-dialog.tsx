import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useCall } from '#web/calls/use-call.ts'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import {
  type Cluster,
  type ReportHead,
  reportsContract,
  type Strictness,
  type TopicCounts,
  type TopicMeaning,
} from '../../../../contract.ts'
import { getTopicCounts } from '../../../../rules/topics/topic-coverage.ts'
import { reportErrorTexts } from '../../../error-texts.ts'
import { none } from '../../../keyword-labels.ts'
import { getMeaningProblem, MeaningChoice } from '../../../meaning-choice.tsx'
import { strictnessOptions } from '../../../strictness-options.ts'

export type GroupAgainDialogProps = {
  head: ReportHead
  clusters: Cluster[]
  /** There are changes that can still be undone. */
  hasUndo: boolean
  onApplied: () => Promise<void>
  onClose: () => void
}

type Preview = z.output<typeof reportsContract.recluster.output>

/** Groups a report's keywords with another strictness, after showing what that makes and what it costs. */
export function GroupAgainDialog({ head, clusters, hasUndo, onApplied, onClose }: GroupAgainDialogProps) {
  const [strictness, setStrictness] = useState(head.strictness)
  const [byMeaning, setByMeaning] = useState(head.meaning?.state === 'used')
  const [previews, setPreviews] = useState<Record<string, Preview>>({})
  const showsFees = useShowsFees()
  const loading = useCall()
  const applying = useCall()
  const preview = previews[toKey(strictness, byMeaning)]
  const [meaning, setMeaning] = useState<TopicMeaning | null>(null)
  const load = () =>
    loading.run(async () => {
      const input = { _id: head._id, strictness, by_meaning: byMeaning }
      const found = await api(reportsContract.recluster, { ...input, dry_run: true })
      setPreviews((old) => ({ ...old, [toKey(strictness, byMeaning)]: found }))
      setMeaning(found.meaning)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads each preview once
  useEffect(() => {
    if (!preview) void load()
  }, [strictness, byMeaning])
  const apply = () =>
    applying.run(async () => {
      const limit = byMeaning ? preview?.meaning.cost_usd : null
      const { counts, meaning } = await api(reportsContract.recluster, {
        ...{ _id: head._id, strictness, by_meaning: byMeaning },
        // No more than was shown.
        ...(typeof limit === 'number' ? { max_cost_usd: limit } : {}),
      })
      await onApplied()
      const problem = byMeaning ? getMeaningProblem(meaning) : null
      const topics = plural(counts.topics, 'topic')
      if (problem) notify.failed(`Grouped into ${topics} by words. ${problem}`)
      else notify.done(`Grouped into ${topics}`)
      onClose()
    })
  const edited = clusters.filter((topic) => topic.edited || topic.locked).length
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Group keywords again"
      description="Preview the topics, then apply. Nothing changes until then."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={applying.busy} disabled={!preview} onClick={() => void apply()}>
            Apply grouping
          </Button>
        </>
      }
    >
      <Segmented
        label="Strictness"
        value={strictness}
        onChange={setStrictness}
        options={strictnessOptions.map(({ value, label }) => ({ value, label }))}
      />
      <p className="mt-2 text-ink-2">{strictnessOptions.find(({ value }) => value === strictness)?.line}</p>
      <div className="mt-3">
        <MeaningChoice meaning={meaning} checked={byMeaning} onChange={setByMeaning} />
      </div>
      <CallError
        className="mt-3"
        error={loading.error}
        texts={reportErrorTexts}
        action={
          <Button size="s" onClick={() => void load()}>
            Try again
          </Button>
        }
      />
      <Counts now={getTopicCounts(clusters)} next={preview?.counts ?? null} failed={loading.error !== null} />
      {isCountedByWords(preview, byMeaning) && (
        <p className="mt-2 text-ink-2 text-s">
          The preview shows topics by words. Those by meaning appear once you apply, because the model hasn’t read these
          keywords yet.
        </p>
      )}
      <Examples preview={preview} />
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-line border-t pt-3 text-xs">
        <dt className="text-ink-2">Cost</dt>
        <dd>
          {byMeaning && preview && preview.meaning.new_keywords > 0
            ? `${showsFees ? `${getCostSentence(preview.meaning)} ` : ''}No credits, and no source is asked again.`
            : `${showsFees ? '$0.00 and no' : 'No'} credits. It uses the stored keywords and results; no source is asked again.`}
        </dd>
        <dt className="text-ink-2">Your edits</dt>
        <dd>
          {edited > 0
            ? `${plural(edited, 'edited or locked topic')} ${edited === 1 ? 'keeps its' : 'keep their'} name and moved keywords.`
            : 'Nothing was edited yet.'}
        </dd>
        <dt className="text-ink-2">Undo</dt>
        <dd>
          Grouping again can’t be undone. To go back, group again with{' '}
          {strictnessOptions.find(({ value }) => value === head.strictness)?.label}
          {byMeaning && head.meaning?.state !== 'used' && ' and without meaning'}.
          {hasUndo && ' Your earlier changes can’t be undone after it.'}
        </dd>
      </dl>
      <CallError className="mt-3" error={applying.error} texts={reportErrorTexts} />
    </Dialog>
  )
}

const toKey = (strictness: Strictness, byMeaning: boolean) => `${strictness} ${byMeaning}`

/** Whether a preview couldn't read meanings that aren't paid for yet. */
const isCountedByWords = (preview: Preview | undefined, byMeaning: boolean) =>
  byMeaning && preview?.meaning.state === 'offered'

const getCostSentence = ({ cost_usd: usd, model }: TopicMeaning) =>
  usd === null
    ? `What the provider of ${model} charges, which isn’t known.`
    : `${usd < 0.01 ? 'Less than $0.01' : `About ${formatUsd(usd)}`}, charged by the provider of ${model}.`

const countLabels: [keyof TopicCounts, string][] = [
  ['parents', 'Parent topics'],
  ['topics', 'Topics'],
  ['standalone', 'Standalone keywords'],
]

function Counts({ now, next, failed }: { now: TopicCounts; next: TopicCounts | null; failed: boolean }) {
  return (
    <table className="mt-4 w-full max-w-90" aria-busy={!next && !failed}>
      <caption className="sr-only">Counts now and after grouping</caption>
      <thead>
        <tr className="border-line-2 border-b text-right text-ink-3 text-xs">
          <td />
          <th scope="col" className="h-7 font-normal">
            Now
          </th>
          <th scope="col" className="font-normal">
            Preview
          </th>
        </tr>
      </thead>
      <tbody>
        {countLabels.map(([name, label]) => (
          <tr key={name} className="border-line border-b text-right">
            <th scope="row" className="h-8 text-left font-normal">
              {label}
            </th>
            <td>{formatCount(now[name])}</td>
            <td className="font-[550]">
              {next ? formatCount(next[name]) : failed ? none : <Skeleton className="ml-auto w-8" />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const maxExamples = 8

function Examples({ preview }: { preview: Preview | undefined }) {
  if (!preview) return null
  const topics = preview.examples.filter(({ kind }) => kind === 'topic')
  const examples = (topics.length > 0 ? topics : preview.examples).slice(0, maxExamples)
  return (
    <p className="mt-3 text-s" aria-live="polite">
      <span className="text-ink-2">Largest: </span>
      {examples.map(({ name, keywords }) => `${name} (${formatCount(keywords)})`).join(', ')}
    </p>
  )
}
