import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { readAnswer } from '#kit/client.ts'
import { AppError, type ErrorBody } from '#kit/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type ErrorTexts, getErrorText, getFieldError, toErrorBody } from './error-texts.ts'
import { sessionRecovery } from './session-recovery.ts'
import { useSessionRecovery } from './use-session-renewals.ts'

export type SessionDialogProps = { user: { id: string; email: string } }

/**
 * Opens in place when a session ends in the middle of work. What was interrupted goes on after the sign-in; after Cancel the page stays
 * as it is, under a note that leads back here.
 */
export function SessionDialog({ user }: SessionDialogProps) {
  const [open, setOpen] = useState(false)
  const answer = useRef<((renewed: boolean) => void) | null>(null)
  const { declined } = useSessionRecovery()

  useEffect(() => {
    const plain = window.fetch
    const wrapped = sessionRecovery.wrapFetch(plain)
    // Only the router's own requests: the app's calls ask by themselves.
    window.fetch = (input, init) => (isRouterRequest(input) ? wrapped : plain)(input, init)
    const stop = sessionRecovery.setPrompt(
      () =>
        new Promise((resolve) => {
          answer.current = resolve
          setOpen(true)
        }),
    )
    return () => {
      stop()
      window.fetch = plain
      answer.current?.(false)
    }
  }, [])

  const close = useCallback((renewed: boolean) => {
    setOpen(false)
    answer.current?.(renewed)
    answer.current = null
  }, [])

  return (
    <>
      {declined && !open && <SignedOutNote />}
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close(false)}
        title="Sign in to continue"
        description="Your session ended. Nothing on this page is lost, and what you were doing continues after you sign in."
        width="s"
      >
        <SessionForm user={user} onSignedIn={() => close(true)} onCancel={() => close(false)} />
      </Dialog>
    </>
  )
}

function isRouterRequest(input: RequestInfo | URL) {
  const address = input instanceof Request ? input.url : String(input)
  return new URL(address, location.href).pathname.endsWith('.data')
}

function SignedOutNote() {
  return (
    <div
      role="status"
      className="no-print fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-140 flex-wrap items-center justify-between gap-3 rounded-l border border-line-2 bg-panel px-4 py-3 text-s shadow-float"
    >
      <p className="min-w-0 flex-1">You’re signed out. What you typed is still on this page, but it isn’t saved.</p>
      <Button variant="solid" size="s" onClick={() => void sessionRecovery.renew()}>
        Sign in
      </Button>
    </div>
  )
}

type SessionFormProps = SessionDialogProps & { onSignedIn: () => void; onCancel: () => void }
type Way = 'password' | 'email' | 'code'

const submits: Record<Way, string> = { password: 'Sign in', email: 'Email me a code', code: 'Sign in' }

function SessionForm({ user, onSignedIn, onCancel }: SessionFormProps) {
  const [way, setWay] = useState<Way>('password')
  const [wantsOtp, setWantsOtp] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ErrorBody | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // The first empty field has the cursor, also when another step shows others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step brings its own fields
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    fields.find((field) => field.value === '')?.focus()
  }, [way, wantsOtp])

  function change(next: Way) {
    setWay(next)
    setWantsOtp(false)
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
      if (failure.code === 'otp_required') setWantsOtp(true)
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const wrongPassword = way === 'password' && error?.code === 'invalid_credentials' && error.field !== 'otp'
  const inField =
    wrongPassword ||
    (error?.field === 'password' && way === 'password') ||
    (error?.field === 'otp' && wantsOtp) ||
    (error?.field === 'code' && way === 'code')
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      {error && !inField && <ErrorNote>{getErrorText(error, texts)}</ErrorNote>}
      {way === 'code' && !wantsOtp && (
        <p className="text-s text-ink-2" role="status">
          We sent a code to {user.email}. It works once, for ten minutes.
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
      {wantsOtp && (
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
async function signIn(user: SessionDialogProps['user'], given: FormData): Promise<boolean> {
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
