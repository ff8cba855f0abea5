import { data, redirect } from 'react-router'
import { AppError } from '#kit/errors.ts'
import { buttonClass } from '#ui/button.tsx'
import { getErrorText } from '#web/calls/error-texts.ts'
import { pageContext } from '#web/public-pages/page-context.ts'
import { publicLinks } from '#web/public-pages/public-fonts.ts'
import { PublicFrame, publicHandle } from '#web/public-pages/public-frame.tsx'
import { type OrderStatus, paymentsContract } from '../../contract.ts'
import { paymentPages } from '../../rules/payment-pages.ts'
import { paymentErrorTexts } from '../error-texts.ts'
import type { Route } from './+types/paid-page.ts'
import { readOrderRef } from './checkout-return.ts'
import { OrderState } from './order-state.tsx'
import { isPending } from './use-order.ts'

export const handle = publicHandle
export const links = publicLinks

export const meta: Route.MetaFunction = () => [
  { title: 'Your payment · Earshot' },
  { name: 'robots', content: 'noindex' },
]

const refreshSeconds = 3
const maxRefreshes = 40

/** The providers' return URL. Signed-in users are redirected to the billing return page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { call, signedIn } = context.get(pageContext)
  const url = new URL(request.url)
  if (signedIn) throw redirect(`/app/billing/return${url.search}`)
  const orderRef = readOrderRef(request)
  if (!orderRef) throw redirect(paymentPages.pricing)
  try {
    const { order } = await call(paymentsContract.status, orderRef)
    return data({ order, refusal: null }, { headers: refreshHeader(url, order) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return data({ order: null, refusal: getErrorText(error.toBody(), paymentErrorTexts) }, { status: error.status })
  }
}

/** Polls by a `Refresh` header while the payment is pending, so that it works without scripts. */
function refreshHeader(url: URL, order: OrderStatus): Record<string, string> {
  const refreshes = Number(url.searchParams.get('refreshes')) || 0
  if (!isPending(order) || refreshes >= maxRefreshes) return {}
  const next = new URLSearchParams(url.searchParams)
  next.set('refreshes', String(refreshes + 1))
  return { Refresh: `${refreshSeconds}; url=${url.pathname}?${next}` }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const refresh = loaderHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : {}
}

/** Result of a checkout without an account, and where the codes were sent. */
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
                {paid || isPending(order) ? 'Pricing' : 'Try again'}
              </a>
            </>
          }
        />
      </main>
    </PublicFrame>
  )
}
