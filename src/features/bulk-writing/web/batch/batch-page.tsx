import { Check, OctagonPause } from 'lucide-react'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount, formatDuration, formatUsd } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { canEdit, useSignedIn } from '#web/session/use-signed-in.ts'
import { type Batch, bulkWritingContract } from '../../contract.ts'
import { getSecondsLeft, getUsualCost, isOver } from '../../rules/batch-status.ts'
import { batchesPath, getHeading, stepLabels, toShownUsd } from '../batch-labels.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import { useBatch } from '../use-batch.ts'
import { useShowsCost } from '../use-shows-cost.ts'
import type { Route } from './+types/batch-page.ts'
import { BatchActions } from './batch-actions.tsx'
import { BatchItems } from './batch-items.tsx'
import { BatchMoney } from './batch-money.tsx'
import { useBatchCommands } from './use-batch-commands.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.name ?? 'Batch'} · Earshot` }]

export async function loader(args: Route.LoaderArgs) {
  await requireWorkspace(args)
  const { call } = args.context.get(pageContext)
  const found = call(bulkWritingContract.get, { _id: args.params.id })
  return (await orRespond(args.request, found, bulkWritingErrorTexts)).batch
}

/** A batch at work or done: money, steps of each item, and what to look at in review. */
export default function BatchPage({ loaderData }: Route.ComponentProps) {
  return <BatchView key={loaderData._id} loaded={loaderData} />
}

function BatchView({ loaded }: { loaded: Batch }) {
  const [batch, setBatch] = useBatch(loaded)
  const editor = canEdit(useSignedIn().workspace)
  const commands = useBatchCommands(batch, setBatch)
  const showsCost = useShowsCost(batch)
  const planIds = new Set(batch.items.flatMap(({ plan_id }) => plan_id ?? []))
  const [planId] = planIds
  return (
    <>
      <nav aria-label="Batches" className="mb-1 flex flex-wrap gap-x-1.5 text-ink-3 text-xs" data-screen-only>
        <Link href="/app/plan" className="no-underline hover:underline">
          Plan
        </Link>
        <span aria-hidden>/</span>
        <Link href={batchesPath} className="no-underline hover:underline">
          Batches
        </Link>
        {planId && planIds.size === 1 && (
          <Link href={`/app/plan/${planId}`} className="link ml-auto text-ink-2">
            Open plan
          </Link>
        )}
      </nav>
      <ScreenHead
        title={getHeading(batch)}
        meta={<Meta batch={batch} />}
        actions={editor && <BatchActions batch={batch} commands={commands} />}
      />
      <CallError error={commands.error} texts={bulkWritingErrorTexts} className="mb-4" />
      <State batch={batch} />
      <Overlaps batch={batch} />
      <BatchMoney batch={batch} />
      <Counts batch={batch} showsCost={showsCost} />
      <BatchItems
        batch={batch}
        onRetry={editor && batch.status !== 'cancelled' ? (item) => void commands.retry([item._id]) : null}
        busy={commands.busy}
      />
      <p className="mt-2.5 text-ink-3 text-xs">
        Texts are drafts in{' '}
        <Link href="/app/content" className="link">
          Content
        </Link>
        ; nothing is published. Failed items don’t use a credit.
        {showsCost && batch.price && batch.price.source !== 'builtin' && (
          <>
            {' '}
            Costs count the tokens that the provider reported, at ${batch.price.input} per million sent and $
            {batch.price.output} per million written.
          </>
        )}
      </p>
    </>
  )
}

function Meta({ batch }: { batch: Batch }) {
  const { name, created_by, created_at, finished_at, chain, model } = batch
  const steps = [...chain, 'score' as const].map((step) => stepLabels[step].toLowerCase()).join(', ')
  return (
    <span className="[overflow-wrap:anywhere]">
      {name} · started{created_by && ` by ${created_by}`} <DateTime at={created_at} brief />
      {finished_at && (
        <>
          {' '}
          · ended <DateTime at={finished_at} brief />
        </>
      )}{' '}
      · {steps} · {model.provider === 'builtin' ? 'built-in writer' : model.model}
    </span>
  )
}

const reasonTexts: Record<NonNullable<Batch['reason']>, string> = {
  budget: 'The next request could cost more than is left of the budget.',
  by_hand: 'Sections that were being written are saved.',
  model_changed: 'The workspace’s AI model was changed. Resume the batch to continue with the new one.',
  model_unavailable: 'The AI model can’t be used. Nothing more is sent until you resume the batch.',
}

/** What the batch does now and what to expect, or why it waits. */
function State({ batch }: { batch: Batch }) {
  const { user } = useSignedIn()
  if (isOver(batch)) return null
  if (batch.status === 'paused') {
    const error = getStoredError(batch)
    return (
      <ErrorNote
        tone="warn"
        className="mb-1"
        todo={
          batch.reason === 'budget'
            ? `${toShownUsd(batch.remaining ?? 0)} of ${formatUsd(batch.budget_usd ?? 0)} is left. Resume the batch with a larger budget, or cancel it.`
            : undefined
        }
      >
        <OctagonPause size={15} className="mr-1.5 inline align-[-2px] text-warn" aria-hidden />
        {error ? getErrorText(error, bulkWritingErrorTexts) : batch.reason ? reasonTexts[batch.reason] : ''}
      </ErrorNote>
    )
  }
  const who = batch.created_by_id === user.id ? 'We’ll email you' : `${batch.created_by ?? 'Its creator'} gets an email`
  const left = getSecondsLeft(batch)
  return (
    <p className="flex items-start gap-2.5 rounded-m bg-well px-3.5 py-2.5 text-ink-2 text-s" role="status">
      <Check size={15} strokeWidth={2.4} className="mt-0.5 shrink-0 text-good" aria-hidden />
      <span>
        <b className="font-[550] text-ink">You can close this page.</b> Writing continues in the background. {who} when
        it’s done{left > 20 && <>, in about {roughly(left)}</>}.
      </span>
    </p>
  )
}

/** 500 → "9 min" */
const roughly = (seconds: number) =>
  seconds < 90 ? formatDuration(Math.ceil(seconds / 10) * 10_000) : `${formatCount(Math.ceil(seconds / 60))} min`

/** Articles of the batch that compete. Only one of two should be published as it is. */
function Overlaps({ batch: { overlaps } }: { batch: Batch }) {
  const [first] = overlaps
  if (!first) return null
  const more = overlaps.length - 1
  return (
    <ErrorNote
      tone="warn"
      className="mt-3"
      todo={`Publish one of them, or change the other.${more > 0 ? ` ${formatCount(more)} more ${more === 1 ? 'pair is' : 'pairs are'} marked below.` : ''}`}
    >
      “{first.titles[0]}” and “{first.titles[1]}” compete with each other.
    </ErrorNote>
  )
}

function Counts({ batch, showsCost }: { batch: Batch; showsCost: boolean }) {
  const { counts } = batch
  const isPaid = showsCost && batch.price?.source !== 'builtin'
  const usual = counts.done > 0 && isPaid ? getUsualCost(batch, batch.items) : null
  const shown = [
    { count: counts.done, label: 'done', className: 'text-ink' },
    { count: counts.running, label: 'running', className: 'text-accent-ink' },
    { count: counts.queued, label: 'waiting', className: 'text-ink' },
    { count: counts.failed, label: 'failed', className: 'text-bad' },
    { count: counts.cancelled, label: 'canceled', className: 'text-ink' },
  ].filter(({ count, label }) => count > 0 || label === 'done')
  return (
    <div className="mt-4 mb-2 flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-s">
      <ul aria-label="Items by status" className="flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(({ count, label, className }) => (
          <li key={label}>
            <b className={`font-[600] tabular-nums ${className}`}>{formatCount(count)}</b> {label}
          </li>
        ))}
      </ul>
      {usual !== null && usual > 0 && <span className="ml-auto text-ink-3">Average cost {toShownUsd(usual)}</span>}
    </div>
  )
}
