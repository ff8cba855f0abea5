import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { formatDay } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { plansContract } from '../contract.ts'
import { parseCode } from '../rules/redeem-code.ts'
import { planErrorTexts } from './error-texts.ts'

type Redeemed = { code: string; tier: string; interval: string; redeemed_at: string; ends_at: string | null }

/** One field for lifetime and annual codes: the prefix of a code tells which endpoint to call. */
export function RedeemCode({ codes }: { codes: Redeemed[] }) {
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState('')
  const { form, field, busy, callError, clear } = useContractForm({
    endpoint: plansContract.addCode,
    fields: ['code'],
    texts: planErrorTexts,
    getInput: () => ({ code: typed }),
    send: async (input) => {
      const isAnnual = parseCode(input.code)?.interval === 'annual'
      await api(isAnnual ? plansContract.addCodeAnnual : plansContract.addCode, input)
      setTyped('')
      notify.done('Code redeemed.')
      await revalidate()
      return null
    },
  })
  return (
    <>
      <form {...form}>
        <Field
          label="Code"
          {...field('code')}
          hint="Codes stack: one gives you Starter, two Pro, three Agency, for life or for a year."
        >
          <span className="flex flex-wrap gap-2">
            <Input
              className="max-w-90 font-[550] uppercase placeholder:normal-case"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="LIFE-… or YEAR-…"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                clear()
              }}
            />
            <Button type="submit" busy={busy}>
              Redeem
            </Button>
          </span>
        </Field>
        <CallError {...callError} className="mt-3 max-w-140" />
      </form>
      {codes.length > 0 && (
        <ul className="mt-5 border-line border-t" aria-label="Redeemed codes">
          {codes.map((code, at) => (
            <li
              key={`${code.code}${at}`}
              className="flex min-h-10 flex-wrap items-baseline justify-between gap-x-4 border-line border-b py-2"
            >
              <span>
                {code.code} <span className="text-ink-2">gives {code.tier}</span>
              </span>
              <span className="text-ink-3 text-xs">
                redeemed {formatDay(code.redeemed_at)}, {code.ends_at ? `until ${formatDay(code.ends_at)}` : 'for life'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
