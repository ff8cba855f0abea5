import { unlimited } from '#features/plans/contract-tools.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { formatCount, plural } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import type { EndpointEstimate } from '#web/calls/use-dry-run.ts'
import { useShowsFees, useSignedIn } from '#web/session/use-signed-in.ts'
import type { LookupKind, researchContract } from '../contract.ts'
import { providerLabel } from '../rules/research-labels.ts'

export type LookupCostProps = {
  kind: LookupKind
  estimate: EndpointEstimate<typeof researchContract.trends> | null
  /** Why the plan's limit doesn't suffice. */
  limit: string | null
}

/** A lookup's cost before it runs. */
export function LookupCost({ kind, estimate, limit }: LookupCostProps) {
  const { user, workspace } = useSignedIn()
  const showsFees = useShowsFees()
  if (limit) return <LimitNotice id="limit-notice" message={limit} tool={kind} />
  if (!estimate) return <p className="text-ink-3 text-xs">You’ll see the cost before you start.</p>
  const allowance = Number(user.plan[kind])
  const left = Math.max(0, allowance - user.usage[kind])
  const takes = kind === 'trends' ? '1 lookup' : plural(estimate.units, 'keyword')
  return (
    <p className="text-ink-2 text-s" aria-live="polite">
      Uses <b className="font-[550] text-ink">{takes}</b> from {workspace.role === 'owner' ? 'your' : 'the owner’s'}{' '}
      plan
      {workspace.role === 'owner' && (allowance >= unlimited ? ' (unlimited)' : ` (${formatCount(left)} left)`)}.{' '}
      {estimate.provider === 'imported'
        ? 'Uses your imported files.'
        : !showsFees && `Numbers from ${providerLabel(estimate.provider)}.`}
      {showsFees && estimate.provider !== 'imported' && (
        <>
          Source fees ({providerLabel(estimate.provider)}):{' '}
          <b className="font-[550] text-ink">{estimate.cost_usd === 0 ? 'none' : money(estimate.cost_usd)}</b>.
        </>
      )}
      {estimate.known_id && (
        <>
          {' '}
          You ran this lookup in the last 24 hours.{' '}
          <Link className="link" href={`/app/${kind === 'trends' ? 'trends' : 'volumes'}?lookup=${estimate.known_id}`}>
            Open that result
          </Link>{' '}
          for free.
        </>
      )}
    </p>
  )
}

const money = (usd: number) => (usd < 0.01 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`)
