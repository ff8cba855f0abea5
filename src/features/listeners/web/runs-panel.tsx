import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatUsd, plural } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { Moment } from '#web/date-time.tsx'
import type { Listener, Run } from '../contract.ts'
import { listenerHref } from './listener-labels.ts'

/** Every run that is kept, newest first, with what sources failed to say. */
export function RunsPanel({ listener, runs }: { listener: Listener; runs: Run[] }) {
  if (runs.length === 0) return <EmptyState title="No runs yet." className="border-0" />
  const most = Math.max(1, ...runs.filter(({ no }) => no > 1).map(({ added, removed }) => Math.max(added, removed)))
  return (
    <>
      <ul aria-label="Runs" className="max-w-200 border-line border-t">
        {runs.map((run) => (
          <li key={run._id} className="border-line border-b py-2">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 sm:grid-cols-[minmax(0,1fr)_110px_auto]">
              <span>
                <Link href={`${listenerHref(listener._id)}?run=${run._id}`}>
                  <Moment at={run.at} />
                </Link>
                {run.by_hand && <span className="ml-2 text-ink-3 text-xs">manual</span>}
                {run.spent_usd > 0 && (
                  <span className="ml-2 text-ink-3 text-xs" title="What paid sources charged for this run">
                    Spent {formatUsd(run.spent_usd)}
                  </span>
                )}
              </span>
              <span className="max-sm:hidden">{run.no > 1 && <Bars run={run} most={most} />}</span>
              <span className="whitespace-nowrap text-right text-ink-2">
                {run.no === 1 ? (
                  `First run: ${plural(run.added, 'keyword')}`
                ) : (
                  <>
                    {formatCount(run.added)} new, {formatCount(run.removed)} lost
                    <span className="text-ink-3 max-sm:hidden"> of {formatCount(run.heard)}</span>
                  </>
                )}
              </span>
            </div>
            {run.source_errors.length > 2 ? (
              <Disclosure summary={`${run.source_errors.length} sources incomplete`}>
                <Errors run={run} />
              </Disclosure>
            ) : (
              <Errors run={run} />
            )}
          </li>
        ))}
      </ul>
      <p className="pt-3 text-ink-3 text-xs">
        The latest 400 runs are kept, then one per week. A source with incomplete results never counts keywords as lost.
      </p>
    </>
  )
}

const errorLabels: Record<Run['source_errors'][number]['outcome'], string> = {
  cut_short: ' returned partial results',
  failed: ' failed',
  skipped: ' was skipped',
}

function Errors({ run }: { run: Run }) {
  return run.source_errors.map((error) => (
    <p key={error.source} className="mt-0.5 text-warn text-xs">
      {error.label}
      {errorLabels[error.outcome]}: <span className="text-ink-2">{error.message}</span>
    </p>
  ))
}

/** New to the right, gone to the left of one line. */
function Bars({ run, most }: { run: Run; most: number }) {
  const width = (n: number) => `${(n / most) * 50}%`
  return (
    <span className="relative block h-3" aria-hidden>
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-2" />
      <span className="absolute inset-y-0.5 right-1/2 bg-line-2" style={{ width: width(run.removed) }} />
      <span className="absolute inset-y-0.5 left-1/2 bg-accent" style={{ width: width(run.added) }} />
    </span>
  )
}
