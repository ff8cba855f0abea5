import type { ReactNode } from 'react'
import { data } from 'react-router'
import { readForm } from '#features/auth/web/sign-in.ts'
import { type CataloguePlan, plansContract, toolTypes } from '#features/plans/contract.ts'
import { toolLabels, unitDescriptions } from '#features/plans/plan-labels.ts'
import { AppError } from '#kit/errors.ts'
import { cx } from '#ui/class-names.ts'
import { getAffiliate } from '#web/affiliate.ts'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-frame.tsx'
import { publicMeta } from '#web/public-meta.ts'
import { findUser } from '#web/session.ts'
import { type Interval, paymentsContract } from '../contract.ts'
import type { Route } from './+types/pricing-page.ts'
import { paymentErrorTexts } from './error-texts.ts'
import { PricingAddons } from './pricing-addons.tsx'
import { PricingPlans } from './pricing-plans.tsx'

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
  const [plans, catalogue, user] = await Promise.all([
    call(plansContract.catalogue, {}),
    call(paymentsContract.catalogue, {}),
    findUser(args),
  ])
  return {
    publicUrl,
    interval,
    cancelled: params.has('cancelled'),
    plans: plans.items.filter(isPriced),
    ways: catalogue.ways,
    items: catalogue.items,
    own: user?.plan.name ?? null,
    signedIn: user !== null,
  }
}

const isPriced = ({ price }: CataloguePlan) => price.month !== undefined || price.year !== undefined

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
  const { interval, plans, ways, items, own: currentPlan, signedIn, cancelled } = loaderData
  const sold = ways.card || ways.card_signed_out || ways.crypto
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[1280px] px-5 pt-10 sm:px-8 lg:pt-16">
        <h1 className="font-serif text-[clamp(42px,6vw,76px)] leading-none font-[450] tracking-[-0.03em]">Pricing</h1>
        <p className="mt-5 max-w-[44em] text-[17px] leading-relaxed text-ink-2">
          Plans differ in monthly limits; a dash means the tool isn’t included. No usage fees: at a limit, wait for the
          reset or upgrade.
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
        <section className="mt-10" aria-label="Plans">
          <IntervalChoice interval={interval} />
          <PricingPlans plans={plans} interval={interval} own={currentPlan} signedIn={signedIn} sold={ways.card} />
          <p className="mt-4 text-s text-ink-3">
            Prices in US dollars. Upgrades take effect immediately and are prorated. Downgrades and cancellations take
            effect at the end of the billing period.
          </p>
        </section>
        <PricingAddons
          items={items}
          ways={ways}
          signedIn={signedIn}
          refused={actionData?.refusal ? actionData : null}
        />
        <Units />
      </main>
    </PublicFrame>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mt-6 max-w-[62em] border-line-2 border-l-2 bg-panel px-3.5 py-2 text-m">
    {children}
  </p>
)

/** The billing period is in the URL, so it survives sharing and bookmarks. */
function IntervalChoice({ interval }: { interval: Interval }) {
  const options = [
    { value: 'month', label: 'Monthly', href: '/pricing' },
    { value: 'year', label: 'Yearly', href: '/pricing?interval=year' },
  ]
  return (
    <nav aria-label="Billing period" className="inline-flex rounded-m border border-mark bg-panel">
      {options.map(({ value, label, href }) => (
        <a
          key={value}
          href={href}
          aria-current={value === interval ? 'true' : undefined}
          className={cx(
            'flex h-9 items-center border-line border-l px-4 text-s no-underline first:rounded-l-[5px] first:border-0 last:rounded-r-[5px]',
            value === interval ? 'bg-well font-[550] text-ink' : 'text-ink-2 hover:text-ink',
          )}
        >
          {label}
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
        Each tool counts one thing, shows the cost before you start, and refunds it when there’s no result. Usage resets
        monthly on your sign-up day.
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
