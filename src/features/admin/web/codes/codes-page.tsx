import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { notify } from '#ui/overlays/toast.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { ScreenHead } from '#web/layout/screen-header.tsx'
import { adminContract } from '../../contract.ts'
import { adminErrorTexts } from '../error-texts.ts'
import { requireStaff } from '../require-staff.ts'
import type { Route } from './+types/codes-page.ts'

export { ScreenError as ErrorBoundary } from '#web/layout/screen-error.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Codes · Admin · Earshot' }]

export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args)
  return null
}

export default function CodesPage() {
  const [interval, setInterval] = useState<'lifetime' | 'annual'>('lifetime')
  const [count, setCount] = useState('1')
  const [codes, setCodes] = useState<string[]>([])
  const { form, field, busy, callError } = useContractForm({
    endpoint: adminContract.codesCreate,
    fields: ['count'],
    texts: adminErrorTexts,
    getInput: () => ({ interval, count: Number(count) }),
    send: async (input) => {
      setCodes((await api(adminContract.codesCreate, input)).codes)
      return null
    },
  })
  return (
    <>
      <ScreenHead
        title="Codes"
        meta="One code gives Starter, two Pro, three Agency. Anyone with a code can redeem it."
      />
      <form {...form} className="flex flex-wrap items-start gap-4">
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
        <Field label="Number of codes" className="w-36" {...field('count')}>
          <Input type="number" inputMode="numeric" value={count} onChange={(event) => setCount(event.target.value)} />
        </Field>
        <Button type="submit" variant="solid" busy={busy} className="mt-6.5">
          Create codes
        </Button>
      </form>
      <CallError {...callError} className="mt-4" />
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
