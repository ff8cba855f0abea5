// biome-ignore-all lint/a11y/noAutofocus: what was asked for, or left, by the keyboard keeps the focus.
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { useContractForm } from '#web/calls/use-contract-form.ts'
import { authContract, type User } from '../../contract.ts'
import { PasswordField } from '../account-password-field.tsx'
import { authErrorTexts } from '../error-texts.ts'
import { FormButtons } from '../form-buttons.tsx'
import { FormStatus, useFormSave } from '../use-form-save.tsx'

/** The address one signs in with: whether it is confirmed, a new one that waits for its link, and the way to another. */
export function AccountEmail({ user }: { user: User }) {
  const [changing, setChanging] = useState<boolean | null>(null)
  const [status, setStatus] = useState('')
  return (
    <div className="grid max-w-140 justify-items-start gap-3">
      <p className="[overflow-wrap:anywhere]">
        {user.email}
        <Badge tone={user.email_verified ? 'good' : 'warn'} className="ml-2 align-middle">
          {user.email_verified ? 'confirmed' : 'not confirmed'}
        </Badge>
      </p>
      {user.pending_email ? (
        <PendingEmail key={user.pending_email} user={user} pending={user.pending_email} onStatus={setStatus} />
      ) : (
        !user.email_verified && <Unconfirmed email={user.email} />
      )}
      {changing ? (
        <EmailForm
          user={user}
          onDone={(words) => {
            setStatus(words)
            setChanging(false)
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        !user.pending_email && (
          <Button
            size="s"
            autoFocus={changing === false}
            onClick={() => {
              setStatus('')
              setChanging(true)
            }}
          >
            Change email
          </Button>
        )
      )}
      <FormStatus>{status}</FormStatus>
    </div>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const { busy, error, status, save } = useFormSave()
  const resend = () =>
    save(async () => {
      await api(authContract.resendVerification, {})
      return `Sent to ${email}. The link works for 3 days.`
    })
  return (
    <>
      <p className="text-ink-2">We sent a link to this address. Open it in this browser to confirm your email.</p>
      <Button size="s" busy={busy} onClick={() => void resend()}>
        Resend email
      </Button>
      <FormStatus>{status}</FormStatus>
      <CallError error={error} texts={authErrorTexts} />
    </>
  )
}

/** The new address, until its link is opened. */
function PendingEmail({ user, pending, onStatus }: { user: User; pending: string; onStatus(words: string): void }) {
  const resendForm = useFormSave()
  const cancel = useFormSave()
  const resend = () =>
    resendForm.save(async () => {
      await api(authContract.resendVerification, {})
      return `Sent to ${pending}. The link works for 3 days.`
    })
  const cancelChange = () =>
    cancel.save(async () => {
      await api(authContract.update, { email: user.email })
      onStatus(`Change canceled. Your email is still ${user.email}.`)
      return null
    })
  return (
    <div className="grid w-full justify-items-start gap-3 border-line-2 border-l-2 pl-4">
      <p className="[overflow-wrap:anywhere]">
        {pending}
        <Badge tone="warn" className="ml-2 align-middle">
          waiting for confirmation
        </Badge>
      </p>
      <p className="text-ink-2">
        Open the link we sent to this address, in this browser. Until then you sign in with {user.email}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="s" busy={resendForm.busy} onClick={() => void resend()}>
          Resend email
        </Button>
        <Button size="s" variant="quiet" busy={cancel.busy} onClick={() => void cancelChange()}>
          Cancel change
        </Button>
      </div>
      <FormStatus>{resendForm.status}</FormStatus>
      <CallError error={resendForm.error ?? cancel.error} texts={authErrorTexts} />
    </div>
  )
}

function EmailForm({ user, onDone, onCancel }: { user: User; onDone(words: string): void; onCancel(): void }) {
  const { revalidate } = useRevalidator()
  const { form, field, busy, callError } = useContractForm({
    endpoint: authContract.update,
    fields: ['email', 'current_password'],
    texts: authErrorTexts,
    getInput: (typed) => ({
      email: typed('email') ?? '',
      current_password: typed('current_password') ?? undefined,
    }),
    send: async (input) => {
      const answer = await api(authContract.update, input)
      onDone(answer.user.pending_email ? '' : 'This is already your email.')
      await revalidate()
      return null
    },
  })
  return (
    <form {...form} className="grid w-full gap-4 border-line-2 border-l-2 pl-4">
      <Field
        label="New email"
        hint="We’ll send a link to it. Your email changes when you open the link, and all other sessions are signed out."
        {...field('email')}
      >
        <Input type="email" autoComplete="email" autoFocus />
      </Field>
      {user.has_password && (
        <PasswordField label="Password" autoComplete="current-password" {...field('current_password')} />
      )}
      <CallError {...callError} />
      <FormButtons action="Change email" busy={busy} onCancel={onCancel} />
    </form>
  )
}
