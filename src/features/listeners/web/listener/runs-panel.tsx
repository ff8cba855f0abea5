import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatCount, formatUsd, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { StaffDetails } from '#web/calls/call-error.tsx'
import { getErrorText, getStoredError } from '#web/calls/error-texts.ts'
import { DateTime } from '#web/components/date-time.tsx'
import { useShowsFees } from '#web/session/use-signed-in.ts'
import type { Listener, Run } from '../../contract.ts'
import { listenerErrorTexts } from '../error-texts.ts'
import { listenerHref } from '../listener-labels.ts'

/** Every stored run, newest first, with the sources that failed in it. */
export function RunsPanel({ listener, runs }: { listener: Listener; runs: Run[] }) {
  const showsFees = useShowsFees()
  if (runs.length === 0) return <EmptyState title="No runs yet." />
  const maxChange = Math.max(
    1,
    ...runs.filter(({ no }) => no > 1).map(({ added, removed }) => Math.max(added, removed)),
  )
  return (
    <>
      <ul aria-label="Runs" className="max-w-200 border-line border-t">
        {runs.map((run) => (
          <li key={run._id} className="border-line border-b py-2">
            <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 sm:grid-cols-[minmax(0,1fr)_110px_auto]">
              <span>
                <Link href={`${listenerHref(listener._id)}?run=${run._id}`}>
                  <DateTime at={run.at} />
                </Link>
                {run.by_hand && <span className="ml-2 text-ink-3 text-xs">manual</span>}
                {showsFees && run.spent_usd > 0 && (
                  <span className="ml-2 text-ink-3 text-xs" title="What paid sources charged for this run">
                    Spent {formatUsd(run.spent_usd)}
                  </span>
                )}
              </span>
              <span className="max-sm:hidden">{run.no > 1 && <Bars run={run} maxChange={maxChange} />}</span>
              <span className="whitespace-nowrap text-right text-ink-2">
                {run.no === 1 ? (
                  `First run: ${plural(run.added, 'keyword')}`
                ) : (
                  <>
                    {formatCount(run.added)} new, {formatCount(run.removed)} lost
                    <span className="text-ink-3 max-sm:hidden"> of {plural(run.heard, 'keyword')}</span>
                  </>
                )}
              </span>
            </div>
            {run.source_errors.length > 2 ? (
              <Disclosure summary={`${run.source_errors.length} sources incomplete`}>
                <SourceErrors run={run} />
              </Disclosure>
            ) : (
              <SourceErrors run={run} />
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

const outcomeLabels: Record<Run['source_errors'][number]['outcome'], string> = {
  cut_short: 'partial results',
  failed: 'no results in this run',
  skipped: 'not available for this country or language',
}

/** Sources without complete results, and why. */
const SourceErrors = ({ run }: { run: Run }) =>
  run.source_errors.map((source) => {
    const error = getStoredError({ error: source.message, failure: source.failure })!
    return (
      <div key={source.source} className="mt-0.5 text-xs">
        <p className="text-warn">
          {source.label}: {outcomeLabels[source.outcome]}
        </p>
        {source.failure && source.outcome !== 'skipped' && (
          <p className="text-ink-2">{getErrorText(error, listenerErrorTexts)}</p>
        )}
        <StaffDetails error={error} />
      </div>
    )
  })

/** Diverging bars: new to the right, lost to the left. */
function Bars({ run, maxChange }: { run: Run; maxChange: number }) {
  const width = (n: number) => `${(n / maxChange) * 50}%`
  return (
    <span className="relative block h-3" aria-hidden>
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-2" />
      <span className="absolute inset-y-0.5 right-1/2 bg-line-2" style={{ width: width(run.removed) }} />
      <span className="absolute inset-y-0.5 left-1/2 bg-accent" style={{ width: width(run.added) }} />
    </span>
  )
}
