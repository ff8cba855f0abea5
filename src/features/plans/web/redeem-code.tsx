import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { getSentence } from '#web/loader-calls.ts'
import { plansContract } from '../contract.ts'
import { readCode } from '../redeem-code.ts'

type Redeemed = { code: string; tier: string; interval: string; redeemed_at: string; ends_at: string | null }

/** One field for both kinds of code: a code says itself which it is. */
export function RedeemCode({ codes }: { codes: Redeemed[] }) {
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed.trim() === '') return setRefusal('Enter your code.')
    setBusy(true)
    setRefusal(null)
    try {
      const call = readCode(typed)?.interval === 'annual' ? plansContract.addCodeAnnual : plansContract.addCode
      await api(call, { code: typed })
      setTyped('')
      notify.done('Code redeemed')
      await revalidate()
    } catch (error) {
      setRefusal(getSentence(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <form onSubmit={onSubmit} noValidate>
        <Field
          label="Code"
          error={refusal}
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
                setRefusal(null)
              }}
            />
            <Button type="submit" busy={busy}>
              Redeem
            </Button>
          </span>
        </Field>
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
