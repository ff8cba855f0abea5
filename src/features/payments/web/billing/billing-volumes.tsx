import { dollars } from '#features/plans/rules/plan-labels.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDay } from '#ui/format/format.ts'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { type CatalogItem, intervals, paymentsContract } from '../../contract.ts'
import { describeEntitlement } from './billing-labels.ts'
import type { BillingPartProps } from './billing-subscriptions.tsx'

/** The live search data add-on: whether it's active, and its price. */
export function BillingVolumes({
  billing,
  items,
  hasProvider,
  pay,
}: BillingPartProps & {
  items: CatalogItem[]
  /** Whether this server is connected to a provider of live search data: without one nothing is looked up or sold. */
  hasProvider: boolean
}) {
  const { seodata, ways, entitlements, subscriptions } = billing
  const item = items.find(({ feature }) => feature === 'seodata')
  const reason = entitlements.find(({ what }) => what === 'seodata')
  const isPaidTwice =
    seodata.included && subscriptions.some(({ feature, status }) => feature === 'seodata' && status === 'active')
  const open = seodata.enabled
  const ends = seodata.stripe_date_account_disable
  return (
    <SettingsPart title={item?.label ?? 'Live search data'} id="volumes">
      <p>
        {getState(open, seodata.included, hasProvider)}{' '}
        <span className="text-ink-2">
          {!hasProvider
            ? 'This server isn’t connected to a provider of live search data. Reports use the numbers in your imports.'
            : open
              ? 'Reports can look up search volume, CPC and keyword difficulty.'
              : 'New reports don’t look up search volume or CPC; they use the numbers in your imports and in keyword ideas. Included from the Pro plan up.'}
        </span>
      </p>
      {reason && !seodata.included && <p className="mt-1 text-ink-2">{describeEntitlement(reason)}</p>}
      {isPaidTwice && (
        <p className="mt-1 text-warn">You’re also paying for the add-on. You can cancel it in the billing portal.</p>
      )}
      {open && ends && !reason?.until && <p className="mt-1 text-ink-2">Runs until {formatDay(ends)}.</p>}
      {!open && hasProvider && ways.card && item && (
        <>
          <div className="mt-3 flex flex-wrap gap-2">
            {intervals.map((interval) => {
              const price = item.price[interval]
              if (price === undefined) return null
              const button = `volumes-${interval}`
              return (
                <Button
                  key={interval}
                  busy={pay.isBusy(button)}
                  onClick={() =>
                    pay.go(button, () =>
                      api(paymentsContract.paylink, { feature: 'seodata', interval }, { idempotencyKey: randomKey() }),
                    )
                  }
                >
                  Add for {dollars(price)} a {interval}
                </Button>
              )
            })}
          </div>
          {intervals.map((interval) => {
            const refusal = pay.refusalAt(`volumes-${interval}`)
            return refusal ? (
              <ErrorNote key={interval} className="mt-2">
                {refusal}
              </ErrorNote>
            ) : null
          })}
        </>
      )}
    </SettingsPart>
  )
}

function getState(open: boolean, included: boolean, hasProvider: boolean) {
  if (!hasProvider) return open && included ? 'In your plan, but not available on this server.' : 'Not available.'
  return open ? (included ? 'Included in your plan.' : 'On.') : 'Off.'
}
