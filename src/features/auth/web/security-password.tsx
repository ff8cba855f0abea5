import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { complaintAbout } from '#web/field-sentence.ts'
import { authContract, type User } from '../contract.ts'
import { givenPasswordSentence, PasswordField, Username } from './account-password-field.tsx'
import { Refusal, Said, useSaving } from './account-saving.tsx'

/** Another password, or the first one of an account that signs in by mail or with Google. */
export function SecurityPassword({ user: { email, has_password, google } }: { user: User }) {
  const { busy, error, said, form, save } = useSaving()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = event.currentTarget
    const typed = new FormData(fields)
    const next = String(typed.get('next') ?? '')
    const password = has_password ? { current: String(typed.get('current') ?? ''), next } : { next }
    void save(async () => {
      await api(authContract.update, { password })
      fields.reset()
      return `The password is ${has_password ? 'changed' : 'set'}. Every other session has ended.`
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid max-w-100 gap-4">
      <Username email={email} />
      {has_password ? (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          error={givenPasswordSentence(error, 'password.current')}
        />
      ) : (
        <p className="text-ink-2">
          You sign in {google ? 'with Google or a mailed code' : 'with a mailed code'}: this account has no password
          yet. To set one, have signed in within the last 15 minutes.
        </p>
      )}
      <PasswordField
        label="New password"
        name="next"
        autoComplete="new-password"
        minLength={10}
        hint="At least 10 characters."
        error={complaintAbout(error, 'password.next', 'The new password')}
      />
      <Refusal error={error} fields={['password.current', 'password.next']} />
      <p className="text-ink-2">
        You stay signed in here; every other session ends, and links and codes mailed before stop working.
        {has_password && (
          <>
            {' '}
            Forgotten the current one?{' '}
            <a className="link" href="/forgot">
              Have a link mailed
            </a>
            .
          </>
        )}
        {has_password && google && ' You can sign in with Google as well.'}
      </p>
      <Button type="submit" busy={busy} className="justify-self-start">
        {has_password ? 'Change the password' : 'Set the password'}
      </Button>
      <Said>{said}</Said>
    </form>
  )
}
