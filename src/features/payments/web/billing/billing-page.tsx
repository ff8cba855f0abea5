import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { plansContract } from '#features/plans/contract.ts'
import { PlanTable } from '#features/plans/web/plan-table.tsx'
import { RedeemCode } from '#features/plans/web/redeem-code.tsx'
import { UsageMeters } from '#features/plans/web/usage-meters.tsx'
import { reportsContract } from '#features/reports/contract.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDay } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { orRespond } from '#web/calls/loader-calls.ts'
import { usePolling } from '#web/calls/use-polling.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type Billing, type Interval, paymentsContract } from '../../contract.ts'
import { paymentPages } from '../../rules/payment-pages.ts'
import { OrderState } from '../checkout/order-state.tsx'
import { isPending, useOrder } from '../checkout/use-order.ts'
import type { Route } from './+types/billing-page.ts'
import { BillingCodes } from './billing-codes.tsx'
import { describeEntitlement } from './billing-labels.ts'
import { BillingPayments } from './billing-payments.tsx'
import { BillingChoices } from './billing-plans.tsx'
import { BillingSubscriptions } from './billing-subscriptions.tsx'
import { BillingVolumes } from './billing-volumes.tsx'
import { clearPendingOrder, getPendingOrder } from './pending-checkout.ts'
import { planChangeProgress } from './plan-change.ts'
import { useCheckout } from './use-checkout.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Plan and billing · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const { call } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const [billing, catalog, plans, sources] = await orRespond(
    args.request,
    Promise.all([
      call(paymentsContract.billing, {}),
      call(paymentsContract.catalog, {}),
      call(plansContract.catalog, {}),
      call(reportsContract.sources, {}),
    ]),
  )
  const interval: Interval = params.get('interval') === 'year' ? 'year' : 'month'
  return {
    billing,
    items: catalog.items,
    plans: plans.items,
    hasLiveData: sources.items.some(({ adds, unavailable }) => adds === 'volumes' && unavailable === null),
    cancelled: params.has('cancelled'),
    changed: params.get('changed'),
    chosen: params.get('feature'),
    interval,
  }
}

/** Plan, usage, plan changes, add-ons, codes and payments. */
export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { billing, items, plans, cancelled, changed, chosen, interval } = loaderData
  const { user } = useSignedIn()
  const pay = useCheckout()
  useRevalidateOnReturn()
  const getLabel = (name: string) =>
    items.find((item) => item.feature === name)?.label ?? plans.find((plan) => plan.name === name)?.label ?? name
  const { ways } = billing
  const reasons = billing.entitlements.filter(({ what, plan }) => what === 'plan' && plan === billing.plan.name)
  const sold = ways.card || ways.crypto
  const hasInvoices =
    billing.portal && billing.subscriptions.length + billing.payments.filter(({ number }) => number).length > 0
  return (
    <>
      <ScreenHead
        title="Plan and billing"
        actions={
          hasInvoices && (
            <Button
              busy={pay.isBusy('portal')}
              onClick={() =>
                pay.go('portal', () =>
                  api(paymentsContract.billingPortal, { return_url: location.origin + paymentPages.billing }),
                )
              }
            >
              Manage cards and invoices
            </Button>
          )
        }
      />
      <div className="grid max-w-220 grid-cols-[minmax(0,1fr)] gap-10">
        <Refusal message={pay.refusalAt('portal')} />
        <PendingOrder labelOf={getLabel} />
        {changed && (
          <PlanChangeNotice feature={changed} billing={billing} shownPlan={user.plan.name} labelOf={getLabel} />
        )}
        {cancelled && (
          <p role="status" className="border-line-2 border-l-2 bg-panel px-3.5 py-2">
            Payment canceled. You weren’t charged and nothing changed.
          </p>
        )}
        {!sold && (
          <p className="border-line-2 border-l-2 bg-panel px-3.5 py-2">
            Online payments aren’t available on this server. Ask your administrator for a plan, or redeem a code below.
          </p>
        )}
        <SettingsPart title="Your plan">
          <p className="figure">{billing.plan_label}</p>
          {reasons.map((reason) => (
            <p key={reason.source + reason.from} className="mt-1.5 text-ink-2">
              {describeEntitlement(reason)}
            </p>
          ))}
          <BillingSubscriptions billing={billing} pay={pay} />
        </SettingsPart>
        <SettingsPart title="Usage this month">
          <UsageMeters plan={user.plan} usage={user.usage} />
          <p className="mt-3 text-ink-3 text-xs">
            Resets on {formatDay(user.usage.resets_at)}, then monthly. Listeners don’t reset: pausing or deleting one
            frees its slot.
          </p>
        </SettingsPart>
        <SettingsPart title="Change plan">
          {ways.card ? (
            <BillingChoices billing={billing} plans={plans} chosen={chosen} first={interval} pay={pay} />
          ) : (
            <p className="text-ink-2">
              Card payments aren’t available on this server. Ask your administrator for another plan.
            </p>
          )}
          <Disclosure summary="Compare plans" open={!ways.card} className="mt-5">
            <div className="mt-3">
              <PlanTable plans={plans} current={user.plan.name} />
            </div>
          </Disclosure>
        </SettingsPart>
        <BillingVolumes billing={billing} items={items} hasProvider={loaderData.hasLiveData} pay={pay} />
        <BillingCodes billing={billing} items={items} pay={pay}>
          <RedeemCode codes={user.plan.codes.map((code) => ({ ...code, tier: getLabel(code.tier) }))} />
        </BillingCodes>
        <BillingPayments payments={billing.payments} />
      </div>
    </>
  )
}

const maxPolls = 40

/** After a plan change at Stripe: polls until its webhook has arrived. */
function PlanChangeNotice({
  feature,
  billing,
  shownPlan,
  labelOf,
}: {
  feature: string
  billing: Billing
  /** The plan whose limits the page and the sidebar show. */
  shownPlan: string
  labelOf(name: string): string
}) {
  const { revalidate } = useRevalidator()
  const [polls, setPolls] = useState(0)
  const { isActive, scheduled } = planChangeProgress({ feature, billing, shownPlan })
  const confirmed = isActive || scheduled !== null
  usePolling(
    !confirmed && polls < maxPolls,
    () => {
      setPolls((count) => count + 1)
      return revalidate()
    },
    { everyMs: 1500 },
  )
  return (
    <p role="status" className={`border-l-2 bg-panel px-3.5 py-2 ${confirmed ? 'border-good' : 'border-line-2'}`}>
      {isActive
        ? `${labelOf(feature)} is active.`
        : scheduled
          ? `${labelOf(feature)} starts on ${formatDay(scheduled.at)}.`
          : polls < maxPolls
            ? `Waiting for Stripe to confirm the change to ${labelOf(feature)}. This takes a few seconds.`
            : 'Stripe hasn’t confirmed a change yet. If you made one, it takes effect as soon as Stripe confirms it.'}
    </p>
  )
}

const Refusal = ({ message }: { message: string | null }) => (message ? <ErrorNote>{message}</ErrorNote> : null)

/** The checkout started in this tab, if the provider didn't redirect to the return page. */
function PendingOrder({ labelOf }: { labelOf(feature: string): string }) {
  const [reference, setReference] = useState<string | null>(null)
  useEffect(() => setReference(getPendingOrder()), [])
  const { order, refusal, long } = useOrder(reference ? { reference } : null)
  const decided = order !== null && !isPending(order)
  useEffect(() => {
    if (decided) clearPendingOrder()
  }, [decided])
  if (!reference || (!order && !refusal)) return null
  const dismiss = () => {
    clearPendingOrder()
    setReference(null)
  }
  return (
    <OrderState
      order={order}
      labelOf={labelOf}
      long={long}
      refusal={refusal}
      action={
        <Button size="s" onClick={dismiss}>
          {decided ? 'OK' : 'I didn’t pay'}
        </Button>
      }
    />
  )
}

/** Reloads the data when the tab becomes visible, since another tab may have changed it. */
function useRevalidateOnReturn() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const revalidateIfVisible = () => document.visibilityState === 'visible' && void revalidate()
    document.addEventListener('visibilitychange', revalidateIfVisible)
    return () => document.removeEventListener('visibilitychange', revalidateIfVisible)
  }, [revalidate])
}
