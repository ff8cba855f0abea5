import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { plansContract } from '../contract.ts'
import { parseCode } from '../redeem-code.ts'
import { planErrorTexts } from './error-texts.ts'

type Redeemed = { code: string; tier: string; interval: string; redeemed_at: string; ends_at: string | null }

/** One field for lifetime and annual codes: the prefix of a code tells which endpoint to call. */
export function RedeemCode({ codes }: { codes: Redeemed[] }) {
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState('')
  const { busy, error, run, clear } = useCall()
  const form = useFocusInvalid(error)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    await run(async () => {
      const endpoint = parseCode(typed)?.interval === 'annual' ? plansContract.addCodeAnnual : plansContract.addCode
      await api(endpoint, { code: typed })
      setTyped('')
      notify.done('Code redeemed.')
      await revalidate()
    })
  }
  return (
    <>
      <form ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label="Code"
          error={getFieldError(error, 'code', planErrorTexts)}
          hint="Codes stack: one gives you Starter, two Pro, three Agency, for life or for a year."
        >
          <span className="flex flex-wrap gap-2">
            <Input
              name="code"
              className="max-w-90 font-[550] uppercase placeholder:normal-case"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
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
        <CallError error={error} texts={planErrorTexts} fields={['code']} className="mt-3 max-w-140" />
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
