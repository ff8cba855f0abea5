import { unlimited } from '#features/plans/contract-tools.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import type { ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount, plural } from '#ui/format/format.ts'
import { Kbd } from '#ui/kbd.tsx'
import { CallError } from '#web/calls/call-error.tsx'
import type { EndpointEstimate } from '#web/calls/use-dry-run.ts'
import { useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import type { reportsContract } from '../../contract.ts'
import { reportErrorTexts } from '../error-texts.ts'

export type EstimatePanelProps = {
  estimate: EndpointEstimate<typeof reportsContract.new> | null
  busy: boolean
  sending: boolean
  /** The draft is complete enough for an estimate. */
  ready: boolean
  /** Reports that would start. */
  reports: number
  tool: 'reports' | 'clusters'
  units: number | null
  /** Why the plan's limit doesn't suffice. */
  limit: string | null
  /** What the server refused, where it isn't about a field. */
  error: ErrorBody | null
}

/** The cost before running: units of the plan and time, and for staff the source fees, with the submit button. */
export function EstimatePanel({
  estimate,
  busy,
  sending,
  ready,
  reports,
  tool,
  units,
  limit,
  error,
}: EstimatePanelProps) {
  const { user, workspace } = useSignedIn()
  const showsFees = useShowsFees()
  const mine = workspace.role === 'owner'
  const left = Number(user.plan[tool]) - user.usage[tool]
  const unit = tool === 'reports' ? 'report' : 'keyword'
  return (
    <aside className="lg:sticky lg:top-7 lg:self-start" aria-label="Cost">
      <div className="rounded-l border border-line bg-panel px-4 py-4">
        <h2 className="subheading">Cost</h2>
        <dl className={cx('mt-2 transition-opacity', busy && 'opacity-60')} aria-busy={busy}>
          <Line label="From your plan">
            {units === null ? '–' : plural(units, unit)}
            {mine && units !== null && (
              <span className="block font-normal text-ink-3 text-xs">
                {Number(user.plan[tool]) >= unlimited ? 'unlimited' : `${formatCount(Math.max(0, left))} left`}
              </span>
            )}
          </Line>
          {showsFees && <Line label="Source fees">{estimate ? money(estimate.cost_usd) : '–'}</Line>}
          <Line label="Estimated time">{estimate ? span(estimate.seconds) : '–'}</Line>
        </dl>
        {!ready && (
          <p className="mt-1 text-ink-3 text-xs">
            {tool === 'clusters' ? 'Add keywords to see the estimate.' : 'Enter a topic to see the estimate.'}
          </p>
        )}
        {limit && <LimitNotice id="limit-notice" message={limit} tool={tool} className="mt-3" />}
        <CallError error={error} texts={reportErrorTexts} className="mt-3 px-0! pl-3!" />
        <Button
          type="submit"
          variant="solid"
          busy={sending}
          className="mt-4 h-10 w-full"
          aria-disabled={limit ? true : undefined}
        >
          {reports > 1 ? `Run ${formatCount(reports)} reports` : 'Run report'}
        </Button>
        <p className="mt-2 text-center text-ink-3 text-xs max-sm:hidden">
          <Kbd keys="mod+enter" /> runs from any field
        </p>
      </div>
    </aside>
  )
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex min-h-9 items-baseline justify-between gap-3 border-line border-b py-1.5 last:border-0">
    <dt className="text-ink-2">{label}</dt>
    <dd className="text-right font-[550]">{children}</dd>
  </div>
)

const money = (usd: number) => (usd === 0 ? '$0' : usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`)

function span(seconds: number) {
  if (seconds < 90) return plural(Math.max(1, Math.round(seconds)), 'second')
  if (seconds < 5400) return plural(Math.round(seconds / 60), 'minute')
  return plural(Math.round(seconds / 3600), 'hour')
}
