import type { CatalogPlan } from '#features/plans/contract.ts'
import { dollars } from '#features/plans/rules/plan-labels.ts'
import { formatCount } from '#ui/format/format.ts'

/** Each plan with its price and its three best-known limits. */
export function LandingPlans({ plans }: { plans: CatalogPlan[] }) {
  return (
    <section className="far-below mx-auto mt-20 w-full max-w-[1280px] px-5 sm:px-8" aria-labelledby="plans">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 id="plans" className="font-serif text-[clamp(28px,3.2vw,40px)] leading-[1.1] font-medium tracking-tight">
          Pricing
        </h2>
        <a className="link text-s" href="/pricing">
          Compare plans
        </a>
      </div>
      <ul className="ruled mt-6 grid border border-line bg-panel sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        <li className="px-5 py-5">
          <h3 className="text-xl font-medium font-serif">Self-hosted</h3>
          <p className="mt-1.5 text-[28px] leading-none font-[550]">{dollars(0)}</p>
          <p className="mt-3 text-s text-ink-2">Every tool, no limits, on your own server.</p>
          <p className="mt-2">
            <a className="link text-s" href="#command">
              How to run it
            </a>
          </p>
        </li>
        {plans.map(({ name, label, price, allowances }) => (
          <li key={name} className="px-5 py-5">
            <h3 className="text-xl font-medium font-serif">{label}</h3>
            <p className="mt-1.5">
              <span className="text-[28px] leading-none font-[550]">{dollars(price.month ?? price.year ?? 0)}</span>{' '}
              <span className="text-s text-ink-2">
                {price.month === 0 ? 'forever' : price.month === undefined ? 'a year' : 'a month'}
              </span>
            </p>
            <p className="mt-3 text-s text-ink-2">
              {formatCount(allowances.reports)} reports and {formatCount(allowances.ai)} AI texts a month,{' '}
              {formatCount(allowances.search_listener)} {allowances.search_listener === 1 ? 'listener' : 'listeners'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
