// biome-ignore-all lint/a11y/noAutofocus: the step was asked for by the button before it.
import type { FormEvent } from 'react'
import type { OutputOf } from '#kit/endpoint.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { api } from '#web/calls/api.ts'
import { CallError } from '#web/calls/call-error.tsx'
import { getFieldError } from '#web/calls/error-texts.ts'
import { authContract } from '../../contract.ts'
import { authErrorTexts } from '../error-texts.ts'
import { FormButtons } from '../form-buttons.tsx'
import { useFormSave } from '../use-form-save.tsx'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './security-qr-code.tsx'

export type Begun = OutputOf<typeof authContract.twoFactorBegin>

export type TwoFactorConfirmProps = { begun: Begun; onDone(): void; onCancel(): void }

/** The secret as a picture and as text, and the first code that proves the app has it. */
export function TwoFactorConfirm({ begun, onDone, onCancel }: TwoFactorConfirmProps) {
  const { busy, error, form, save } = useFormSave()
  const secret = new URL(begun.otpauth_url).searchParams.get('secret') ?? ''
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const otp = String(new FormData(event.currentTarget).get('otp') ?? '')
    void save(async () => {
      await api(authContract.twoFactorConfirm, { otp })
      onDone()
      return ''
    })
  }
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode
        text={begun.otpauth_url}
        label="QR code for your authenticator app"
        className="h-auto max-w-full rounded-m"
      />
      <div className="grid max-w-100 content-start gap-4">
        <p className="text-ink-2">Scan the QR code with an authenticator app, or enter this secret:</p>
        <div className="grid gap-2">
          <p>
            <code className="select-all font-[550] tracking-wide [overflow-wrap:anywhere]">{grouped}</code>
          </p>
          <div className="flex flex-wrap items-center gap-2.5">
            <CopyButton text={secret} label="Copy secret" />
            <a className="link text-xs" href={begun.otpauth_url}>
              Open in an authenticator app
            </a>
          </div>
        </div>
        <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-4">
          <Field
            label="Code"
            hint="The six digits the app shows."
            error={getFieldError(error, 'otp', authErrorTexts, 'Code')}
          >
            <Input
              name="otp"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={40}
              required
              autoFocus
              className="max-w-40"
            />
          </Field>
          <CallError error={error} texts={authErrorTexts} fields={['otp']} />
          <FormButtons action="Turn on" variant="solid" busy={busy} onCancel={onCancel} />
        </form>
      </div>
    </div>
  )
}
