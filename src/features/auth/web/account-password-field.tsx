import { useState } from 'react'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { Input, type InputProps } from '#ui/forms/input.tsx'

export type PasswordFieldProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'required' | 'control'> &
  Omit<InputProps, 'type' | 'autoComplete'> & { autoComplete: 'current-password' | 'new-password' }

/** A password that can be looked at before it is sent. */
export function PasswordField({ label, hint, error, required = true, control, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...{ label, hint, error, required, control }}>
      <span className="relative block">
        <Input {...input} type={shown ? 'text' : 'password'} className="pr-16!" />
        <button
          type="button"
          aria-pressed={shown}
          aria-label={`Show characters: ${String(label)}`}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 right-0.5 rounded-s px-3 text-ink-2 text-xs hover:bg-well hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </span>
    </Field>
  )
}

/** Tells password managers whose password it is. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)
