import { getToolsNearLimit } from '#features/plans/rules/near-limit.ts'
import { toolLabels } from '#features/plans/rules/plan-labels.ts'
import { formatCount, formatDay } from '#ui/format/format.ts'
import { Link } from '#ui/link.tsx'
import { Meter } from '#ui/meter.tsx'
import { useSignedIn } from '#web/session/use-signed-in.ts'

/** Usage of the plan, only of what is nearly used up. Members use the owner's plan, so theirs would mislead. */
export function UsageNotes() {
  const { user, workspace } = useSignedIn()
  if (workspace.role !== 'owner') return null
  const near = getToolsNearLimit(user.plan, user.usage)
  if (near.length === 0) return null
  return (
    <section className="mt-8 border-line-2 border-t pt-3" aria-labelledby="home-usage">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-4">
        <h2 id="home-usage" className="subheading">
          Nearly used up this month
        </h2>
        <p className="text-ink-3 text-xs">Resets on {formatDay(user.usage.resets_at)}</p>
        <Link href="/app/billing" className="link ml-auto text-ink-2 text-s">
          Upgrade
        </Link>
      </div>
      <div className="grid gap-x-10 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {near.map(({ tool, used, allowance }) => (
          <Meter
            key={tool}
            label={toolLabels[tool]}
            value={used}
            max={allowance}
            figure={`${formatCount(used)} of ${formatCount(allowance)}`}
            tone="warn"
          />
        ))}
      </div>
    </section>
  )
}
