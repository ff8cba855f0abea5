import { useState } from 'react'
import { type CatalogPlan, unlimited } from '#features/plans/contract.ts'
import { dollars } from '#features/plans/rules/plan-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatCount } from '#ui/format/format.ts'
import { Segmented } from '#ui/forms/segmented.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { type Interval, paymentsContract } from '../../contract.ts'
import type { BillingPartProps } from './billing-subscriptions.tsx'
import { planChange } from './plan-change.ts'

export type BillingChoicesProps = BillingPartProps & {
  plans: CatalogPlan[]
  /** The plan named in the URL, and its billing period. */
  chosen: string | null
  first: Interval
}

/** Plans for sale, each with what changing to it would mean. */
export function BillingChoices({ billing, plans, chosen, first, pay }: BillingChoicesProps) {
  const [interval, setInterval] = useState(first)
  const getPosition = (name: string) => plans.find((plan) => plan.name === name)?.position ?? 0
  const paid = billing.subscriptions.find(({ status, feature }) => status !== 'ended' && feature !== 'seodata') ?? null
  const offered = plans
    .filter((plan) => plan.price.month || plan.price.year)
    .map((plan) => ({
      ...plan,
      change: planChange({
        requested: { feature: plan.name, interval },
        has: billing.plan.name,
        paid,
        getPosition,
      }),
    }))
  if (!paid && offered.every(({ change }) => change.verb === null))
    return <p className="text-ink-2">Your plan already includes everything that’s for sale.</p>
  const buttons = offered.some(({ change }) => change.verb)
  return (
    <>
      <Segmented
        label="Billing period"
        value={interval}
        onChange={setInterval}
        options={[
          { value: 'month', label: 'Monthly' },
          { value: 'year', label: 'Yearly' },
        ]}
      />
      <ul className="mt-3 border-line border-t">
        {offered.map((plan) => {
          const button = `plan-${plan.name}`
          const price = plan.price[interval]
          const { change } = plan
          const refusal = pay.refusalAt(button)
          return (
            <li
              key={plan.name}
              className={cx('border-line border-b py-3', plan.name === chosen && '-mx-3 bg-accent-wash px-3')}
            >
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-40 flex-1">
                  <p className="font-[550]">
                    {plan.label} {plan.name === billing.plan.name && <Badge tone="accent">current</Badge>}
                  </p>
                  <p className="text-ink-2 text-xs">{describeAllowances(plan)}</p>
                </div>
                <p className="text-right">{price ? `${dollars(price)} a ${interval}` : 'not for sale'}</p>
                {buttons && (
                  <div className="flex w-40 justify-end max-sm:w-full max-sm:justify-start">
                    {price && change.verb ? (
                      <Button
                        variant={plan.name === chosen ? 'solid' : 'outline'}
                        busy={pay.isBusy(button)}
                        aria-label={`${change.verb} ${plan.label} by the ${interval}`}
                        onClick={() =>
                          pay.go(button, () =>
                            api(
                              paymentsContract.paylink,
                              { feature: plan.name, interval },
                              { idempotencyKey: randomKey() },
                            ),
                          )
                        }
                      >
                        {change.verb} {plan.label}
                      </Button>
                    ) : null}
                  </div>
                )}
              </div>
              {price && change.when && <p className="mt-1 text-ink-3 text-xs">{change.when}</p>}
              {refusal && <ErrorNote className="mt-2">{refusal}</ErrorNote>}
            </li>
          )
        })}
      </ul>
    </>
  )
}

const describeAllowances = ({ allowances }: CatalogPlan) =>
  [
    [allowances.reports, 'reports'],
    [allowances.ai, 'texts'],
    [allowances.search_listener, 'listeners'],
    [allowances.members, 'members'],
  ]
    .map(([n, what]) => `${Number(n) >= unlimited ? 'unlimited' : formatCount(Number(n))} ${what}`)
    .join(' · ')
