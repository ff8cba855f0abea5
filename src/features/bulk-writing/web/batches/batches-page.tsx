import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Select } from '#ui/forms/select.tsx'
import { Link } from '#ui/link.tsx'
import { Progress } from '#ui/progress.tsx'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { Pages } from '#web/components/pagination.tsx'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireWorkspace } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type BatchHead, type BatchStatus, batchStatuses, bulkWritingContract } from '../../contract.ts'
import { isOver } from '../../rules/batch-status.ts'
import { batchesPath, batchHref, batchStatusLabels, countTexts, toShownUsd } from '../batch-labels.ts'
import { bulkWritingErrorTexts } from '../error-texts.ts'
import { useShowsCost } from '../use-shows-cost.ts'
import type { Route } from './+types/batches-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Batches · Earshot' }]

const perPage = 25
const pollMs = 4000

export async function loader(args: Route.LoaderArgs) {
  const { workspace } = await requireWorkspace(args)
  const params = new URL(args.request.url).searchParams
  const status = batchStatuses.find((each) => each === params.get('status'))
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const { call } = args.context.get(pageContext)
  const input = { workspace_id: workspace._id, page, limit: perPage, ...(status && { status }) }
  return { found: await orRespond(args.request, call(bulkWritingContract.find, input), bulkWritingErrorTexts), status }
}

/** The workspace's batches, newest first, with how far each is. */
export default function BatchesPage({ loaderData: { found, status } }: Route.ComponentProps) {
  const batches = useLiveBatches(found, status)
  const navigate = useNavigate()
  return (
    <>
      <ScreenHead
        title="Batches"
        meta={
          <>
            Texts written in the background ·{' '}
            <Link href="/app/plan" className="link">
              Plans
            </Link>{' '}
            ·{' '}
            <Link href="/app/content" className="link">
              Content
            </Link>
          </>
        }
      />
      {(found.total > 0 || status) && (
        <div className="mb-4" data-screen-only>
          <Select
            aria-label="Status"
            className="w-auto!"
            value={status ?? ''}
            onChange={(event) =>
              void navigate(event.target.value ? `${batchesPath}?status=${event.target.value}` : batchesPath)
            }
            options={[
              { value: '', label: 'All statuses' },
              ...batchStatuses.map((value) => ({ value, label: batchStatusLabels[value] })),
            ]}
          />
        </div>
      )}
      {batches.length > 0 ? (
        <ul aria-label="Batches" className="border-line border-t">
          {batches.map((batch) => (
            <BatchLine key={batch._id} batch={batch} />
          ))}
        </ul>
      ) : (
        <Nothing filtered={status !== undefined} beyond={found.page > 1} />
      )}
      <Pages page={found.page} limit={found.limit} total={found.total} what="batches" />
    </>
  )
}

function Nothing({ filtered, beyond }: { filtered: boolean; beyond: boolean }) {
  if (beyond || filtered)
    return (
      <EmptyState
        title={beyond ? 'This page is empty.' : 'No batches with this status.'}
        action={<Button href={batchesPath}>View all batches</Button>}
      />
    )
  return (
    <EmptyState title="No batches yet." action={<Button href="/app/plan">Open plans</Button>}>
      A batch writes many texts in the background, within a budget. Open a plan, select items and choose “Write”.
    </EmptyState>
  )
}

const tones: Record<BatchStatus, BadgeTone> = {
  queued: 'accent',
  running: 'accent',
  paused: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

function BatchLine({ batch }: { batch: BatchHead }) {
  const { name, status, counts, total, chain, spent_usd, budget_usd, price } = batch
  const showsCost = useShowsCost(batch)
  const costs = showsCost && price && price.source !== 'builtin' && spent_usd !== null
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-b py-2.5 hover:bg-well/60 sm:grid-cols-[minmax(0,1fr)_150px_120px_110px]">
      <div className="min-w-0">
        <Link
          href={batchHref(batch._id)}
          className="block font-serif text-l leading-snug no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 after:content-['']"
        >
          {name}
        </Link>
        <p className="flex flex-wrap items-center gap-x-1.5 text-ink-3 text-xs">
          <Badge tone={tones[status]}>{batchStatusLabels[status]}</Badge>
          {countTexts(total, chain)}
          {counts.failed > 0 && <span className="text-bad">· {formatCount(counts.failed)} failed</span>}
          {batch.overlaps.length > 0 && (
            <span className="text-warn">
              · {plural(batch.overlaps.length, 'pair')} {batch.overlaps.length === 1 ? 'competes' : 'compete'}
            </span>
          )}
        </p>
      </div>
      <div className="max-sm:hidden">
        <p className="mb-1 text-ink-2 text-xs tabular-nums">
          {formatCount(counts.done)} of {formatCount(total)} done
        </p>
        {!isOver(batch) && <Progress value={batch.progress} label={`Progress of ${name}`} />}
      </div>
      <span className="text-right text-ink-2 text-s tabular-nums max-sm:hidden">
        {costs && (
          <>
            {toShownUsd(spent_usd)}
            {budget_usd !== null && <span className="text-ink-3"> of {formatUsd(budget_usd)}</span>}
          </>
        )}
      </span>
      <span className="whitespace-nowrap text-right text-ink-3 text-xs">
        <DateTime at={batch.created_at} brief />
      </span>
    </li>
  )
}

/** Polls while a batch of the page is at work. */
function useLiveBatches(found: { items: BatchHead[]; page: number }, status: BatchStatus | undefined): BatchHead[] {
  const { workspace } = useSignedIn()
  const [items, setItems] = useState(found.items)
  useEffect(() => setItems(found.items), [found])
  usePolling(
    items.some((batch) => batch.status === 'queued' || batch.status === 'running'),
    async (signal) => {
      const input = { workspace_id: workspace._id, page: found.page, limit: perPage, ...(status && { status }) }
      setItems((await api(bulkWritingContract.find, input, { signal })).items)
    },
    { everyMs: pollMs, key: `${status} ${found.page}` },
  )
  return items
}
