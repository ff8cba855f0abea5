import { cx } from '#ui/class-names.ts'
import { formatCount, formatDay } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type ToolType, unlimited } from '../contract-tools.ts'
import { toolLabels } from '../rules/plan-labels.ts'
import { stockTools } from '../rules/usage-period.ts'

export type LimitNoticeProps = {
  /** The sentence from `checkLimit` or the server: up to three lines. */
  message: string
  tool: ToolType
  /** Lets a form move focus here. */
  id?: string
  className?: string
}

/** Explains a limit next to the form: credits left, the reset date and a link to upgrade. */
export function LimitNotice({ message, tool, id, className }: LimitNoticeProps) {
  const { user, workspace } = useSignedIn()
  const mine = workspace.role === 'owner'
  const allowance = Number(user.plan[tool])
  const left = Math.max(0, allowance - user.usage[tool])
  return (
    <div id={id} tabIndex={-1} role="status" className={cx('border-warn border-l-2 pl-3', className)}>
      <p className="whitespace-pre-line">{message}</p>
      {mine ? (
        <p className="mt-1 text-ink-2 text-xs">
          {allowance === 0 ? (
            // Nothing comes back at a reset.
            `${toolLabels[tool]}: not included in your plan.`
          ) : (
            <>
              {toolLabels[tool]}:{' '}
              {allowance >= unlimited ? 'unlimited' : `${formatCount(left)} of ${formatCount(allowance)} left`}.{' '}
              {stockTools.has(tool)
                ? 'Pause or delete one to free a slot.'
                : `Resets on ${formatDay(user.usage.resets_at)}.`}
            </>
          )}{' '}
          <Link href="/app/billing" className="link">
            Upgrade
          </Link>
        </p>
      ) : (
        <p className="mt-1 text-ink-2 text-xs">{workspace.name} uses its owner’s plan. Ask them to upgrade.</p>
      )}
    </div>
  )
}
