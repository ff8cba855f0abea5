import { dollars } from '#features/plans/plan-words.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { formatDay } from '#ui/format.ts'
import { api } from '#web/api.ts'
import { randomKey } from '#web/random-key.ts'
import { SettingsPart } from '#web/settings-part.tsx'
import { type CatalogueItem, intervals, paymentsContract } from '../contract.ts'
import type { BillingPartProps } from './billing-subscriptions.tsx'
import { sayWhy } from './billing-words.ts'

/** The add-on that opens live volumes: on and why, or what it costs. */
export function BillingVolumes({ billing, items, pay }: BillingPartProps & { items: CatalogueItem[] }) {
  const { seodata, ways, entitlements, plan } = billing
  const item = items.find(({ feature }) => feature === 'seodata')
  const reason = entitlements.find(({ what }) => what === 'seodata')
  const open = seodata.enabled || plan.name === 'self_hosted'
  const ends = seodata.stripe_date_account_disable
  return (
    <SettingsPart title={item?.label ?? 'Live search data'} id="volumes">
      <p>
        {open ? 'On: ' : 'Off. '}
        <span className="text-ink-2">
          {open ? 'volumes, cost per click and difficulty are' : 'On, volumes, cost per click and difficulty are'} asked
          live; without it they come from imports only.
        </span>
      </p>
      {reason && <p className="mt-1 text-ink-2">{sayWhy(reason)}</p>}
      {open && ends && !reason?.until && <p className="mt-1 text-ink-2">Runs until {formatDay(ends)}.</p>}
      {!open && ways.card && item && (
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
