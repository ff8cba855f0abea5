import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatDay } from '#ui/format.ts'
import { orRespond } from '#web/page-calls.ts'
import { pageContext } from '#web/page-context.ts'
import { ScreenHead } from '#web/screen-head.tsx'
import { requireUser } from '#web/session.ts'
import { useSignedIn } from '#web/use-signed-in.ts'
import { type Plan, plansContract } from '../contract.ts'
import type { Route } from './+types/plan-page.ts'
import { PlanTable } from './plan-table.tsx'
import { RedeemCode } from './redeem-code.tsx'
import { UsageMeters } from './usage-meters.tsx'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Plan · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  return { plans: (await orRespond(args.request, call(plansContract.catalogue, {}))).items }
}

export default function PlanPage({ loaderData: { plans } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  useFreshMeters()
  const labelOf = (name: string) => plans.find((plan) => plan.name === name)?.label ?? name
  return (
    <>
      <ScreenHead title="Plan" meta={sayPlan(labelOf(user.plan.name), user.plan)} />
      <div className="grid max-w-220 grid-cols-[minmax(0,1fr)] gap-10">
        <section aria-labelledby="use">
          <h2 id="use" className="subheading mb-3">
            Used this month
          </h2>
          <UsageMeters plan={user.plan} usage={user.usage} />
          <p className="mt-3 text-ink-3 text-xs">
            Counts anew on {formatDay(user.usage.resets_at)}, each month on the day you signed up. Listeners are held,
            not spent: one that is paused or removed is free again.
          </p>
        </section>
        <section aria-labelledby="code" className="border-line border-t pt-5">
          <h2 id="code" className="subheading mb-3">
            Redeem a code
          </h2>
          <RedeemCode codes={user.plan.codes.map((code) => ({ ...code, tier: labelOf(code.tier) }))} />
        </section>
        <section aria-labelledby="plans" className="border-line border-t pt-5">
          <h2 id="plans" className="subheading mb-3">
            The plans compared
          </h2>
          <PlanTable plans={plans} current={user.plan.name} />
        </section>
      </div>
    </>
  )
}

function sayPlan(label: string, { interval, renews_at }: Plan | { interval: string | null; renews_at: string | null }) {
  const kept = interval === 'lifetime' ? ', for life' : interval ? `, by the ${interval}` : ''
  return `${label}${kept}${renews_at ? `, until ${formatDay(renews_at)}` : ''}`
}

/** What was spent in another window shows when one comes back to this one. */
function useFreshMeters() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void revalidate()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [revalidate])
}
