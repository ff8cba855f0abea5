import type { ReactNode } from 'react'
import { data } from 'react-router'
import { formFields } from '#features/auth/web/sign-in.ts'
import { type CataloguePlan, plansContract, toolTypes } from '#features/plans/contract.ts'
import { toolLabels, unitWords } from '#features/plans/plan-words.ts'
import { AppError } from '#kit/errors.ts'
import { cx } from '#ui/cx.ts'
import { affiliateOf } from '#web/affiliate.ts'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-frame.tsx'
import { publicMeta } from '#web/public-meta.ts'
import { findUser } from '#web/session.ts'
import { type Interval, paymentsContract } from '../contract.ts'
import type { Route } from './+types/pricing-page.ts'
import { PricingBeside } from './pricing-beside.tsx'
import { PricingPlans } from './pricing-plans.tsx'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = ({ loaderData }) =>
  publicMeta({
    title: 'What it costs · Earshot',
    description: 'Every plan with everything it holds, by the month or the year, and what one unit of each is.',
    publicUrl: loaderData?.publicUrl ?? '',
    path: '/pricing',
  })

export async function loader(args: Route.LoaderArgs) {
  const { call, publicUrl } = args.context.get(pageContext)
  const asked = new URL(args.request.url).searchParams
  const interval: Interval = asked.get('interval') === 'year' ? 'year' : 'month'
  const [plans, catalogue, user] = await Promise.all([
    call(plansContract.catalogue, {}),
    call(paymentsContract.catalogue, {}),
    findUser(args),
  ])
  return {
    publicUrl,
    interval,
    cancelled: asked.has('cancelled'),
    plans: plans.items.filter(isPriced),
    ways: catalogue.ways,
    items: catalogue.items,
    own: user?.plan.name ?? null,
    signedIn: user !== null,
  }
}

const isPriced = ({ price }: CataloguePlan) => price.month !== undefined || price.year !== undefined

/** Codes for whoever has no account: the way to the provider's page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { qty } = await formFields(request, ['qty'])
  const aff = affiliateOf(request)
  try {
    const { call } = context.get(pageContext)
    const { url } = await call(paymentsContract.paylinkNoAuth, { feature: 'code', qty: Number(qty), aff })
    // Forms of ours may lead nowhere else, by our own policy: the page that answers leads on.
    return data({ url, refusal: null, qty }, { headers: { Refresh: `0; url=${url}` } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ url: null, refusal: error.message, qty }, { status: error.status })
  }
}

/** A form that leads on says where to. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  const refresh = actionHeaders?.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

export default function PricingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { interval, plans, ways, items, own, signedIn, cancelled } = loaderData
  const sold = ways.card || ways.card_signed_out || ways.crypto
  return (
    <PublicFrame signedIn={signedIn}>
      <main className="mx-auto w-full max-w-[1280px] px-5 pt-10 sm:px-8 lg:pt-16">
        <h1 className="font-serif text-[clamp(42px,6vw,76px)] leading-none font-[450] tracking-[-0.03em]">
          What it costs
        </h1>
        <p className="mt-5 max-w-[44em] text-[17px] leading-relaxed text-ink-2">
          Plans differ in how much a month holds, in nothing else: every tool is open wherever a number stands. Nothing
          is billed by use. What runs out waits for the next month, or for the next plan.
        </p>
        {cancelled && <Note>You turned back before paying: nothing was charged.</Note>}
        {actionData?.url && (
          <Note>
            You are taken to the payment page.{' '}
            <a className="link" href={actionData.url}>
              Go on to it
            </a>{' '}
            if nothing happens.
          </Note>
        )}
        {!sold && (
          <Note>
            Payments are not set up on this installation: whoever runs it grants plans by hand, and codes it gave out
            can be redeemed. The prices are what its catalogue says.
          </Note>
        )}
        <section className="mt-10" aria-label="Plans">
          <IntervalChoice interval={interval} />
          <PricingPlans plans={plans} interval={interval} own={own} signedIn={signedIn} sold={ways.card} />
          <p className="mt-4 text-s text-ink-3">
            US dollars. A bigger plan counts at once, and what was paid for the smaller one is set against it; a smaller
            one counts from the end of what is paid. Cancelling works the same way.
          </p>
        </section>
        <PricingBeside
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

/** Two addresses of this page: the choice is kept by whoever shares or bookmarks it. */
function IntervalChoice({ interval }: { interval: Interval }) {
  const options = [
    { value: 'month', label: 'By the month', href: '/pricing' },
    { value: 'year', label: 'By the year', href: '/pricing?interval=year' },
  ]
  return (
    <nav aria-label="How often to pay" className="inline-flex rounded-m border border-mark bg-panel">
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
        What is counted
      </h2>
      <p className="mt-3 max-w-[44em] text-m text-ink-2 leading-relaxed">
        Each tool counts one thing, says so before it is spent, and gives it back when nothing came of it. The count
        starts anew each month, on the day of the month you signed up.
      </p>
      <dl className="mt-7 border-line border-t">
        {toolTypes.map((tool) => (
          <div
            key={tool}
            className="grid gap-x-10 gap-y-1 border-line border-b py-4 sm:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
          >
            <dt className="text-l font-medium font-serif">{toolLabels[tool]}</dt>
            <dd className="max-w-[46em] text-m text-ink-2">{unitWords[tool]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
