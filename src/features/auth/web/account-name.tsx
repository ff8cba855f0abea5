import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { api } from '#web/api.ts'
import { authContract, type User } from '../contract.ts'
import { fieldSentence, Refusal, Said, useSaving } from './account-saving.tsx'

export function AccountName({ user: { personal } }: { user: User }) {
  const [first, setFirst] = useState(personal.first_name)
  const [last, setLast] = useState(personal.last_name)
  const { busy, error, said, form, save, clear } = useSaving()
  const changed = first.trim() !== personal.first_name || last.trim() !== personal.last_name
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void save(async () => {
      const { user } = await api(authContract.update, { personal: { first_name: first, last_name: last } })
      setFirst(user.personal.first_name)
      setLast(user.personal.last_name)
      return 'Saved.'
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="grid max-w-140 gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" error={fieldSentence(error, 'personal.first_name', 'First name')}>
          <Input
            name="first_name"
            autoComplete="given-name"
            required
            maxLength={80}
            value={first}
            onChange={(event) => {
              setFirst(event.target.value)
              clear()
            }}
          />
        </Field>
        <Field label="Last name" required={false} error={fieldSentence(error, 'personal.last_name', 'Last name')}>
          <Input
            name="last_name"
            autoComplete="family-name"
            maxLength={80}
            value={last}
            onChange={(event) => {
              setLast(event.target.value)
              clear()
            }}
          />
        </Field>
      </div>
      <Refusal error={error} fields={['personal.first_name', 'personal.last_name']} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy} disabled={!changed && !busy}>
          Save the name
        </Button>
        <Said>{said}</Said>
      </div>
    </form>
  )
}
