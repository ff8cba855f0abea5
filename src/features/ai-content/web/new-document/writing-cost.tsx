import { unlimited } from '#features/plans/contract-tools.ts'
import { formatCount, formatDay } from '#ui/format/format.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'

/** Credits the text uses, and credits left. */
export function WritingCost() {
  const { user, workspace } = useSignedIn()
  const allowance = Number(user.plan.ai)
  const left = Math.max(0, allowance - user.usage.ai)
  const known = workspace.role === 'owner' && allowance < unlimited
  return (
    <p className="mt-2 text-ink-3 text-xs">
      Uses 1 AI credit
      {known && `; ${formatCount(left)} of ${formatCount(allowance)} left until ${formatDay(user.usage.resets_at)}`}.
      Refunded if nothing is written.
    </p>
  )
}
