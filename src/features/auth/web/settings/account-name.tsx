import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { authContract, type User } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus } from '../use-form-save.tsx'

export function AccountName({ user: { personal } }: { user: User }) {
  const { revalidate } = useRevalidator()
  const { form, field, busy, status, clear, callError } = useContractForm({
    endpoint: authContract.update,
    fields: ['personal.first_name', 'personal.last_name'],
    texts: authErrorTexts,
    getInput: (typed) => ({
      personal: {
        first_name: typed('personal.first_name') ?? '',
        last_name: typed('personal.last_name') ?? '',
      },
    }),
    send: async (input) => {
      await api(authContract.update, input)
      await revalidate()
      return 'Saved.'
    },
  })
  return (
    <form {...form} onChange={clear} className="grid max-w-140 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" {...field('personal.first_name')}>
          <Input autoComplete="given-name" defaultValue={personal.first_name} />
        </Field>
        <Field label="Last name" {...field('personal.last_name')}>
          <Input autoComplete="family-name" defaultValue={personal.last_name} />
        </Field>
      </div>
      <CallError {...callError} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          Save name
        </Button>
        <FormStatus>{status}</FormStatus>
      </div>
    </form>
  )
}
