// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts where one has to write.
import type { ErrorBody } from '#kit/errors.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { getFieldError } from '#web/error-texts.ts'
import { RevealInput } from '#web/reveal-input.tsx'
import { authErrorTexts } from './error-texts.ts'
import type { FormValues } from './sign-in.ts'

const order = ['first_name', 'email', 'password'] as const

/** Name, email and a new password; the first that was refused has the cursor. */
export function NewAccountFields({ error, values }: { error?: ErrorBody | null; values?: FormValues }) {
  const first = order.find((field) => field === error?.field) ?? 'first_name'
  return (
    <>
      <Field label="First name" error={getFieldError(error, 'first_name', authErrorTexts)}>
        <Input
          name="first_name"
          autoComplete="given-name"
          required
          maxLength={80}
          defaultValue={values?.first_name}
          autoFocus={first === 'first_name'}
          className="h-10!"
        />
      </Field>
      <Field label="Email" error={getFieldError(error, 'email', authErrorTexts)}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={values?.email}
          autoFocus={first === 'email'}
          className="h-10!"
        />
      </Field>
      <Field label="Password" hint="At least 10 characters." error={getFieldError(error, 'password', authErrorTexts)}>
        <RevealInput
          name="password"
          autoComplete="new-password"
          required
          minLength={10}
          autoFocus={first === 'password'}
          className="h-10!"
        />
      </Field>
    </>
  )
}
