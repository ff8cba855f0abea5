import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { authContract } from '../contract.ts'
import { givenPasswordSentence, PasswordField, Username } from './account-password-field.tsx'
import { fieldSentence, Refusal, Said, useSaving } from './account-saving.tsx'

export function SecurityPassword({ email }: { email: string }) {
  const { busy, error, said, form, save } = useSaving()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = event.currentTarget
    const typed = new FormData(fields)
    const password = { current: String(typed.get('current') ?? ''), next: String(typed.get('next') ?? '') }
    void save(async () => {
      await api(authContract.update, { password })
      fields.reset()
      return 'The password is changed. Every other session has ended.'
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid max-w-100 gap-4">
      <Username email={email} />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        error={givenPasswordSentence(error, 'password.current')}
      />
      <PasswordField
        label="New password"
        name="next"
        autoComplete="new-password"
        minLength={10}
        hint="At least 10 characters."
        error={fieldSentence(error, 'password.next', 'The new password')}
      />
      <Refusal error={error} fields={['password.current', 'password.next']} />
      <p className="text-ink-2">
        You stay signed in here; every other session ends, and links and codes mailed before stop working. Forgotten the
        current one?{' '}
        <a className="link" href="/forgot">
          Have a link mailed
        </a>
        .
      </p>
      <Button type="submit" busy={busy} className="justify-self-start">
        Change the password
      </Button>
      <Said>{said}</Said>
    </form>
  )
}
