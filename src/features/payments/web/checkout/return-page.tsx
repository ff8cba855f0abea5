import { redirect } from 'react-router'
import { plansContract } from '#features/plans/contract.ts'
import { UsageMeters } from '#features/plans/web/usage-meters.tsx'
import { AppError } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { pageContext } from '#web/public-pages/page-context.ts'
import { requireUser } from '#web/session/session.ts'
import { useSignedIn } from '#web/session/use-signed-in.ts'
import { type OrderStatus, paymentsContract } from '../../contract.ts'
import { paymentPages } from '../../rules/payment-pages.ts'
import type { Route } from './+types/return-page.ts'
import { readOrderRef } from './checkout-return.ts'
import { OrderState } from './order-state.tsx'
import { isPending, useOrder } from './use-order.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Your payment · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireUser(args)
  const orderRef = readOrderRef(args.request)
  if (!orderRef) throw redirect(paymentPages.billing)
  const { call } = args.context.get(pageContext)
  const [order, catalog, plans] = await Promise.all([
    call(paymentsContract.status, orderRef).then(
      ({ order }): OrderStatus | null => order,
      // The page polls and shows the error itself.
      (error) => {
        if (error instanceof AppError) return null
        throw error
      },
    ),
    call(paymentsContract.catalog, {}),
    call(plansContract.catalog, {}),
  ])
  const labels = Object.fromEntries([
    ...catalog.items.map(({ feature, label }) => [feature, label]),
    ...plans.items.map(({ name, label }) => [name, label]),
  ]) as Record<string, string>
  return { orderRef, order, labels }
}

/** Return page after a checkout: polls until the provider confirms the result, then shows what changed. */
export default function ReturnPage({ loaderData: { orderRef, order: first, labels } }: Route.ComponentProps) {
  const { user } = useSignedIn()
  const { order, refusal, long } = useOrder(orderRef, first)
  const paid = order?.state === 'paid'
  const getLabel = (feature: string) => labels[feature] ?? feature
  return (
    <div className="mx-auto grid max-w-160 gap-10 pt-6 md:pt-14">
      <OrderState
        level={1}
        order={order}
        labelOf={getLabel}
        long={long}
        refusal={refusal}
        action={
          <>
            {paid && (
              <Button variant="solid" href="/app">
                Go to workspace
              </Button>
            )}
            <Button href={paymentPages.billing}>
              {paid || isPending(order) ? 'Plan and billing' : 'Back to plan and billing'}
            </Button>
          </>
        }
      />
      <section aria-labelledby="have">
        <h2 id="have" className="subheading mb-3">
          {isPending(order) && !refusal ? 'Your plan until then' : 'Your plan now'}: {getLabel(user.plan.name)}
        </h2>
        <UsageMeters plan={user.plan} usage={user.usage} />
      </section>
    </div>
  )
}
