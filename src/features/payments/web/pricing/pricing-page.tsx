import type { ReactNode } from 'react'
import { data } from 'react-router'
import { readForm } from '#features/auth/web/sign-in/sign-in.ts'
import { type CatalogPlan, plansContract, toolTypes } from '#features/plans/contract.ts'
import { toolLabels, unitDescriptions } from '#features/plans/rules/plan-labels.ts'
import { AppError } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { plural } from '#ui/format/format.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import { QuestionsAnswered } from '#web/components/questions-answered.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { publicMeta } from '#web/public-pages/public-meta.ts'
import { findUser } from '#web/session/session.ts'
import { getAffiliate } from '#web/tracking/affiliate.ts'
import { type Interval, paymentsContract } from '../../contract.ts'
import {
  examples,
  type Needs,
  type Recommendation,
  readNeeds,
  recommendPlan,
  toAnswersHref,
} from '../../rules/recommend-plan.ts'
import { paymentErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/pricing-page.ts'
import { PlanFinder } from './plan-finder.tsx'
import { PricingAddons } from './pricing-addons.tsx'
import { PricingPlans } from './pricing-plans.tsx'
import { getPricingQuestions } from './pricing-questions.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'Pricing · Earshot',
    description: 'Compare Earshot plans, monthly and yearly prices, and what each credit buys.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/pricing',
  })

export async function loader(args: Route.LoaderArgs) {
  const { call, publicUrl } = args.context.get(pageContext)
  const params = new URL(args.request.url).searchParams
  const interval: Interval = params.get('interval') === 'year' ? 'year' : 'month'
  const [plans, catalog, user] = await Promise.all([
    call(plansContract.catalog, {}),
    call(paymentsContract.catalog, {}),
    findUser(args),
  ])
  const priced = plans.items.filter(isPriced)
  const needs = readNeeds(params)
  const addOnPrice = catalog.items.find(({ feature }) => feature === 'seodata')?.price[interval]
  const recommend = (of: Needs) => recommendPlan(of, { plans: priced, addOnPrice, interval })
  return {
    publicUrl,
    interval,
    needs,
    recommendation: Object.keys(needs).length > 0 ? recommend(needs) : null,
    examples: examples.map((example) => ({ ...example, recommendation: recommend(example.needs) })),
    cancelled: params.has('cancelled'),
    plans: priced,
    ways: catalog.ways,
    items: catalog.items,
    own: user?.plan.name ?? null,
    signedIn: user !== null,
  }
}

/** Of each plan, the largest example that it's enough for. */
const getEnoughFor = (from: readonly { label: string; recommendation: Recommendation | null }[]) =>
  Object.fromEntries(
    from.flatMap(({ label, recommendation: found }) => (found && !found.addOn ? [[found.plan.name, label]] : [])),
  )

const isPriced = ({ price }: CatalogPlan) => price.month !== undefined || price.year !== undefined

/** Creates a payment link for codes, without an account. */
export async function action({ request, context }: Route.ActionArgs) {
  const { qty } = await readForm(request, ['qty'])
  const aff = getAffiliate(request)
  try {
    const { call } = context.get(pageContext)
    const { url } = await call(paymentsContract.paylinkNoAuth, { feature: 'code', qty: Number(qty), aff })
    // The CSP's form-action forbids a redirect to another origin, so this page refreshes to it.
    return data({ url, refusal: null, qty }, { headers: { Refresh: `0; url=${url}` } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ url: null, refusal: getErrorText(error.toBody(), paymentErrorTexts), qty }, { status: error.status })
  }
}

/** Passes on the action's redirect to the payment page. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  const refresh = actionHeaders?.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

export default function PricingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { interval, plans, ways, items, own: currentPlan, signedIn, cancelled, needs, recommendation } = loaderData
  const sold = ways.card || ways.card_signed_out || ways.crypto
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[1280px] px-5 pt-10 sm:px-8 lg:pt-16">
        <h1 className="font-serif text-[clamp(42px,6vw,76px)] leading-none font-[450] tracking-[-0.03em]">Pricing</h1>
        <p className="mt-5 max-w-[44em] text-[17px] leading-relaxed text-ink-2">
          Run Earshot yourself without limits, or choose a plan here. Plans differ in their limits; a dash means that
          something isn’t included. At a limit the tool waits, and nothing is charged on top.
        </p>
        {cancelled && <Note>Payment canceled. You weren’t charged.</Note>}
        {actionData?.url && (
          <Note>
            Opening the payment page…{' '}
            <a className="link" href={actionData.url}>
              Continue to payment
            </a>{' '}
            if it doesn’t open.
          </Note>
        )}
        {!sold && (
          <Note>
            Online payments aren’t available on this server. Its administrator can grant plans, and codes can be
            redeemed.
          </Note>
        )}
        <SelfHosted />
        <section className="mt-14" aria-label="Plans">
          <IntervalChoice interval={interval} needs={needs} saving={getFreeMonths(plans)} />
          <PricingPlans
            plans={plans}
            interval={interval}
            own={currentPlan}
            signedIn={signedIn}
            sold={ways.card}
            recommended={recommendation?.plan.name ?? null}
            enoughFor={getEnoughFor(loaderData.examples)}
          />
          <p className="mt-4 text-s text-ink-3">
            Prices in US dollars. Upgrades take effect immediately and are prorated. Downgrades and cancellations take
            effect at the end of the billing period.
          </p>
        </section>
        <PlanFinder needs={needs} recommendation={recommendation} examples={loaderData.examples} interval={interval} />
        <PricingAddons
          items={items}
          ways={ways}
          signedIn={signedIn}
          refused={actionData?.refusal ? actionData : null}
        />
        <Units />
        <div className="mt-24">
          <QuestionsAnswered id="questions" title="Questions about plans" items={getPricingQuestions(ways)} />
        </div>
      </main>
    </PublicFrame>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mt-6 max-w-[62em] border-line-2 border-l-2 bg-panel px-3.5 py-2 text-m">
    {children}
  </p>
)

/** First, since it's free and holds everything. */
const SelfHosted = () => (
  <section
    aria-labelledby="self-hosted"
    className="mt-10 grid items-center gap-x-10 gap-y-4 rounded-l border border-ink bg-panel px-5 py-5 sm:grid-cols-[minmax(0,1fr)_auto]"
  >
    <div>
      <h2 id="self-hosted" className="text-xl font-medium font-serif">
        Self-hosted: free
      </h2>
      <p className="mt-1.5 max-w-[52em] text-m text-ink-2 leading-relaxed">
        The same software under the MIT license, on your own server: every tool, no limits, your data in your database.
        You pay only for the data providers and language models you connect.
      </p>
    </div>
    <a className={buttonClass('solid', 'm')} href="/#command">
      How to run it
    </a>
  </section>
)

/** Months a year costs less than twelve, if it's the same whole number for all plans. */
function getFreeMonths(plans: CatalogPlan[]): number {
  const months = plans.flatMap(({ price: { month, year } }) => (month && year ? [(month * 12 - year) / month] : []))
  const [first] = months
  return first !== undefined && Number.isInteger(first) && months.every((each) => each === first) ? first : 0
}

/** The billing period is in the URL, so it survives sharing and bookmarks, and the answers stay with it. */
function IntervalChoice({ interval, needs, saving }: { interval: Interval; needs: Needs; saving: number }) {
  const options = [
    { value: 'month', label: 'Monthly', note: '', href: toAnswersHref(needs, 'month') },
    {
      value: 'year',
      label: 'Yearly',
      note: saving > 0 ? `${plural(saving, 'month')} free` : '',
      href: toAnswersHref(needs, 'year'),
    },
  ]
  return (
    <nav aria-label="Billing period" className="inline-flex rounded-m border border-mark bg-panel">
      {options.map(({ value, label, note, href }) => (
        <a
          key={value}
          href={href}
          aria-current={value === interval ? 'true' : undefined}
          className={cx(
            'flex h-9 items-center gap-1.5 border-line border-l px-4 text-s no-underline first:rounded-l-[5px] first:border-0 last:rounded-r-[5px]',
            value === interval ? 'bg-well font-[550] text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {label}
          {note && <span className="text-accent-ink">{note}</span>}
        </a>
      ))}
    </nav>
  )
}

function Units() {
  return (
    <section className="mt-24" aria-labelledby="units">
      <h2 id="units" className="text-[clamp(28px,3.2vw,40px)] leading-[1.1] font-medium font-serif tracking-tight">
        What uses a credit
      </h2>
      <p className="mt-3 max-w-[44em] text-m text-ink-2 leading-relaxed">
        Each tool uses its own credits, shows the cost before you start, and refunds it when there’s no result. Usage
        resets monthly on your sign-up day.
      </p>
      <dl className="mt-7 border-line border-t">
        {toolTypes.map((tool) => (
          <div
            key={tool}
            className="grid gap-x-10 gap-y-1 border-line border-b py-4 sm:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
          >
            <dt className="text-l font-medium font-serif">{toolLabels[tool]}</dt>
            <dd className="max-w-[46em] text-m text-ink-2">{unitDescriptions[tool]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
