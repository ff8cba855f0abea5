import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { api } from '#web/api.ts'
import { CallError } from '#web/call-error.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { authContract, type User } from '../contract.ts'
import { PasswordField, Username } from './account-password-field.tsx'
import { authErrorTexts } from './error-texts.ts'
import { FormStatus, useFormSave } from './use-form-save.tsx'

/** Another password, or the first one of an account that signs in by mail or with Google. */
export function SecurityPassword({ user: { email, has_password, google } }: { user: User }) {
  const { busy, error, status, form, save } = useFormSave()
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
      return `Password ${has_password ? 'changed' : 'set'}. All other sessions were signed out.`
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
          error={getFieldError(error, 'password.current', authErrorTexts)}
        />
      ) : (
        <p className="text-ink-2">
          You sign in {google ? 'with Google or an emailed code' : 'with an emailed code'}. This account has no password
          yet. To set one, you must have signed in within the last 15 minutes.
        </p>
      )}
      <PasswordField
        label="New password"
        name="next"
        autoComplete="new-password"
        minLength={10}
        hint="At least 10 characters."
        error={getFieldError(error, 'password.next', authErrorTexts)}
      />
      <CallError error={error} texts={authErrorTexts} fields={['password.current', 'password.next']} />
      <p className="text-ink-2">
        You stay signed in here. All other sessions are signed out, and links and codes emailed earlier stop working.
        {has_password && (
          <>
            {' '}
            Forgot your current password?{' '}
            <a className="link" href="/forgot">
              Email me a link
            </a>
            .
          </>
        )}
        {has_password && google && ' You can also sign in with Google.'}
      </p>
      <Button type="submit" busy={busy} className="justify-self-start">
        {has_password ? 'Change password' : 'Set password'}
      </Button>
      <FormStatus>{status}</FormStatus>
    </form>
  )
}
