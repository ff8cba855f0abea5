import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import { Meter } from '#ui/meter.tsx'
import { type ToolType, toolTypes, unlimited } from '../contract-tools.ts'
import { toolLabels } from '../rules/plan-labels.ts'

export type UsageMetersProps = {
  plan: Partial<Record<ToolType, number>>
  usage: Partial<Record<ToolType, number>>
  /** One column instead of two. */
  narrow?: boolean
}

/** One meter per tool: used credits of the plan's monthly limit. */
export function UsageMeters({ plan, usage, narrow = false }: UsageMetersProps) {
  return (
    <div className={cx('grid gap-x-10 gap-y-4', !narrow && 'sm:grid-cols-2')}>
      {toolTypes.map((tool) => {
        const allowance = plan[tool] ?? 0
        const used = usage[tool] ?? 0
        if (allowance >= unlimited || (allowance === 0 && used === 0))
          return (
            <p key={tool} className="flex items-baseline justify-between gap-4 border-line border-b pb-1.5">
              {toolLabels[tool]}
              <span className="text-ink-2">
                {allowance === 0 ? 'not included' : `${formatCount(used)} · Unlimited`}
              </span>
            </p>
          )
        return (
          <Meter
            key={tool}
            label={toolLabels[tool]}
            value={used}
            max={allowance}
            figure={`${formatCount(used)} of ${formatCount(allowance)}`}
            tone={used >= allowance ? 'warn' : 'ink'}
          />
        )
      })}
    </div>
  )
}
