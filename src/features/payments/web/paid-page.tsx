import { data, redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { getErrorText } from '#web/error-texts.ts'
import { pageContext } from '#web/page-context.ts'
import { publicLinks } from '#web/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-frame.tsx'
import { type OrderStatus, paymentsContract } from '../contract.ts'
import { paymentPages } from '../payment-pages.ts'
import type { Route } from './+types/paid-page.ts'
import { askedOrder } from './checkout-return.ts'
import { paymentErrorTexts } from './error-texts.ts'
import { OrderState } from './order-state.tsx'
import { isUnderWay } from './use-order.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Your payment · Earshot' },
  { name: 'robots', content: 'noindex' },
]

const againSeconds = 3
const maxLooks = 40

/** Providers lead everybody back to here. Whoever is signed in goes on to where the plan stands. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { call, signedIn } = context.get(pageContext)
  const url = new URL(request.url)
  if (signedIn) throw redirect(`/app/billing/return${url.search}`)
  const asked = askedOrder(request)
  if (!asked) throw redirect(paymentPages.pricing)
  try {
    const { order } = await call(paymentsContract.status, asked)
    return data({ order, refusal: null }, { headers: lookAgain(url, order) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ order: null, refusal: getErrorText(error.toBody(), paymentErrorTexts) }, { status: error.status })
  }
}

/** The page asks for itself again while nothing is decided: it works without scripts. */
function lookAgain(url: URL, order: OrderStatus): Record<string, string> {
  const looks = Number(url.searchParams.get('looks')) || 0
  if (!isUnderWay(order) || looks >= maxLooks) return {}
  const next = new URLSearchParams(url.searchParams)
  next.set('looks', String(looks + 1))
  return { Refresh: `${againSeconds}; url=${url.pathname}?${next}` }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

/** After paying without an account: what became of it, and where the codes went. */
export default function PaidPage({ loaderData: { order, refusal } }: Route.ComponentProps) {
  const paid = order?.state === 'paid'
  return (
    <PublicFrame signedIn={false}>
      <main className="mx-auto w-full max-w-[720px] px-5 pt-16 sm:px-8">
        <OrderState
          level={1}
          order={order}
          refusal={refusal}
          labelOf={(feature) => feature}
          action={
            <>
              {paid && (
                <a
                  className={buttonClass('solid')}
                  href={`/signup?redirect_to=${encodeURIComponent('/app/billing#codes')}`}
                >
                  Create account to redeem them
                </a>
              )}
              <a className={buttonClass('outline')} href={paymentPages.pricing}>
                {paid || isUnderWay(order) ? 'Pricing' : 'Try again'}
              </a>
            </>
          }
        />
      </main>
    </PublicFrame>
  )
}
