import { useState } from 'react'
import { type CataloguePlan, unlimited } from '#features/plans/contract.ts'
import { dollars } from '#features/plans/plan-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatCount, formatDay } from '#ui/format.ts'
import { Segmented } from '#ui/segmented.tsx'
import { api } from '#web/api.ts'
import { randomKey } from '#web/random-key.ts'
import { type Billing, type Interval, paymentsContract } from '../contract.ts'
import type { BillingPartProps } from './billing-subscriptions.tsx'

export type BillingChoicesProps = BillingPartProps & {
  plans: CataloguePlan[]
  /** The plan somebody came for, and by which interval. */
  chosen: string | null
  first: Interval
}

/** The plans that can be bought, each with what it would mean to change to it now. */
export function BillingChoices({ billing, plans, chosen, first, pay }: BillingChoicesProps) {
  const [interval, setInterval] = useState(first)
  const positionOf = (name: string) => plans.find((plan) => plan.name === name)?.position ?? 0
  const paid = billing.subscriptions.find(({ status, feature }) => status !== 'ended' && feature !== 'seodata') ?? null
  const offered = plans.filter((plan) => plan.price.month || plan.price.year)
  return (
    <>
      <Segmented
        label="How often to pay"
        value={interval}
        onChange={setInterval}
        options={[
          { value: 'month', label: 'By the month' },
          { value: 'year', label: 'By the year' },
        ]}
      />
      <ul className="mt-3 border-line border-t">
        {offered.map((plan) => {
          const button = `plan-${plan.name}`
          const price = plan.price[interval]
          const change = changeTo({ plan, interval, billing, paid, positionOf })
          const refusal = pay.refusalAt(button)
          return (
            <li
              key={plan.name}
              className={cx('border-line border-b py-3', plan.name === chosen && '-mx-3 bg-accent-wash px-3')}
            >
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <div className="min-w-40 flex-1">
                  <p className="font-[550]">
                    {plan.label} {plan.name === billing.plan.name && <Badge tone="accent">yours</Badge>}
                  </p>
                  <p className="text-ink-2 text-xs">{sayHolds(plan)}</p>
                </div>
                <p className="text-right">{price ? `${dollars(price)} a ${interval}` : 'not sold so'}</p>
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

type ChangeProps = {
  plan: CataloguePlan
  interval: Interval
  billing: Billing
  paid: Billing['subscriptions'][number] | null
  positionOf(name: string): number
}

/** What pressing the button does, in words; without a verb there is nothing to press. */
function changeTo({ plan, interval, billing, paid, positionOf }: ChangeProps): { verb: string | null; when: string } {
  if (paid) {
    if (paid.feature === plan.name && paid.interval === interval) return { verb: null, when: 'What you pay for now.' }
    if (paid.pending?.feature === plan.name && paid.pending.interval === interval)
      return { verb: null, when: `From ${formatDay(paid.pending.at)}.` }
    if (paid.status === 'past_due') return { verb: null, when: 'Once the open invoice is paid.' }
    if (paid.pending || paid.status === 'ending')
      return { verb: null, when: `Once you keep ${paid.label}, above: a change waits already.` }
    const up = positionOf(plan.name) - positionOf(paid.feature) || (interval === 'year' ? 1 : -1)
    if (up > 0) return { verb: 'Change to', when: 'At once; what is paid already is set against it.' }
    const from = paid.renews_at ?? paid.ends_at
    return { verb: 'Change to', when: from ? `From ${formatDay(from)}, when what is paid runs out.` : '' }
  }
  const above = positionOf(plan.name) > positionOf(billing.plan.name)
  return above ? { verb: 'Upgrade to', when: '' } : { verb: null, when: 'You have no less already.' }
}

const sayHolds = ({ allowances }: CataloguePlan) =>
  [
    [allowances.reports, 'reports'],
    [allowances.ai, 'texts'],
    [allowances.search_listener, 'listeners'],
    [allowances.members, 'members'],
  ]
    .map(([n, what]) => `${Number(n) >= unlimited ? 'unlimited' : formatCount(Number(n))} ${what}`)
    .join(' · ')
