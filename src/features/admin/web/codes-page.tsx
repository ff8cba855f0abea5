import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { plural } from '#ui/format.ts'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { notify } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { ScreenHead } from '#web/screen-header.tsx'
import { useCall } from '#web/use-call.ts'
import { useFocusInvalid } from '#web/use-focus-invalid.ts'
import { adminContract } from '../contract.ts'
import type { Route } from './+types/codes-page.ts'
import { adminErrorTexts } from './error-texts.ts'
import { requireStaff } from './require-staff.ts'

export { ScreenError as ErrorBoundary } from '#web/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Codes · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  return null
}

export default function CodesPage() {
  const [interval, setInterval] = useState<'lifetime' | 'annual'>('lifetime')
  const [count, setCount] = useState('1')
  const [codes, setCodes] = useState<string[]>([])
  const { busy, error, run } = useCall()
  const form = useFocusInvalid(error)
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    await run(async () => setCodes((await api(adminContract.codesCreate, { interval, count: Number(count) })).codes))
  }
  return (
    <>
      <ScreenHead
        title="Codes"
        meta="One code gives Starter, two Pro, three Agency. Anyone with a code can redeem it."
      />
      <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-wrap items-start gap-4">
        <Field label="Valid" className="w-44">
          <Select
            value={interval}
            onChange={(event) => setInterval(event.target.value === 'annual' ? 'annual' : 'lifetime')}
            options={[
              { value: 'lifetime', label: 'Lifetime' },
              { value: 'annual', label: 'One year after redemption' },
            ]}
          />
        </Field>
        <Field label="Number of codes" className="w-36" error={getFieldError(error, 'count', adminErrorTexts)}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            value={count}
            onChange={(event) => setCount(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="solid" busy={busy} className="mt-6.5">
          Create codes
        </Button>
      </form>
      <CallError error={error} texts={adminErrorTexts} fields={['count']} className="mt-4" />
      {codes.length > 0 && (
        <section aria-label="New codes" className="mt-8 max-w-140">
          <ErrorNote
            tone="warn"
            action={
              <Button size="s" onClick={() => void copy(codes)}>
                Copy all
              </Button>
            }
          >
            {plural(codes.length, 'new code')}. Copy them now. They’re shown only once.
          </ErrorNote>
          <Textarea
            readOnly
            aria-label="New codes, one per line"
            className="mt-3"
            rows={Math.min(16, codes.length + 1)}
            value={codes.join('\n')}
            onFocus={(event) => event.target.select()}
          />
        </section>
      )}
    </>
  )
}

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    notify.done(`${plural(codes.length, 'code')} copied.`)
  } catch {
    notify.failed('The browser blocked copying. Select the codes and copy them.')
  }
}
