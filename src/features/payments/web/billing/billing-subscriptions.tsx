import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDay } from '#ui/format/format.ts'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { useCall } from '#web/calls/use-call.ts'
import { type BilledSubscription, type Billing, paymentsContract } from '../../contract.ts'
import { formatAmount } from '../../rules/format-amount.ts'
import { paymentPages } from '../../rules/payment-pages.ts'
import { paymentErrorTexts } from '../error-texts.ts'
import { describeBillingPeriod } from './billing-labels.ts'
import type { Checkout } from './use-checkout.ts'

export type BillingPartProps = { billing: Billing; pay: Checkout }

/** Subscriptions, with failed payments and pending changes. */
export function BillingSubscriptions({ billing, pay }: BillingPartProps) {
  const running = billing.subscriptions.filter(({ status }) => status !== 'ended')
  if (running.length === 0) return null
  return (
    <ul className="mt-4 border-line border-t">
      {running.map((subscription) => (
        <li key={subscription._id} className="grid gap-3 border-line border-b py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-[550]">{subscription.label}</span>
            <span>
              {formatAmount(subscription.amount, subscription.currency)} a {subscription.interval}
            </span>
            <span className="w-full text-ink-2 text-xs">{describeBillingPeriod(subscription)}</span>
          </div>
          {subscription.grace && <Grace subscription={subscription} grace={subscription.grace} pay={pay} />}
          {(subscription.pending || subscription.status === 'ending') && <PendingChange subscription={subscription} />}
        </li>
      ))}
    </ul>
  )
}

type GraceProps = { subscription: BilledSubscription; grace: NonNullable<BilledSubscription['grace']>; pay: Checkout }

function Grace({ subscription, grace, pay }: GraceProps) {
  const button = `card-${subscription._id}`
  const refusal = pay.refusalAt(button)
  return (
    <>
      <ErrorNote
        todo="Pay the invoice or update your card to retry."
        action={
          <span className="flex flex-wrap gap-2">
            {grace.invoice_url && (
              <Button size="s" href={grace.invoice_url}>
                Pay invoice
              </Button>
            )}
            <Button
              size="s"
              busy={pay.isBusy(button)}
              onClick={() =>
                pay.go(button, () =>
                  api(paymentsContract.billingPortal, { return_url: location.origin + paymentPages.billing }),
                )
              }
            >
              Update card
            </Button>
          </span>
        }
      >
        Payment of {formatDay(grace.since)} failed. {subscription.label} stays active until {formatDay(grace.until)}.
      </ErrorNote>
      {refusal && <ErrorNote>{refusal}</ErrorNote>}
    </>
  )
}

/** A change or cancellation at the end of the billing period, and a button that undoes it. */
function PendingChange({ subscription }: { subscription: BilledSubscription }) {
  const { busy, error, run } = useCall()
  const { revalidate } = useRevalidator()
  const { pending, label } = subscription
  const resumeSubscription = () =>
    run(async () => {
      await api(paymentsContract.keep, { _id: subscription._id }, { idempotencyKey: randomKey() })
      notify.done(`${label} is unchanged.`)
      await revalidate()
    })
  return (
    <>
      <ErrorNote
        tone="warn"
        action={
          <Button size="s" busy={busy} onClick={resumeSubscription}>
            Keep {label}
          </Button>
        }
      >
        {pending
          ? `Changes to ${pending.label}, billed by the ${pending.interval}, on ${formatDay(pending.at)}.`
          : `Canceled. Active until ${formatDay(subscription.ends_at ?? '')}; you won’t be charged again.`}
      </ErrorNote>
      <CallError error={error} texts={paymentErrorTexts} />
    </>
  )
}
