import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { authContract, type User } from '../contract.ts'
import { authErrorTexts } from './error-texts.ts'
import { FormStatus, useFormSave } from './use-form-save.tsx'

export function AccountName({ user: { personal } }: { user: User }) {
  const { busy, error, status, form, save, clear } = useFormSave()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const names = { first_name: String(typed.get('first_name')), last_name: String(typed.get('last_name')) }
    void save(async () => {
      await api(authContract.update, { personal: names })
      return 'Saved.'
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} onChange={clear} noValidate className="grid max-w-140 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={getFieldError(error, 'personal.first_name', authErrorTexts)}>
          <Input
            name="first_name"
            autoComplete="given-name"
            required
            maxLength={80}
            defaultValue={personal.first_name}
          />
        </Field>
        <Field label="Last name" required={false} error={getFieldError(error, 'personal.last_name', authErrorTexts)}>
          <Input name="last_name" autoComplete="family-name" maxLength={80} defaultValue={personal.last_name} />
        </Field>
      </div>
      <CallError error={error} texts={authErrorTexts} fields={['personal.first_name', 'personal.last_name']} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          Save name
        </Button>
        <FormStatus>{status}</FormStatus>
      </div>
    </form>
  )
}
