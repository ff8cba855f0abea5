// biome-ignore-all lint/a11y/noAutofocus: the page is this form, and the cursor starts where one has to write.
import type { ErrorBody } from '#kit/errors.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { getFieldProps } from '#web/calls/use-contract-form.ts'
import { RevealInput } from '#web/components/reveal-input.tsx'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import type { FormValues } from './sign-in.ts'

const order = ['first_name', 'email', 'password'] as const

/** Name, email and a new password; the first that was refused has the cursor. */
export function NewAccountFields({ error, values }: { error?: ErrorBody | null; values?: FormValues }) {
  const first = order.find((field) => field === error?.field) ?? 'first_name'
  const getProps = (name: (typeof order)[number]) => ({
    ...getFieldProps(authContract.signup, name),
    error: getFieldError(error, name, authErrorTexts),
  })
  return (
    <>
      <Field label="First name" {...getProps('first_name')}>
        <Input
          autoComplete="given-name"
          defaultValue={values?.first_name}
          autoFocus={first === 'first_name'}
          className="h-10!"
        />
      </Field>
      <Field label="Email" {...getProps('email')}>
        <Input
          type="email"
          autoComplete="username"
          defaultValue={values?.email}
          autoFocus={first === 'email'}
          className="h-10!"
        />
      </Field>
      <Field label="Password" hint="At least 10 characters." {...getProps('password')}>
        <RevealInput autoComplete="new-password" autoFocus={first === 'password'} className="h-10!" />
      </Field>
    </>
  )
}
