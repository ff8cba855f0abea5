import { ChevronRight } from 'lucide-react'
import { type CatalogPlan, planCounts, toolTypes, unlimited } from '#features/plans/contract.ts'
import { countLabels, dollars, toolLabels } from '#features/plans/rules/plan-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { formatCount } from '#ui/format/format.ts'
import type { Interval } from '../../contract.ts'
import { paymentPages } from '../../rules/payment-pages.ts'

export type PricingPlansProps = {
  plans: CatalogPlan[]
  interval: Interval
  /** The signed-in user's plan. */
  own: string | null
  signedIn: boolean
  /** Whether card payments are set up. */
  sold: boolean
  /** The plan that the plan finder named. */
  recommended: string | null
  /** Who a plan is enough for, by its name. */
  enoughFor: Partial<Record<string, string>>
}

/** The plans side by side, with all limits. */
export function PricingPlans({ plans, interval, own, signedIn, sold, recommended, enoughFor }: PricingPlansProps) {
  return (
    <ul className="ruled mt-5 grid border border-line bg-panel sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {plans.map((plan) => (
        <li
          key={plan.name}
          id={`plan-${plan.name}`}
          className={cx(
            'flex min-w-0 flex-col border-t-2 px-5 pt-4.5 pb-6',
            plan.name === recommended ? 'border-accent' : 'border-transparent',
          )}
        >
          <h2 className="flex items-baseline gap-2 text-xl font-medium font-serif">
            {plan.label}
            {plan.name === own && <Badge tone="accent">current</Badge>}
            {plan.name === recommended && <Badge tone="accent">recommended</Badge>}
          </h2>
          {/* As high as a line, so that the prices stand on the same one. */}
          <p className="mt-0.5 text-ink-2 text-s sm:min-h-[1.5em]">{enoughFor[plan.name]}</p>
          <Price plan={plan} interval={interval} />
          <Choose plan={plan} interval={interval} own={own} signedIn={signedIn} sold={sold} recommended={recommended} />
          <Allowances plan={plan} />
        </li>
      ))}
    </ul>
  )
}

/** Collapsed on phones. On wide screens it's always open, in browsers that support `::details-content`. */
const Allowances = ({ plan: { label, allowances } }: { plan: CatalogPlan }) => (
  <details className="group mt-4 sm:supports-[selector(::details-content)]:[&::details-content]:[content-visibility:visible] sm:supports-[selector(::details-content)]:[&::details-content]:h-auto">
    <summary className="flex min-h-9 cursor-pointer items-center gap-1.5 text-ink-2 text-s marker:content-none hover:text-ink sm:supports-[selector(::details-content)]:hidden">
      <ChevronRight className="size-3.5 group-open:rotate-90" aria-hidden />
      {label} limits
    </summary>
    <h3 className="mt-2 text-ink-3 text-xs">Per month</h3>
    <dl className="mt-1">
      {toolTypes.map((tool) => (
        <Figure key={tool} label={toolLabels[tool]} figure={amount(allowances[tool])} />
      ))}
    </dl>
    <h3 className="mt-5 text-ink-3 text-xs">At any time</h3>
    <dl className="mt-1">
      {planCounts.map((count) => (
        <Figure
          key={count}
          label={countLabels[count]}
          figure={count === 'domain' ? (allowances.domain > 0 ? 'yes' : '–') : amount(allowances[count])}
        />
      ))}
    </dl>
  </details>
)

function Price({ plan: { price }, interval }: { plan: CatalogPlan; interval: Interval }) {
  const free = price.month === 0
  const dollarsShown = free ? 0 : price[interval]
  const saved = interval === 'year' && price.month && price.year ? price.month * 12 - price.year : 0
  return (
    <div className={cx('mt-3 mb-4', interval === 'year' && 'sm:min-h-[4.4rem]')}>
      {dollarsShown === undefined ? (
        <p className="text-m text-ink-2">Billed only by the {interval === 'year' ? 'month' : 'year'}.</p>
      ) : (
        <p>
          <span className="font-[450] text-[40px] leading-none tracking-[-0.03em]">{dollars(dollarsShown)}</span>{' '}
          <span className="text-ink-2 text-s">{free ? 'forever' : `a ${interval}`}</span>
        </p>
      )}
      {saved > 0 && <p className="mt-1.5 text-ink-2 text-s">{dollars(saved)} less than paying monthly.</p>}
    </div>
  )
}

/** Text in place of a button, as high as one, so that the lists start on the same line. */
const noButtonClass = 'flex min-h-8.5 items-center text-ink-2 text-s'

type ChooseProps = Omit<PricingPlansProps, 'plans' | 'enoughFor'> & { plan: CatalogPlan }

function Choose({ plan, interval, own, signedIn, sold, recommended }: ChooseProps) {
  const free = plan.price.month === 0
  const className = buttonClass(plan.name === recommended ? 'solid' : 'outline', 'm', 'w-full')
  if (plan.name === own) return <p className={noButtonClass}>Your current plan</p>
  if (free)
    return signedIn ? (
      <p className={noButtonClass}>Included after cancellation</p>
    ) : (
      <a className={className} href="/signup">
        Start free
      </a>
    )
  if (plan.price[interval] === undefined) return <p className={noButtonClass}>Not for sale</p>
  if (!sold) return <p className={noButtonClass}>Ask your administrator for this plan.</p>
  const to = `${paymentPages.billing}?feature=${plan.name}&interval=${interval}`
  return (
    <a className={className} href={signedIn ? to : `/signup?redirect_to=${encodeURIComponent(to)}`}>
      Choose {plan.label}
    </a>
  )
}

const Figure = ({ label, figure }: { label: string; figure: string }) => (
  <div className="flex items-baseline justify-between gap-3 border-line border-b py-1.5 last:border-0">
    <dt className="text-ink-2 text-s">{label}</dt>
    <dd className={cx('text-right text-s', figure === '–' ? 'text-ink-3' : 'font-[550]')}>{figure}</dd>
  </div>
)

const amount = (n: number) => (n >= unlimited ? 'Unlimited' : n === 0 ? '–' : formatCount(n))
