import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readAnswer } from '#kit/client.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { type ErrorTexts, getErrorText, getFieldError, toErrorBody } from '../calls/error-texts.ts'

export type SessionFormProps = {
  user: { id: string; email: string }
  onSignedIn: () => void
  onCancel: () => void
}
type Way = 'password' | 'email' | 'code'

const submits: Record<Way, string> = { password: 'Sign in', email: 'Email me a code', code: 'Sign in' }

/** Lazily loaded by session-dialog.tsx. */
export default function SessionForm({ user, onSignedIn, onCancel }: SessionFormProps) {
  const [way, setWay] = useState<Way>('password')
  const [needsOtp, setNeedsOtp] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorBody | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // The first empty field has the cursor, also when another step shows others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step brings its own fields
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    fields.find((field) => field.value === '')?.focus()
  }, [way, needsOtp])

  function change(next: Way) {
    setWay(next)
    setNeedsOtp(false)
    setError(null)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A React event goes through portals: the form of a dialog behind this one is not meant.
    event.stopPropagation()
    if (busy) return
    const empty = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:required')].find(
      ({ value }) => value.trim() === '',
    )
    if (empty) {
      setError({
        code: 'invalid_input',
        message: `${empty.name} is missing.`,
        field: empty.name,
        reason: 'missing',
        retryable: false,
      })
      return empty.focus()
    }
    setBusy(true)
    setError(null)
    try {
      const given = new FormData(event.currentTarget)
      const signedIn = await signIn(user, given)
      if (signedIn) onSignedIn()
      else setWay('code')
    } catch (thrown) {
      const failure = toErrorBody(thrown)
      if (failure.code === 'otp_required') setNeedsOtp(true)
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const wrongPassword = way === 'password' && error?.code === 'invalid_credentials' && error.field !== 'otp'
  const inField =
    wrongPassword ||
    (error?.field === 'password' && way === 'password') ||
    (error?.field === 'otp' && needsOtp) ||
    (error?.field === 'code' && way === 'code')
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      {error && !inField && <ErrorNote>{getErrorText(error, texts)}</ErrorNote>}
      {way === 'code' && !needsOtp && (
        <p className="text-s text-ink-2" role="status">
          We sent a code to {user.email}. It works once and expires in 10 minutes.
        </p>
      )}
      <Field label="Email">
        <Input name="email" type="email" autoComplete="username" readOnly value={user.email} />
      </Field>
      {way === 'password' && (
        <Field
          label="Password"
          error={
            wrongPassword ? 'The password is wrong. Try again, or use a code.' : getFieldError(error, 'password', texts)
          }
        >
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
      )}
      {way === 'code' && (
        <Field label="Code" error={getCodeError(error, 'code')}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" required />
        </Field>
      )}
      {needsOtp && (
        <Field
          label="Two-factor code"
          hint="Six digits from your authenticator app, or a recovery code."
          error={getCodeError(error, 'otp')}
        >
          <Input name="otp" autoComplete="one-time-code" required />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 pt-1">
        <Button variant="quiet" className="mr-auto" onClick={() => change(way === 'password' ? 'email' : 'password')}>
          {way === 'password' ? 'Use an email code' : 'Use your password'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="solid" busy={busy}>
          {submits[way]}
        </Button>
      </div>
    </form>
  )
}

/** True when there is a session again; false when a code was mailed. @throws AppError */
async function signIn(user: SessionFormProps['user'], given: FormData): Promise<boolean> {
  const body = new URLSearchParams({ user_id: user.id, email: user.email })
  for (const name of ['password', 'code', 'otp']) {
    const value = given.get(name)
    if (typeof value === 'string' && value) body.set(name, value.trim())
  }
  const password = given.get('password')
  if (typeof password === 'string' && password) body.set('password', password)
  const response = await fetch('/login/renew', { method: 'POST', body, credentials: 'same-origin' }).catch((cause) => {
    throw new AppError('unavailable', 'Couldn’t reach the server. Check your connection and try again.', {
      reason: 'server_unreachable',
      cause,
    })
  })
  return (await readAnswer(response)).signed_in === true
}

const texts: ErrorTexts = {
  labels: { otp: 'Two-factor code' },
  reasons: {
    other_account:
      'This is a different account. Sign in with the account this page belongs to, or cancel and switch accounts.',
  },
}

/** Not every path gives a wrong code its own reason, so the field tells which code it was. */
function getCodeError(error: ErrorBody | null, field: 'code' | 'otp'): string | undefined {
  if (error?.field !== field) return undefined
  if (error.code !== 'invalid_credentials') return getErrorText(error, texts)
  return field === 'otp' ? 'This code is wrong or was already used.' : 'This code is wrong or has expired.'
}
