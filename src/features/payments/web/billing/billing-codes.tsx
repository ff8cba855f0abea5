import { type ReactNode, useRef, useState } from 'react'
import { dollars } from '#features/plans/rules/plan-labels.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { randomKey } from '#web/calls/idempotency-key.ts'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import { type CatalogItem, maxCodes, paymentsContract } from '../../contract.ts'
import { wholeNumberText } from '../error-texts.ts'
import type { BillingPartProps } from './billing-subscriptions.tsx'

/** Redeem a code, list unused codes, buy more. */
export function BillingCodes({
  billing,
  items,
  pay,
  children,
}: BillingPartProps & { items: CatalogItem[]; children: ReactNode }) {
  const { ways, codes } = billing
  const price = items.find(({ kind }) => kind === 'code')?.price.once
  return (
    <SettingsPart title="Codes" id="codes">
      {children}
      {codes.length > 0 && (
        <section className="mt-6" aria-labelledby="bought">
          <h3 id="bought" className="text-xs text-ink-3">
            Unused codes you bought
          </h3>
          <ul className="mt-1 border-line border-t">
            {codes.map(({ code, bought_at }) => (
              <li
                key={code}
                className="flex min-h-10 flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2"
              >
                <code className="font-[550] font-mono text-s">{code}</code>
                <span className="text-ink-3 text-xs">bought {formatDay(bought_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {price !== undefined && (ways.card || ways.crypto) && <Buy price={price} ways={ways} pay={pay} />}
    </SettingsPart>
  )
}

function Buy({
  price,
  ways,
  pay,
}: {
  price: number
  ways: BillingPartProps['billing']['ways']
  pay: BillingPartProps['pay']
}) {
  const [quantity, setQuantity] = useState('1')
  const input = useRef<HTMLInputElement>(null)
  const [quantityError, setQuantityError] = useState<string | null>(null)
  const qty = Number(quantity)
  const isValid = Number.isInteger(qty) && qty >= 1 && qty <= maxCodes
  const refusal = pay.refusalAt('codes-card') ?? pay.refusalAt('codes-crypto')
  const buy = (button: string, createLink: () => Promise<{ url: string; reference: string | null }>) => {
    if (!isValid) {
      setQuantityError(wholeNumberText)
      return input.current?.focus()
    }
    void pay.go(button, createLink)
  }
  return (
    <div className="mt-6">
      <Field
        label="Buy lifetime codes"
        error={quantityError}
        hint="Codes that upgrade your plan are redeemed immediately. The rest are listed here for you to give away."
      >
        <span className="flex flex-wrap items-center gap-2">
          <Input
            ref={input}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxCodes}
            className="w-20!"
            value={quantity}
            onChange={(event) => {
              setQuantity(event.target.value)
              setQuantityError(null)
            }}
          />
          {ways.card && (
            <Button
              busy={pay.isBusy('codes-card')}
              onClick={() =>
                buy('codes-card', () =>
                  api(paymentsContract.paylink, { feature: 'code', qty }, { idempotencyKey: randomKey() }),
                )
              }
            >
              Pay by card
            </Button>
          )}
          {ways.crypto && (
            <Button
              busy={pay.isBusy('codes-crypto')}
              onClick={() =>
                buy('codes-crypto', () => api(paymentsContract.coinbaseLink, { qty }, { idempotencyKey: randomKey() }))
              }
            >
              Pay with crypto
            </Button>
          )}
          <span className="text-ink-2">
            {isValid ? `${dollars(price * qty)} total, one-time` : `${dollars(price)} each, one-time`}
          </span>
        </span>
      </Field>
      {refusal && <ErrorNote className="mt-2">{refusal}</ErrorNote>}
    </div>
  )
}
