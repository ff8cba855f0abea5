import { unlimited } from '#features/plans/contract.ts'
import { LimitNotice } from '#features/plans/web/limit-notice.tsx'
import { formatCount, plural } from '#ui/format.ts'
import { Link } from '#ui/link.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'
import type { LookupKind } from '../contract.ts'
import { providerLabel } from '../research-words.ts'
import type { LookupEstimate } from './use-lookup-estimate.ts'

export type LookupCostProps = {
  kind: LookupKind
  estimate: LookupEstimate | null
  /** Why the plan does not reach. */
  limit: string | null
}

/** What a look-up takes, said before it is taken. */
export function LookupCost({ kind, estimate, limit }: LookupCostProps) {
  const { user, workspace } = useSignedIn()
  if (limit) return <LimitNotice id="limit-notice" message={limit} tool={kind} />
  if (!estimate) return <p className="text-ink-3 text-xs">What it takes is said here before anything is spent.</p>
  const allowance = Number(user.plan[kind])
  const left = Math.max(0, allowance - user.usage[kind])
  const takes = kind === 'trends' ? 'one look-up' : plural(estimate.units, 'keyword')
  return (
    <p className="text-ink-2 text-s" aria-live="polite">
      Takes <b className="font-[550] text-ink">{takes}</b> of {workspace.role === 'owner' ? 'your' : 'the owner’s'} plan
      {workspace.role === 'owner' && (allowance >= unlimited ? ' (unlimited)' : ` (${formatCount(left)} left)`)}.{' '}
      {estimate.provider === 'imported' ? (
        'The numbers are those of your imported files; nobody is charged.'
      ) : (
        <>
          {providerLabel(estimate.provider)} is asked and charges{' '}
          <b className="font-[550] text-ink">{estimate.cost_usd === 0 ? 'nothing' : money(estimate.cost_usd)}</b>.
        </>
      )}
      {estimate.known_id && (
        <>
          {' '}
          The same was asked within the last day:{' '}
          <Link className="link" href={`/app/${kind === 'trends' ? 'trends' : 'volumes'}?lookup=${estimate.known_id}`}>
            open that answer
          </Link>{' '}
          and nothing is spent.
        </>
      )}
    </p>
  )
}

const money = (usd: number) => (usd < 0.01 ? `$${usd.toFixed(3)}` : `$${usd.toFixed(2)}`)
