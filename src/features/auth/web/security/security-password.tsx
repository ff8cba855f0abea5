import { useRevalidator } from 'react-router'
import { Button } from '#ui/button.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { authContract, type User } from '../../contract.ts'
import { PasswordField, Username } from '../account-password-field.tsx'
import { authErrorTexts } from '../error-texts.ts'
import { FormStatus } from '../use-form-save.tsx'

/** Another password, or the first one of an account that signs in by mail or with Google. */
export function SecurityPassword({ user: { email, has_password, google } }: { user: User }) {
  const { revalidate } = useRevalidator()
  const { form, field, busy, status, callError } = useContractForm({
    endpoint: authContract.update,
    fields: ['password.current', 'password.next'],
    texts: authErrorTexts,
    getInput: (typed) => ({
      password: { current: typed('password.current') ?? undefined, next: typed('password.next') ?? '' },
    }),
    send: async (input, element) => {
      await api(authContract.update, input)
      element.reset()
      await revalidate()
      return `Password ${has_password ? 'changed' : 'set'}. All other sessions were signed out.`
    },
  })
  return (
    <form {...form} className="grid max-w-100 gap-4">
      <Username email={email} />
      {has_password ? (
        <PasswordField label="Current password" autoComplete="current-password" {...field('password.current')} />
      ) : (
        <p className="text-ink-2">
          You sign in {google ? 'with Google or an emailed code' : 'with an emailed code'}. This account has no password
          yet. To set one, you must have signed in within the last 15 minutes.
        </p>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 10 characters."
        {...field('password.next')}
      />
      <CallError {...callError} />
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
