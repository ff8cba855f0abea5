// biome-ignore-all lint/a11y/noAutofocus: the step was asked for by the button before it.
import { type FormEvent, useState } from 'react'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { authContract, type User } from '../../contract.ts'
import { PasswordField, Username } from '../account-password-field.tsx'
import { authErrorTexts } from '../error-texts.ts'
import { FormButtons } from '../form-buttons.tsx'
import { useFormSave } from '../use-form-save.tsx'

export type TwoFactorOffProps = { user: User; onDone(): void; onCancel(): void }

type Proof = 'otp' | 'password'

/** By a code of the app, by a recovery code, or by the password. */
export function TwoFactorOff({ user, onDone, onCancel }: TwoFactorOffProps) {
  const [proof, setProof] = useState<Proof>('otp')
  const { busy, error, form, save, clear } = useFormSave()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const given = String(new FormData(event.currentTarget).get(proof) ?? '')
    void save(async () => {
      await api(authContract.twoFactorDisable, { [proof]: given })
      onDone()
      return ''
    })
  }
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid max-w-100 justify-items-start gap-4">
      <p className="text-ink-2">
        You’ll sign in with your password alone, and your recovery codes stop working. Confirm it’s you:
      </p>
      {user.has_password && (
        <Segmented<Proof>
          label="Confirm with"
          size="s"
          value={proof}
          onChange={(next) => {
            clear()
            setProof(next)
          }}
          options={[
            { value: 'otp', label: 'A code' },
            { value: 'password', label: 'My password' },
          ]}
        />
      )}
      <div className="w-full">
        {proof === 'otp' ? (
          <Field
            label="Two-factor code"
            hint="Six digits from your authenticator app, or a recovery code."
            error={getFieldError(error, 'otp', authErrorTexts)}
          >
            <Input name="otp" autoComplete="one-time-code" maxLength={40} required autoFocus />
          </Field>
        ) : (
          <>
            <Username email={user.email} />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              error={getFieldError(error, 'password', authErrorTexts)}
            />
          </>
        )}
      </div>
      <CallError error={error} texts={authErrorTexts} fields={['otp', 'password']} />
      <FormButtons action="Turn off" variant="danger" busy={busy} onCancel={onCancel} />
    </form>
  )
}
